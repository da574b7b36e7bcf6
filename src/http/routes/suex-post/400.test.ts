import { describe, expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { invoiceBody, lineBody, subjectBody, suexBody } from '../../../../test/support/request-bodies.ts';
import { ANY_CODE, expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse();

type Change = Readonly<Record<string, unknown>>;
/** What is sent, the field that is named, and what is said about it. */
type Case = readonly [title: string, change: Change, field: string, message: RegExp];

const subject = (change: Change): Change => ({ subject: subjectBody(change) });
const line = (change: Change): Change => ({ lines: [lineBody(change)] });

const CASES: readonly Case[] = [
  ['no subject', { subject: undefined }, 'subject', /obligatorio/],
  ['a subject that is null', { subject: null }, 'subject', /objeto/],
  ['a customer instead of a subject', { customer: {} }, 'customer', /campo conocido/],
  ['another document type', { doc_type: '01' }, 'doc_type', /14/],
  ['a subject without name', subject({ name: null }), 'subject.name', /obligatorio/],
  ['a subject without number', subject({ document_number: null }), 'subject.document_number', /obligatorio/],
  [
    'a document that suex does not accept',
    subject({ document_type: '12' }),
    'subject.document_type',
    /36 o 37/,
  ],
  ['a wrong DUI', subject({ document_number: '123' }), 'subject.document_number', /DUI/],
  ['an unknown activity', subject({ activity_code: '0' }), 'subject.activity_code', /CAT-019/],
  ['an unknown district', subject({ district: '000000' }), 'subject.district', /000000/],
  ['a misspelt address', subject({ adress: 'x' }), 'subject.adress', /«address»/],
  ['a sale type', line({ sale_type: 'exempt' }), 'lines[0].sale_type', /campo conocido/],
  ['a service that is a text', line({ is_service: 'si' }), 'lines[0].is_service', /verdadero o falso/],
  ['an unknown unit', line({ unit: 'kg' }), 'lines[0].unit', /CAT-014/],
  ['no lines', { lines: [] }, 'lines', /al menos 1/],
  ['2001 lines', { lines: Array.from({ length: 2001 }, () => lineBody()) }, 'lines', /2000/],
  ['a description of 1001', line({ description: 'x'.repeat(1001) }), 'lines[0].description', /1000/],
  ['a long reference', { external_ref: 'x'.repeat(101) }, 'external_ref', /100/],
  ['a period of nothing', { transaction_condition: 2, period: 0 }, 'period', /menor que 1/],
  ['payments that do not add up', { payments: [{ method: '01', amount: 1.12 }] }, 'payments', /1\.13/],
];

function named([title, change, field, message]: Case) {
  return { title, change, field, message };
}

describe('POST /suex', () => {
  it.each(CASES.map(named))('refuses $title', async ({ change, field, message }) => {
    const answer = await house.company.post('/suex', suexBody(change));
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['errors']).toContainEqual({
      field,
      code: ANY_CODE,
      message: expect.stringMatching(message),
    });
    expect(String(answer.body['detail']).startsWith(`${field}: `)).toBe(true);
  });

  it('counts the retention among what payments must add up to', async () => {
    const service = line({ is_service: true, unit_price: 100 });
    const answer = await house.company.post(
      '/suex',
      suexBody({ ...service, payments: [{ method: '01', amount: 100 }] }),
    );
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['detail']).toMatch(/^payments: .*90\.00/);
  });

  it('refuses the reference of a sale', async () => {
    const body = invoiceBody();
    await house.company.post('/invoice', body);
    const answer = await house.company.post('/suex', suexBody({ external_ref: body['external_ref'] }));
    expectError(answer, 400, 'doc_type_changed');
    expect(answer.body['detail']).toMatch(/^external_ref: .*tipo 01.*tipo 14/);
  });
});
