import { describe, expect, it } from 'vitest';
import type { LedgerRow } from '../../simulator/control/ledger-view.ts';
import { type Evidence, judge, type KeptDocument, type Sale, type Told } from './judge.ts';

const COMPANY = 'company';
const NIT = '06140000000001';

function toldOf(number: number, changes: Partial<Told> = {}): Told {
  return {
    status: 200,
    outcome: 'stamped',
    documentId: `document-${number}`,
    numeroControl: numberText(number),
    codigoGeneracion: `code-${number}`,
    sello: `seal-${number}`,
    ...changes,
  };
}

function numberText(number: number): string {
  return `DTE-01-M001P001-${String(number).padStart(15, '0')}`;
}

function saleOf(number: number, ...told: readonly Told[]): Sale {
  return {
    companyId: COMPANY,
    ref: `sale-${number}`,
    ccf: null,
    total: '1.13',
    told: [toldOf(number), ...told],
  };
}

function kept(number: number, changes: Partial<KeptDocument> = {}): KeptDocument {
  return {
    companyId: COMPANY,
    nit: NIT,
    ref: `sale-${number}`,
    documentId: `document-${number}`,
    state: 'stamped',
    numeroControl: numberText(number),
    codigoGeneracion: `code-${number}`,
    sello: `seal-${number}`,
    sha256: `hash-${number}`,
    ...changes,
  };
}

function stamp(number: number, changes: Partial<LedgerRow> = {}): LedgerRow {
  return {
    state: 'stamped',
    codigoGeneracion: `code-${number}`,
    nit: NIT,
    ambiente: '00',
    tipoDte: '01',
    version: 2,
    numeroControl: numberText(number),
    fecEmi: '2026-11-20',
    montoTotal: '1.13',
    sello: `seal-${number}`,
    stampedAt: '2026-11-20T12:00:00.000Z',
    judgedAt: '2026-11-20T12:00:00.000Z',
    codigoMsg: '001',
    clasificaMsg: '10',
    descripcionMsg: 'RECIBIDO',
    observaciones: [],
    sha256: `hash-${number}`,
    codigoLote: null,
    evento: null,
    timesReceived: 1,
    ...changes,
  };
}

function rules(changes: Partial<Evidence>): readonly string[] {
  const evidence: Evidence = {
    sales: [saleOf(1), saleOf(2)],
    documents: [kept(1), kept(2)],
    lastNumbers: new Map([[COMPANY, 2]]),
    givenUp: [],
    ledger: [stamp(1), stamp(2)],
    ...changes,
  };
  return judge(evidence).map(({ rule }) => rule);
}

describe('judge', () => {
  it('has nothing to say where ledger, database and answers agree', () => {
    const contingency = toldOf(1, { outcome: 'contingency', codigoGeneracion: 'earlier', sello: '' });
    const unavailable = toldOf(2, { status: 503, outcome: 'refused', documentId: '' });
    const sales = [saleOf(1, contingency), saleOf(2, unavailable)];
    expect(rules({ sales, ledger: [stamp(1), stamp(2), stamp(1, { state: 'rejected' })] })).toEqual([]);
  });

  it('misses no number that another system has', () => {
    const sales = [saleOf(1), saleOf(3)];
    const facts = { sales, documents: [kept(1), kept(3)], ledger: [stamp(1), stamp(3)] };
    const lastNumbers = new Map([[COMPANY, 3]]);
    expect(rules({ ...facts, lastNumbers })).toEqual(['gap or repeat']);
    expect(rules({ ...facts, lastNumbers, givenUp: [{ companyId: COMPANY, number: 2 }] })).toEqual([]);
  });

  it('lets a note be refused, and a whole CCF be given back', () => {
    const note = { ...saleOf(2, toldOf(2, { outcome: 'refused', status: 400 })), ccf: 'sale-1' };
    expect(rules({ sales: [saleOf(1), note] })).toEqual([]);
  });

  it.each<readonly [string, Partial<Evidence>, readonly string[]]>([
    ['an acknowledged sale is gone', { documents: [kept(1)] }, ['lost', 'stray stamp', 'gap or repeat']],
    [
      'a document has two stamps',
      { ledger: [stamp(1), stamp(2), stamp(2, { codigoGeneracion: 'another' })] },
      ['duplicate stamp'],
    ],
    [
      'a code was stamped twice',
      { ledger: [stamp(1), stamp(2, { codigoGeneracion: 'code-1' })] },
      ['ledger and database differ', 'code stamped twice'],
    ],
    [
      'a stamp was never taken home',
      { documents: [kept(1), kept(2, { state: 'in_flight' })] },
      ['stamp not known'],
    ],
    ['a stamp was invented', { ledger: [stamp(1)] }, ['stamp not in the ledger']],
    [
      'a document was given up',
      { ledger: [stamp(1)], documents: [kept(1), kept(2, { state: 'rejected' })] },
      ['left rejected'],
    ],
    [
      'other bytes were stamped',
      { ledger: [stamp(1), stamp(2, { sha256: 'other' })] },
      ['ledger and database differ'],
    ],
    [
      'another sum was stamped',
      { ledger: [stamp(1), stamp(2, { montoTotal: '2.26' })] },
      ['ledger and database differ'],
    ],
    ['a number was burnt', { lastNumbers: new Map([[COMPANY, 3]]) }, ['gap or repeat']],
    ['a document was never asked for', { sales: [saleOf(1)] }, ['document without a sale']],
    [
      'somebody was told another seal',
      { sales: [saleOf(1), saleOf(2, toldOf(2, { sello: 'other' }))] },
      ['untrue answer'],
    ],
    [
      'somebody was told another number',
      { sales: [saleOf(1), saleOf(2, toldOf(2, { outcome: 'contingency', numeroControl: numberText(9) }))] },
      ['untrue answer'],
    ],
    [
      'a good sale was called rejected',
      { sales: [saleOf(1), saleOf(2, toldOf(2, { outcome: 'rejected' }))] },
      ['untrue answer'],
    ],
    [
      'a good sale was refused',
      { sales: [saleOf(1), saleOf(2, toldOf(2, { outcome: 'refused', status: 400 }))] },
      ['refused'],
    ],
    [
      'notes gave back more than their CCF sold',
      {
        sales: [saleOf(1), ...[2, 3].map((number) => ({ ...saleOf(number), ccf: 'sale-1' }))],
        documents: [kept(1), kept(2), kept(3)],
        lastNumbers: new Map([[COMPANY, 3]]),
        ledger: [stamp(1), stamp(2), stamp(3)],
      },
      ['notes exceed their CCF'],
    ],
  ])('tells where %s', (_title, changes, expected) => {
    expect(rules(changes)).toEqual(expected);
  });
});
