import { beforeAll, describe, expect, it } from 'vitest';
import {
  ccfBody,
  contribuyenteBody,
  invoiceBody,
  lineBody,
  noteBody,
  subjectBody,
  suexBody,
} from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

type Json = Readonly<Record<string, unknown>>;

const house = sharedHouse();
/** By what makes them refuse notes: a CCF of 11.30, one of which nothing is left, and a factura. */
const sold = { ccf: '', adjusted: '', factura: '' };

beforeAll(async () => {
  const sell = async (body: Json) => String((await house.company.post('/invoice', body)).body['document_id']);
  sold.ccf = await sell(ccfBody());
  sold.adjusted = await sell(ccfBody());
  sold.factura = await sell(invoiceBody({ external_ref: 'ya-es-factura' }));
  await house.company.post('/credit-memo', noteBody(sold.adjusted));
});

const nothing = (count: number): readonly Json[] => Array.from({ length: count }, () => lineBody());
const wrongLine = lineBody({ quantity: 0, unit_price: -1, unit: 'kg', discount_percentage: 101 });

/** Bodies that are refused, each with the route that would issue it. */
const REFUSED: readonly (readonly [string, string, () => unknown])[] = [
  [
    'everything of a line',
    '/invoice',
    () => invoiceBody({ lines: [wrongLine, lineBody({ unit_prize: 1 })] }),
  ],
  ['the rules of a line', '/invoice', () => invoiceBody({ lines: [wrongLine] })],
  ['no lines', '/invoice', () => invoiceBody({ lines: [] })],
  ['2,001 lines', '/invoice', () => invoiceBody({ lines: nothing(2001) })],
  ['21 payments', '/invoice', () => invoiceBody({ payments: Array(21).fill({ method: '01' }) })],
  ['2,001 payments', '/invoice', () => invoiceBody({ payments: Array(2001).fill({ method: '01' }) })],
  ['payments of another sum', '/invoice', () => invoiceBody({ payments: [{ method: '01', amount: 1 }] })],
  [
    'two kinds of payment',
    '/invoice',
    () => invoiceBody({ payment_method: '01', payments: [{ method: '01' }], redirect_email: 'nadie' }),
  ],
  ['a reference that is none', '/invoice', () => invoiceBody({ external_ref: 'x'.repeat(101) })],
  ['a reference that nobody sees', '/invoice', () => invoiceBody({ external_ref: '\u200b' })],
  ['another type', '/invoice', () => invoiceBody({ doc_type: '08' })],
  ['a type that is a number', '/invoice', () => invoiceBody({ doc_type: 3 })],
  ['the fields of others', '/invoice', () => invoiceBody({ doc_type: '01', document_id: 'x', subject: {} })],
  ['a CCF without a customer', '/invoice', () => invoiceBody({ doc_type: '03' })],
  ['half a taxpayer', '/invoice', () => ccfBody({ customer: contribuyenteBody({ nit: '1', nrc: null }) })],
  ['an export of goods', '/invoice', () => invoiceBody({ doc_type: '11', customer: { name: 'X' } })],
  ['an establishment of nobody', '/invoice', () => invoiceBody({ establishment: 'M999' })],
  [
    'a place that is none',
    '/invoice',
    () => invoiceBody({ customer: { department: '06', municipality: '99' } }),
  ],
  ['a list', '/invoice', () => []],
  ['half a body', '/invoice', () => '{"lines":'],
  ['a field twice', '/invoice', () => '{"lines":[],"lines":[]}'],
  ['no number', '/invoice', () => '{"lines":[{"description":"x","quantity":"1,5","unit_price":1}]}'],
  [
    'a purchase without a document',
    '/suex',
    () => suexBody({ subject: subjectBody({ document_number: null }) }),
  ],
  ['a purchase with a customer', '/suex', () => suexBody({ customer: {} })],
  ['a purchase that is a sale', '/suex', () => suexBody({ lines: [lineBody({ sale_type: 'taxed' })] })],
  ['a purchase of nobody', '/suex', () => ({ doc_type: '14', lines: [lineBody()] })],
  ['a note on nothing', '/credit-memo', () => ({ doc_type: '05' })],
  [
    'lines beside all',
    '/credit-memo',
    () => noteBody(sold.ccf, { full_adjustment: true, lines: nothing(1) }),
  ],
  ['a note on a factura', '/credit-memo', () => noteBody(sold.factura)],
  ['a note on nothing that is left', '/credit-memo', () => noteBody(sold.adjusted)],
  ['too large a note', '/credit-memo', () => noteBody(sold.ccf, { lines: [lineBody({ quantity: 11 })] })],
  [
    'a note of another class',
    '/credit-memo',
    () => noteBody(sold.ccf, { lines: [lineBody({ sale_type: 'exempt' })] }),
  ],
  ['a note of nothing', '/credit-memo', () => noteBody(sold.ccf, { lines: [lineBody({ unit_price: 0 })] })],
  [
    'the reference of another type',
    '/credit-memo',
    () => noteBody(sold.ccf, { external_ref: 'ya-es-factura' }),
  ],
  ['the reference of another type of sale', '/invoice', () => ccfBody({ external_ref: 'ya-es-factura' })],
];

describe('POST /preview', () => {
  it.each(REFUSED)('refuses %s word by word as POST %s', async (_, route, body) => {
    const sent = body();
    const preview = await house.company.post('/preview', sent);
    const issued = await house.company.post(route, sent);
    expect([preview.status, preview.text]).toEqual([400, issued.text]);
    expect(issued.status).toBe(400);
  });

  it('refuses bodies of another kind as every route', async () => {
    for (const headers of [{ 'content-type': 'text/xml' }, { 'content-encoding': 'gzip' }])
      expectError(await house.company.post('/preview', '{}', headers), 400, 'unsupported_content_type');
  });

  it('has tickets of facturas alone', async () => {
    const answer = await house.company.post('/preview?as=ticket', ccfBody());
    expectError(answer, 400, 'invalid_request');
    expect(answer.body).toMatchObject({
      detail: 'as: solo una factura (01) se imprime en tiquete.',
      errors: [{ field: 'as', code: 'not_allowed' }],
    });
  });

  it.each([
    ['as=pdf', 'as: debe ser uno de estos valores: json, invoice, ticket.'],
    ['as=ticket&width=70', 'width: debe ser uno de estos valores: 58, 80.'],
    ['as=ticket&widht=58', 'widht: no es un parámetro conocido. ¿Quiso decir «width»?'],
  ])('knows no %s', async (query, detail) => {
    const answer = await house.company.post(`/preview?${query}`, invoiceBody());
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['detail']).toBe(detail);
  });
});
