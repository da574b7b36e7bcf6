import { describe, expect, it } from 'vitest';
import { FIELD_PROBLEMS } from '../../src/core/refusals/field-problems.ts';
import { sold } from '../support/cancelling.ts';
import { contribuyenteBody, invoiceBody, lineBody } from '../support/request-bodies.ts';
import { sharedHouse } from '../support/shared-house.ts';

const house = sharedHouse();

type Json = Readonly<Record<string, unknown>>;

const line = (change: Json): Json => ({ lines: [lineBody(change)] });
const customer = (change: Json): Json => ({ customer: { name: 'Cliente', ...change } });
const exported = {
  doc_type: '11',
  ...line({ item_type: 3 }),
  customer: { name: 'Foreign Buyer', document_number: 'US-1', country: 'US' },
  export: { incoterm: '09', fiscal_precinct: '01', regime_type: 'EX-1', regime: '1000.000' },
};

/** By its code, a request to POST /invoice that is wrong in that way, and the field. */
const INVOICES: readonly (readonly [code: string, change: Json, field: string])[] = [
  ['required', { lines: undefined }, 'lines'],
  ['empty', line({ description: '  ' }), 'lines[0].description'],
  ['unknown_field', { custommer: {} }, 'custommer'],
  ['not_allowed', { export: { incoterm: '09' } }, 'export'],
  ['contradiction', customer({ nit: '1', document_number: '2' }), 'customer.document_number'],
  ['wrong_type', { customer: 'Ana' }, 'customer'],
  ['bad_format', customer({ document_type: '13', nit: '123' }), 'customer.nit'],
  ['bad_character', { observations: '\u0007' }, 'observations'],
  ['too_short', { appendix: [{ field: 'x', label: 'abc', value: '1' }] }, 'appendix[0].field'],
  ['too_long', { external_ref: 'x'.repeat(101) }, 'external_ref'],
  ['too_few_items', { lines: [] }, 'lines'],
  ['too_many_items', { lines: Array.from({ length: 2001 }, () => lineBody()) }, 'lines'],
  ['not_a_number', line({ quantity: 'dos' }), 'lines[0].quantity'],
  ['not_whole', { transaction_condition: 'dos' }, 'transaction_condition'],
  ['not_cents', { payments: [{ method: '01', amount: 0.005 }, { method: '02' }] }, 'payments[0].amount'],
  ['too_small', line({ quantity: 0 }), 'lines[0].quantity'],
  ['out_of_range', line({ discount_percentage: 101 }), 'lines[0].discount_percentage'],
  ['too_large', line({ unit_price: 1e11 }), 'lines[0].unit_price'],
  ['not_an_option', { doc_type: '05' }, 'doc_type'],
  ['unknown_code', line({ unit: '98' }), 'lines[0].unit'],
  ['unknown_place', customer({ district: '999999' }), 'customer.district'],
  ['unknown_issuing_place', { establishment: 'M999' }, 'establishment'],
  ['not_in_schema', exported, 'lines[0].item_type'],
  ['wrong_sum', { payments: [{ method: '01', amount: 1 }] }, 'payments'],
];

/** These are shown by the tests below. */
const ELSEWHERE = [
  'is_issuer',
  'repeated_field',
  'unknown_parameter',
  'not_configured',
  'unknown_document',
  'wrong_document',
  'total_zero',
  'class_exceeded',
  'units_exceeded',
];
/** No request is known that is wrong in these ways; code that refuses them is there all the same. */
const UNREACHED = ['nothing_to_pay', 'invalid'];

const shown = ({ body }: { readonly body: Json }) => Object(body['errors']);

describe('a code beside the sentence', () => {
  it.each(INVOICES)('is %s', async (code, change, field) => {
    const answer = await house.company.post('/invoice', invoiceBody(change));
    expect(shown(answer)).toContainEqual({ field, code, message: expect.any(String) });
  });

  it('is shown by a request for every code of the registry', () => {
    const codes = [...INVOICES.map(([code]) => code), ...ELSEWHERE, ...UNREACHED];
    expect(codes.sort()).toEqual(Object.keys(FIELD_PROBLEMS).sort());
  });

  it('is is_issuer, and no number is burnt', async () => {
    const company = await house.addCompany();
    const ccf = (nit: string) => invoiceBody({ doc_type: '03', customer: contribuyenteBody({ nit }) });
    const answer = await company.post('/invoice', ccf(company.nit));
    expect(answer.status).toBe(400);
    expect(shown(answer)).toMatchObject([{ field: 'customer.nit', code: 'is_issuer' }]);
    expect((await company.post('/invoice', ccf('0614-020202-002-4'))).body).toMatchObject({
      control_number: 'DTE-03-M001P001-000000000000001',
    });
  });

  it('is total_zero', async () => {
    const company = await house.addCompany({ file: { schema_generation: 'v1' } });
    const ccf = { doc_type: '03', customer: contribuyenteBody(), ...line({ discount_percentage: 100 }) };
    expect(shown(await company.post('/invoice', invoiceBody(ccf)))).toMatchObject([
      { field: 'lines', code: 'total_zero' },
    ]);
  });

  it('is repeated_field', async () => {
    const answer = await house.company.post('/invoice', '{"lines":[],"lines":[]}');
    expect(shown(answer)).toMatchObject([{ field: 'lines', code: 'repeated_field' }]);
  });

  it('is unknown_parameter', async () => {
    const answer = await house.company.get('/catalogs/units?serch=x');
    expect(shown(answer)).toMatchObject([{ field: 'serch', code: 'unknown_parameter' }]);
  });

  it('is not_configured, unknown_document or wrong_document', async () => {
    const document = await sold(house.company);
    const path = `/invalidate/${document['document_id']}`;
    expect(shown(await house.company.post(path, {}))).toMatchObject([
      { field: 'responsible', code: 'not_configured' },
      { field: 'requester', code: 'not_configured' },
    ]);
    const person = { name: 'Ana Ficticia', document_type: '13', document_number: '00000001-8' };
    const wish = { type: 1, responsible: person, requester: person };
    for (const [replacement, code] of [
      ['nada', 'unknown_document'],
      [document['document_id'], 'wrong_document'],
    ])
      expect(
        shown(await house.company.post(path, { ...wish, replacement_document_id: replacement })),
      ).toMatchObject([{ field: 'replacement_document_id', code }]);
  });

  it('is units_exceeded', async () => {
    const ccf = { doc_type: '03', customer: contribuyenteBody(), ...line({ quantity: 2 }) };
    const { body } = await house.company.post('/invoice', invoiceBody(ccf));
    const more = {
      document_id: body['document_id'],
      ...line({ quantity: 3, unit_price: 0.01, ccf_line: 1 }),
    };
    expect(shown(await house.company.post('/credit-memo', more))).toMatchObject([
      { field: 'lines[0].quantity', code: 'units_exceeded' },
    ]);
  });

  it('is class_exceeded', async () => {
    const ccf = { doc_type: '03', customer: contribuyenteBody(), ...line({ sale_type: 'exempt' }) };
    const { body } = await house.company.post('/invoice', invoiceBody(ccf));
    const taxed = { document_id: body['document_id'], ...line({ sale_type: 'taxed' }) };
    expect(shown(await house.company.post('/credit-memo', taxed))).toMatchObject([
      { field: 'lines[0].sale_type', code: 'class_exceeded' },
    ]);
  });
});
