import { describe, expect, it } from 'vitest';
import {
  ADJUSTED,
  validCreditoFiscalV3,
  validCreditoFiscalV4,
  validNotaCreditoV3,
  validNotaCreditoV4,
} from '../../test/support/simulator/documents-of-taxpayers.ts';
import { valueAt, withValues } from '../../test/support/simulator/edit.ts';
import { type Draft, TEST_NIT, validFacturaV2 } from '../../test/support/simulator/facturas.ts';
import { testKey } from '../../test/support/simulator/signing.ts';
import { isRecord, type JsonRecord, readExactJson } from '../exact/json.ts';
import type { LedgerEntry, NoteOnDocument } from '../state/ledger.ts';
import { type AdjustmentBench, adjustmentsOf, netOfCcf, salesOfCcf, wrongAdjustment } from './adjustment.ts';

const OTHER = '9F8E7D6C-5B4A-4392-8170-A1B2C3D4E5F6';

function exact(draft: Draft): JsonRecord {
  const value = readExactJson(JSON.stringify(draft));
  return isRecord(value) ? value : {};
}

describe('what documents say about each other', () => {
  it('a CCF by what it sold, in units of the eighth decimal', () => {
    for (const ccf of [validCreditoFiscalV3(), validCreditoFiscalV4()])
      expect(netOfCcf('03', exact(ccf))).toBe('14000000000');
    expect(netOfCcf('01', exact(validFacturaV2()))).toBeNull();
  });

  it('a CCF by its lines where they come to more', () => {
    const [more, less] = [139.99, 140.01].map((subTotal) =>
      exact(withValues(validCreditoFiscalV4(), { 'resumen.subTotal': subTotal })),
    );
    expect(netOfCcf('03', more ?? {})).toBe('14000000000');
    expect(netOfCcf('03', less ?? {})).toBe('14001000000');
  });

  it('a CCF by each column of its lines or its total, whichever is more, less the discount', () => {
    const ccf = validCreditoFiscalV4();
    const sales = { ventaNoSuj: '400000000', ventaExenta: '600000000', ventaGravada: '13000000000' };
    expect(salesOfCcf('03', exact(ccf))).toEqual(sales);
    const changed = withValues(ccf, {
      'resumen.totalExenta': 6.01,
      'resumen.totalNoSuj': 3.99,
      'resumen.descuGravada': 30,
    });
    expect(salesOfCcf('03', exact(changed))).toEqual({
      ventaNoSuj: '400000000',
      ventaExenta: '601000000',
      ventaGravada: '10000000000',
    });
    expect(salesOfCcf('05', exact(validNotaCreditoV4()))).toBeNull();
  });

  it.each([
    ['v3', validNotaCreditoV3()],
    ['v4', validNotaCreditoV4()],
  ])('a note by the lines that name each CCF, %s', (_, note) => {
    const sales = { ventaNoSuj: '400000000', ventaExenta: '600000000', ventaGravada: '13000000000' };
    const all = { codigoGeneracion: ADJUSTED, net: '14000000000', sales };
    expect(adjustmentsOf('05', exact(note))).toEqual([all]);
    const related = valueAt(note, 'documentoRelacionado.0');
    const second = { ...Object(related), numeroDocumento: OTHER };
    const split = withValues(note, {
      documentoRelacionado: [related, second],
      'cuerpoDocumento.1.numeroDocumento': OTHER,
    });
    expect(adjustmentsOf('05', exact(split))).toMatchObject([
      { codigoGeneracion: ADJUSTED, net: '11000000000' },
      { codigoGeneracion: OTHER, net: '3000000000' },
    ]);
  });

  it('nothing where the related document is on paper, is no CCF, or the document is no note', () => {
    const changed = (changes: Draft) => adjustmentsOf('05', exact(withValues(validNotaCreditoV4(), changes)));
    expect(changed({ 'documentoRelacionado.0.tipoGeneracion': 1 })).toEqual([]);
    expect(changed({ 'documentoRelacionado.0.tipoDocumento': '07' })).toEqual([]);
    expect(adjustmentsOf('03', exact(validCreditoFiscalV4()))).toEqual([]);
  });
});

