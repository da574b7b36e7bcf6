// What a row is known by stays what it was: a retry of a request that an earlier version took is no changed request.
import { describe, expect, it } from 'vitest';
import { notePayload, orderPayload } from '../src/core/drafting/caller-payload.ts';
import { noteOf } from '../src/requests/credit-memo/note-of.ts';
import { isPayload, payloadHash } from '../src/storage/documents/numbering.ts';
import { readInvoice, readPurchase } from './golden/golden-orders.ts';
import { ccfBody, contribuyenteBody, invoiceBody, lineBody, suexBody } from './support/request-bodies.ts';

const FULL = ccfBody({
  external_ref: 'x',
  customer: contribuyenteBody({
    nit: '0614-020202-002-0',
    department: '06',
    municipality: '23',
    district_code: '03',
    person_type: 2,
  }),
  lines: [
    lineBody({ quantity: 2.5, unit_price: 0.000001, discount_percentage: 33.33, code: 'A', unit: '36' }),
    lineBody({ sale_type: 'exempt', item_type: 3 }),
  ],
  payments: [{ method: '05', amount: 1.5, reference: 'T-1' }, { method: '14' }],
  transaction_condition: 2,
  deadline: 1,
  period: 30,
  establishment: 'M001',
  point_of_sale: 'P001',
  observations: 'Entregar «ya»\nen la puerta',
  appendix: [{ value: 'v', field: 'ff', label: 'lll' }],
  activity_code: '47111',
});
const ABROAD = invoiceBody({
  external_ref: 'x',
  doc_type: '11',
  customer_name: 'Foreign Fictions, Inc.',
  export: { item_type: 2, incoterm: '09', freight: 10.5 },
});

const invoice = (body: unknown) => orderPayload(readInvoice(body).order);
const purchase = (body: unknown) => orderPayload(readPurchase(body).order);
function note() {
  const lines = [lineBody({ quantity: 3 }), lineBody({ sale_type: 'non_subject' })];
  const wish = noteOf({ document_id: 'x', lines: JSON.parse(JSON.stringify(lines)), observations: 'o' });
  return notePayload(
    wish,
    wish.lines.map((line) => ({ ...line, saleType: line.saleType ?? 'taxed' })),
  );
}

/** Payloads of v2: each with the hash of today, and with the one that was kept before there was a canonical form. */
const PINNED = [
  [
    'the smallest invoice',
    invoice(invoiceBody({ external_ref: 'x' })),
    'e628bc1b8f89f4626114580c616f58f3664c6321866b786a920e3533ae93a176',
    'bc524dfd8b853d8892f07c7a4f8cf0db2ca88c982d15e4a62d386e797ecfc083',
  ],
  [
    'a CCF that says everything',
    invoice(FULL),
    '28eb82f4851a8390c43c0cd6d32b938c22e27fc5ad8106bcade39e392422ec55',
    '36ce26528eb071e216a48b74e3ed804e0595a0f1f009597d7cca734dcbf90b76',
  ],
  [
    'an export',
    invoice(ABROAD),
    'df32c01443db374f6ddeb333254060b4668b2bca4584a5e6b32873faa4f62321',
    'c69895716920dadfcab71539c5f82dee4a9ef05f9b8dc54818b65c9fb1b4a1c4',
  ],
  [
    'a purchase',
    purchase(suexBody({ external_ref: 'x', lines: [lineBody({ is_service: true })] })),
    '00ad15f00dba75f0155d3b999fa1cd5987fb02791768ceb22ef682e8e8dff1c9',
    '9f7dc4d58050779d67a5c9a0fce374900278e7678ef468a95361e2f3fb975106',
  ],
  [
    'a note',
    note(),
    'c017da7d243aa2520c1b99a5596435019b83299974ec27323ed30b9b5d354a25',
    '8a3868e6d10f61a0b1974213860cbc61b92f88f988734e85f7f77a74470470a2',
  ],
] as const;

describe('the hash of a payload', () => {
  it.each(PINNED)('%s', (...[, { canonical, former }, today, before]) => {
    const hash = (payload: string) => payloadHash({ generation: 'v2', payload });
    expect([hash(canonical), hash(former)]).toEqual([today, before]);
  });

  it.each(PINNED)('is known in either form: %s', (...[, { canonical, former }, today, before]) => {
    const prepared = { generation: 'v2', payload: canonical, formerPayload: former } as const;
    expect([today, before].map((hash) => isPayload(prepared, hash))).toEqual([true, true]);
    const others = PINNED.flatMap(([, , ...hashes]) => hashes).filter(
      (hash) => hash !== today && hash !== before,
    );
    expect(others.filter((hash) => isPayload(prepared, hash))).toEqual([]);
    expect(isPayload({ ...prepared, generation: 'v1' }, today)).toBe(false);
  });
});
