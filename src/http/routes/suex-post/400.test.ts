import { describe, expect, it } from 'vitest';
import { invoiceBody, lineBody, subjectBody, suexBody } from '../../../../test/support/request-bodies.ts';
import { ANY_CODE, expectError } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

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
  ['another document type', { doc_type: '01' }, 'doc_type', /14\. Se emiten 01, 03, 11 con POST \/invoice/],
  ['a subject without name', subject({ name: null }), 'subject.name', /obligatorio/],
  ['a subject without number', subject({ document_number: null }), 'subject.document_number', /obligatorio/],
  [
    'a document that suex does not accept',
    subject({ document_type: '12' }),
    'subject.document_type',
    /catalogs\/document-types/,
  ],
  ['a misspelt address', subject({ adress: 'x' }), 'subject.adress', /«address»/],
  ['a sale type', line({ sale_type: 'exempt' }), 'lines[0].sale_type', /campo conocido/],
  ['a service that is a text', line({ is_service: 'si' }), 'lines[0].is_service', /verdadero o falso/],
  ['an operation type of sales', { operation_type: 12 }, 'operation_type', /1, 2, 3, 4, 8, 9/],
  ['a type of income', { income_type: 3 }, 'income_type', /campo conocido/],
  ['a sector without what goes with it', { sector: 1, cost_type: 2 }, 'operation_type', /van juntos/],
  ['an operation type alone', { operation_type: 1 }, 'classification', /van juntos/],
  [
    'a cost of another sector',
    { operation_type: 1, classification: 1, sector: 2, cost_type: 7 },
    'cost_type',
    /combinación del manual/,
  ],
  ['payments that do not add up', { payments: [{ method: '01', amount: 1.12 }] }, 'payments', /1\.13/],
];

describe('POST /suex', () => {
  it.each(CASES)('refuses %s', async (_title, change, field, message) => {
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
