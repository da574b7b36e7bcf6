import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import {
  exampleContext,
  exampleExportTerms,
  exampleLine,
  exampleOrder,
  exampleParty,
} from '../../../test/support/example-order.ts';
import { idOf, numeroOf } from '../../../test/support/identifiers.ts';
import { NOTHING_TOLD } from '../drafting/completion.ts';
import { draftOrder } from '../drafting/draft-order.ts';
import type { Order, PartyOrder } from '../drafting/order.ts';
import type { IssuedDocument } from './issued-document.ts';
import { rebuild, rehearse } from './rehearse-document.ts';

const V1 = exampleCompany({ schema_generation: 'v1' });
const LINES = [exampleLine({ unit: '59' })];

/** The document of an order as it was issued in v1. */
function issued(changes: Partial<Order>, more: Partial<IssuedDocument> = {}, company = V1): IssuedDocument {
  const order = exampleOrder({ lines: LINES, ...changes });
  const draft = draftOrder(order, exampleContext({ company, generation: 'v1' }));
  if (draft.kind === 'problems') throw new Error(JSON.stringify(draft.problems));
  return {
    documentId: idOf('a'),
    numeroControl: numeroOf(1),
    tipoDte: order.tipoDte,
    generation: 'v1',
    place: draft,
    issuedOn: '2026-11-20',
    draft: draft.text,
    summary: draft.summary,
    ...more,
  };
}

function found(document: IssuedDocument, company = V1) {
  return rehearse(rebuild(document, { company, generation: 'v2' }), NOTHING_TOLD);
}

const codes = (document: IssuedDocument, company = V1) =>
  found(document, company).causes.map(({ code }) => code);
const buyer = (changes: Partial<PartyOrder>) => ({ customer: exampleParty({ name: 'Ana', ...changes }) });

describe('a rehearsed document', () => {
  it('fits where nothing had to be supposed', () => {
    expect(found(issued({}))).toEqual({
      document: { tipoDte: '01', numeroControl: numeroOf(1) },
      causes: [],
      incomplete: [],
    });
    expect(codes(issued({ customerName: 'Ana' }))).toEqual([]);
    expect(codes(issued(buyer({ department: '02', municipality: '16', districtCode: '04' })))).toEqual([]);
    // The only district of its municipality is no guess.
    expect(codes(issued(buyer({ department: '02', municipality: '15' })))).toEqual([]);
  });

  it('is repaired by the district that stands in', () => {
    expect(codes(issued(buyer({})))).toEqual(['district_of_issuer']);
    expect(codes(issued(buyer({ department: '02', municipality: '16' })))).toEqual([
      'district_of_municipality',
    ]);
  });

  it('reads a municipality of Cabañas as the day of its document meant it', () => {
    // Up to June 2026, 10 was Cabañas Oeste, which has the district of Ilobasco.
    const place = { department: '09', municipality: '11', districtCode: '03' };
    const today = issued(buyer(place));
    const before = { ...today, draft: today.draft.replace('"municipio":"11"', '"municipio":"10"') };
    expect(codes({ ...before, issuedOn: '2026-06-30' })).toEqual(codes(today));
    expect(codes({ ...before, issuedOn: '2026-07-01' })).not.toEqual(codes(today));
  });

  it('has a buyer abroad who stays abroad', () => {
    const passport = { documentType: '03', documentNumber: 'P-123' };
    for (const abroad of [
      { ...passport, country: 'GT', address: 'Zona 10' },
      { ...passport, country: 'US' },
      { documentType: '02', documentNumber: 'RES-7', country: 'HN' },
      { phone: '2222-3333', country: 'NI' },
      { ...passport, department: '00', municipality: '00' },
    ]) {
      const document = issued(buyer(abroad));
      expect(document.draft).toContain('"direccion":null');
      expect(codes(document)).toEqual([]);
      const { content } = rebuild(document, { company: V1, generation: 'v1' });
      if (content?.order == null) throw new Error('it cannot be read');
      expect(draftOrder(content.order, content.context)).toMatchObject({ text: document.draft });
      expect(draftOrder(content.order, exampleContext())).toMatchObject({
        text: expect.stringContaining('"direccion":{"departamento":"00","municipio":"00","distrito":"00",'),
      });
    }
  });

  it('is impossible where its amounts come out otherwise', () => {
    const document = issued({});
    const summary = { ...document.summary, amountVat: '0.14' };
    expect(codes({ ...document, summary })).toEqual(['amounts_differ']);
  });

  it('is impossible where it is none of ours, or cannot be made by its schema', () => {
    const document = issued({});
    for (const draft of ['', '[]', '{}', document.draft.replace('"cantidad":1', '"cantidad":"1"')])
      expect(codes({ ...document, draft })).toEqual(['unreadable']);
    const long = document.draft.replace('Pan francés', 'x'.repeat(1501));
    expect(codes({ ...document, draft: long })).toEqual(['malformed']);
  });

  it('is impossible where the other generation refuses the sale', () => {
    const changed = exampleCompany({
      schema_generation: 'v1',
      establishments: [{ code: 'AB12', points_of_sale: ['X001'] }],
    });
    const { causes } = found(issued({}, {}, changed), changed);
    expect(causes).toEqual([
      {
        kind: 'impossible',
        code: 'not_in_schema',
        field: 'establishment',
        message: 'Su código no es admitido por el esquema v2 (M001, P001).',
      },
    ]);
    const gone = issued({}).draft.replace('"uniMedida":59', '"uniMedida":98');
    expect(found({ ...issued({}), draft: gone }).causes).toMatchObject([
      { code: 'unknown_code', field: 'lines[].unit' },
    ]);
  });

  it('exports goods where the company exports both, and not where the sale said so', () => {
    const terms = { incoterm: '09', fiscalPrecinct: '01', regimeType: 'EX-1', regime: '1000.000' };
    const customer = exampleParty({
      name: 'Buyer',
      documentType: '03',
      documentNumber: 'P-123',
      country: 'US',
      activityCode: '47111',
    });
    const order = {
      tipoDte: '11',
      customer,
      exportTerms: exampleExportTerms({ ...terms, itemType: 3 }),
    } as const;
    expect(codes(issued(order))).toEqual(['not_in_schema']);
    const both = exampleCompany({ schema_generation: 'v1', export_defaults: { item_type: 3 } });
    expect(codes(issued(order, {}, both), both)).toEqual(['export_of_goods']);
  });
});
