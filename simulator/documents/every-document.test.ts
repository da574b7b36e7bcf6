import { describe, expect, it } from 'vitest';
import { COVERED } from '../../test/support/simulator/contingency.ts';
import { shifted, withValue, withValues } from '../../test/support/simulator/edit.ts';
import { EVERY_DOCUMENT } from '../../test/support/simulator/every-document.ts';
import { type Draft, TEST_NIT } from '../../test/support/simulator/facturas.ts';
import { said } from '../../test/support/simulator/said.ts';
import { envelopeFor, testKey } from '../../test/support/simulator/signing.ts';
import { readEnvelope } from '../reception/envelope.ts';
import { type Bench, type Judgement, judge } from '../reception/judge.ts';

const key = testKey();

const bench: Bench = {
  issuer: { nit: TEST_NIT, ambiente: '00', user: TEST_NIT, passwordHash: '', key: key.publicKey },
  ledger: { stampedAs: () => null, numberIsTaken: () => false, notesOn: () => [] },
  contingencies: COVERED,
  invalidations: { isInvalidated: () => false },
  related: 'trusted',
  nowMs: Date.parse('2026-11-20T18:00:00Z'),
  dates: 'strict',
};

function judged(document: Draft): Judgement {
  const reading = readEnvelope(JSON.stringify(envelopeFor(document, key)));
  if (reading.kind === 'refused') throw new Error(reading.refusal.descripcionMsg);
  return judge(reading.envelope, bench);
}

describe.each(EVERY_DOCUMENT)('$schema', ({ kind, valid, full }) => {
  it.each([
    ['a plain document', valid],
    ['a document with every part', full],
  ])('stamps %s', (_, document) => {
    expect(judged(document)).toMatchObject({ kind: 'accepted', remarks: [] });
  });

  it('tells the ledger its type, version and amount before anything is withheld', () => {
    const montoTotal = { '01': '37.6', '03': '156.9', '05': '156.9', '11': '180.5', '14': '119.5' }[
      kind.tipoDte
    ];
    expect(judged(valid)).toMatchObject({
      facts: { tipoDte: kind.tipoDte, version: kind.version, fecEmi: '2026-11-20', montoTotal },
    });
  });

  it.each([
    ['emisor.correo', 'sin arroba'],
    ['emisor.nrc', '12-3'],
    ['emisor.nit', '0614-999999-101-0'],
    ['emisor.codActividad', 'X'],
    ['emisor.direccion.departamento', '6'],
  ])('answers 096 to %s = %j, by its name', (path, value) => {
    const observation = `Campo #/${path.replaceAll('.', '/')} no cumple el formato requerido`;
    const refused = judged(withValue(valid, path, value));
    const answer = refused.kind === 'refused' ? refused.refusal : null;
    if (path === 'emisor.nit') expect(answer?.codigoMsg).toBe('008');
    else
      expect(answer).toMatchObject({
        codigoMsg: '096',
        observaciones: expect.arrayContaining([observation]),
      });
  });

  it('numbers its lines', () => {
    expect(said(kind, withValue(valid, 'cuerpoDocumento.1.numItem', 3))).toBe(
      '16/019 [Cuerpodocumento.numItem] ERROR EN CORRELATIVO',
    );
  });

  it('knows the codes of the catalogs', () => {
    const refused = (path: string, value: unknown) => said(kind, withValue(valid, path, value));
    expect(refused('emisor.codActividad', '99999')).toBe('12/003 [emisor.codActividad] VALOR NO VALIDO');
    expect(refused('cuerpoDocumento.1.uniMedida', 98)).toBe(
      '15/003 [Cuerpodocumento.item.2] VALOR NO VALIDO',
    );
    if (kind.tipoDte === '05') return;
    expect(refused('resumen.pagos.0.codigo', '06')).toBe('16/003 [resumen.pagos.codigo] VALOR NO VALIDO');
  });

  it('takes a day of grace, or five', () => {
    const dated = (day: string) => judged(withValue(valid, 'identificacion.fecEmi', `2026-11-${day}`)).kind;
    const oldest = kind.generation === 'v1' ? ['19', '18'] : ['15', '14'];
    expect(oldest.map(dated)).toEqual(['accepted', 'refused']);
  });

  it('is judged in less than two milliseconds of the processor, signature included', () => {
    const reading = readEnvelope(JSON.stringify(envelopeFor(full, key)));
    if (reading.kind === 'refused') throw new Error('refused');
    const turns = (count: number) => {
      const start = process.cpuUsage();
      for (let turn = 0; turn < count; turn += 1) judge(reading.envelope, bench);
      return process.cpuUsage(start).user / 1000 / count;
    };
    turns(100);
    expect(turns(200)).toBeLessThan(2);
  });
});

const TAXPAYER = EVERY_DOCUMENT.filter(({ kind }) => kind.tipoDte !== '01' && kind.tipoDte !== '11');