const CCF: LedgerEntry = {
  state: 'stamped',
  nit: TEST_NIT,
  ambiente: '00',
  codigoGeneracion: ADJUSTED,
  sha256: '',
  facts: {
    tipoDte: '03',
    version: 4,
    numeroControl: '',
    fecEmi: '2026-11-20',
    montoTotal: '',
    net: '100000000',
  },
  verdict: {
    selloRecibido: 'S',
    fhProcesamiento: '',
    clasificaMsg: '10',
    codigoMsg: '001',
    descripcionMsg: '',
    observaciones: [],
  },
  judgedAt: '2026-11-20T16:16:00.000Z',
  position: { at: 0, length: 0 },
};

interface Situation {
  readonly ccf?: LedgerEntry | null;
  readonly notes?: readonly NoteOnDocument[];
  readonly invalid?: readonly string[];
  readonly related?: AdjustmentBench['related'];
  /** The column in which the note stands; none without it. */
  readonly column?: string;
}

const NO_SALES = { ventaNoSuj: '0', ventaExenta: '0', ventaGravada: '0' };

function said(net: string, situation: Situation = {}) {
  const { ccf = CCF, notes = [], invalid = [], related = 'checked', column } = situation;
  const sales = column === undefined ? {} : { sales: { ...NO_SALES, [column]: net } };
  const refusal = wrongAdjustment([{ codigoGeneracion: ADJUSTED, net, ...sales }], {
    issuer: {
      nit: TEST_NIT,
      ambiente: '00',
      user: TEST_NIT,
      passwordHash: '',
      key: KEY,
    },
    ledger: { stampedAs: () => ccf, notesOn: () => notes },
    invalidations: { isInvalidated: (_, code) => invalid.includes(code) },
    related,
  });
  return refusal?.codigoMsg ?? 'right';
}

const KEY = testKey().publicKey;

describe('wrongAdjustment', () => {
  it('leaves a cent above what was sold, and not more', () => {
    expect([said('100000000'), said('101000000'), said('101000001')]).toEqual(['right', 'right', '016']);
  });

  it('counts earlier notes while they hold', () => {
    const notes = [
      { codigoGeneracion: 'N1', net: '60000000' },
      { codigoGeneracion: 'N2', net: '30000000' },
    ];
    expect([said('11000000', { notes }), said('11000001', { notes })]).toEqual(['right', '016']);
    expect(said('71000000', { notes, invalid: ['N1'] })).toBe('right');
    expect(said('71000001', { notes, invalid: ['N1'] })).toBe('016');
  });

  it('leaves the same in each column, whatever is left in the others', () => {
    const sales = { ventaNoSuj: '0', ventaExenta: '90000000', ventaGravada: '10000000' };
    const facts = CCF.facts === null ? null : { ...CCF.facts, sales };
    const taking = (column: string, net: string, notes: readonly NoteOnDocument[] = []) =>
      said(net, { ccf: { ...CCF, facts }, notes, column });
    expect(taking('ventaGravada', '11000000')).toBe('right');
    expect(taking('ventaGravada', '11000001')).toBe('016');
    expect([taking('ventaExenta', '91000000'), taking('ventaExenta', '91000001')]).toEqual(['right', '016']);
    expect([taking('ventaNoSuj', '1000000'), taking('ventaNoSuj', '1000001')]).toEqual(['right', '016']);
    const notes = [
      { codigoGeneracion: 'N1', net: '60000000', sales: { ...NO_SALES, ventaExenta: '60000000' } },
    ];
    expect(taking('ventaExenta', '31000000', notes)).toBe('right');
    expect(taking('ventaExenta', '31000001', notes)).toBe('016');
    expect(taking('ventaGravada', '11000000', notes)).toBe('right');
  });

  it('wants a CCF of the issuer that holds', () => {
    expect(said('1', { ccf: null })).toBe('014');
    expect(said('1', { ccf: { ...CCF, nit: '012345678' } })).toBe('014');
    expect(said('1', { ccf: { ...CCF, facts: null } })).toBe('014');
    const { net: _, ...facts } = { ...CCF.facts, tipoDte: '01', version: 2, numeroControl: '' };
    expect(said('1', { ccf: { ...CCF, facts: { ...facts, fecEmi: '', montoTotal: '' } } })).toBe('014');
    expect(said('1', { invalid: [ADJUSTED] })).toBe('015');
  });

  it('believes in everything where it is told to', () => {
    expect(said('999999999999', { ccf: null, related: 'trusted' })).toBe('right');
  });
});