describe.each(TAXPAYER)('the address of the other party, $schema', ({ kind, valid }) => {
  const party = kind.tipoDte === '14' && kind.version === 1 ? 'sujetoExcluido' : 'receptor';

  it('exists', () => {
    const path = `${party}.direccion.municipio`;
    expect(said(kind, withValue(valid, path, '77'))).toBe(`13/003 [${path}] VALOR NO VALIDO`);
  });

  it('may have a code of 2024, and before 2026 one of before that', () => {
    const moved = withValues(valid, { [`${party}.direccion.municipio`]: '14' });
    expect(said(kind, moved)).toBe(
      kind.generation === 'v1' ? 'right' : `13/003 [${party}.direccion.municipio] VALOR NO VALIDO`,
    );
  });
});

const NET = [
  'totalNoSuj',
  'totalExenta',
  'totalGravada',
  'totalDescu',
  'subTotalVentas',
  'montoTotalOperacion',
];

/** The amounts of a summary that follow from others. */
const SUMMARIES: Readonly<Record<string, readonly string[]>> = {
  'v1/fe-fc-v1': [...NET, 'subTotal', 'totalNoGravado', 'totalPagar', 'totalIva'],
  'v2/fe-f-v2': [...NET, 'subTotal', 'totalNoGravado', 'totalPagar', 'totalIva'],
  'v1/fe-ccf-v3': [...NET, 'subTotal', 'totalNoGravado', 'totalPagar'],
  'v2/fe-ccf-v4': [...NET, 'subTotal', 'totalNoGravado', 'totalPagar'],
  'v1/fe-nc-v3': [...NET, 'subTotal'],
  'v2/fe-nc-v4': [...NET, 'totalNoGravado', 'totalPagar'],
  'v1/fe-fex-v1': ['totalGravada', 'totalDescu', 'montoTotalOperacion', 'totalNoGravado', 'totalPagar'],
  'v2/fe-fex-v3': ['totalGravada', 'totalDescu', 'montoTotalOperacion', 'totalNoGravado', 'totalPagar'],
  'v1/fe-fse-v1': ['totalCompra', 'totalDescu', 'subTotal', 'totalPagar'],
  'v2/fe-fse-v2': ['totalCompra', 'totalDescu', 'subTotal', 'totalPagar'],
};

/** The amounts of lines, and by how much each may be off without moving its line by more than a cent. */
const LINES: Readonly<Record<string, readonly (readonly [path: string, harmless: number])[]>> = {
  '01': [
    ['0.cantidad', 0.0008],
    ['0.precioUni', 0.0049],
    ['0.montoDescu', 0.0049],
    ['0.ventaGravada', 0.0049],
    ['0.ivaItem', 0.0049],
    ['1.ivaItem', 0.0049],
    ['2.ventaExenta', 0.0049],
    ['3.ventaNoSuj', 0.0049],
    ['4.precioUni', 0.0049],
  ],
  '03': [
    ['0.cantidad', 0.0001],
    ['0.precioUni', 0.0049],
    ['1.montoDescu', 0.0049],
    ['1.ventaGravada', 0.0049],
    ['2.ventaExenta', 0.0049],
    ['3.ventaNoSuj', 0.0049],
  ],
  '11': [
    ['0.cantidad', 0.0001],
    ['0.precioUni', 0.0049],
    ['0.montoDescu', 0.0049],
    ['1.ventaGravada', 0.0049],
  ],
  '14': [
    ['1.cantidad', 0.00009],
    ['0.precioUni', 0.0049],
    ['0.montoDescu', 0.0049],
    ['1.compra', 0.0049],
  ],
};

describe.each(EVERY_DOCUMENT)('amounts, $schema', ({ kind, schema, valid }) => {
  it.each(SUMMARIES[schema] ?? [])('%s may be off by a cent, and no more', (name) => {
    const path = `resumen.${name}`;
    for (const cent of [0.01, -0.01]) expect(said(kind, shifted(valid, path, cent))).toBe('right');
    for (const more of [0.02, -0.02, 1]) {
      expect(said(kind, shifted(valid, path, more))).toBe(`16/020 [${path}] CALCULO INCORRECTO`);
    }
  });

  it.each(LINES[kind.tipoDte] ?? LINES['03'] ?? [])('line %s', (place, harmless) => {
    const path = `cuerpoDocumento.${place}`;
    const line = Number(place.split('.')[0]) + 1;
    expect(said(kind, shifted(valid, path, harmless))).toBe('right');
    expect(said(kind, shifted(valid, path, 0.02))).toBe(
      `16/020 [Cuerpodocumento.item.${line}] CALCULO INCORRECTO`,
    );
  });

  it('only remarks on payments that differ', () => {
    if (kind.remarks.length === 0) return;
    expect(judged(shifted(valid, 'resumen.pagos.0.montoPago', 0.02))).toMatchObject({
      kind: 'accepted',
      remarks: ['resumen.pagos.montoPago Forma de pago difiere del Total a Pagar.'],
    });
  });
});
