import { describe, expect, it } from 'vitest';
import { contribuyenteBody, invoiceBody, lineBody } from '../../../../test/support/request-bodies.ts';
import { ANY_CODE, expectError } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse();

type Change = Readonly<Record<string, unknown>>;
/** What is sent, the field that is named, and what is said about it. */
type Case = readonly [title: string, change: Change, field: string, message: RegExp];

const line = (change: Change): Change => ({ lines: [lineBody(), lineBody(change)] });
const customer = (change: Change): Change => ({ customer: { name: 'Cliente Ficticio', ...change } });
const ccf = (change: Change): Change => ({ doc_type: '03', customer: contribuyenteBody(change) });
const goods = { incoterm: '09', fiscal_precinct: '01', regime_type: 'EX-1', regime: '1000.000' };
const exported = (change: Change): Change => ({
  doc_type: '11',
  customer: { name: 'Foreign Buyer', document_number: 'US-123', country: 'US' },
  export: { ...goods, ...change },
});

/** Words where a code belongs. */
const WORD_CASES: readonly Case[] = [
  [
    'a kind of document in words',
    customer({ document_type: 'DUI', document_number: '1' }),
    'customer.document_type',
    /o existe el código «DUI»: use "13" \(DUI\)\.$/,
  ],
  ['a country in words', customer({ country: 'Estados Unidos' }), 'customer.country', /use "US"/],
  ['a short country in words', customer({ country: 'Mexico' }), 'customer.country', /use "MX"/],
  ['a payment in words', { payment_method: 'efectivo' }, 'payment_method', /use "01" \(Efectivo\)/],
  [
    'a payment of several in words',
    { payments: [{ method: 'tarjeta' }] },
    'payments[0].method',
    /use "02" .*o "03" /,
  ],
  ['a payment in words of two meanings', { payment_method: 'crédito' }, 'payment_method', /"03" .*o "14" /],
  ['an activity in a short word', { activity_code: 'hotel' }, 'activity_code', /use "55102" \(Hoteles\)/],
  [
    'a short word that is no country',
    customer({ country: 'Narnia' }),
    'customer.country',
    /vea \/catalogs\/countries/,
  ],
  [
    'an establishment by its kind',
    { establishment: 'Casa matriz' },
    'establishment',
    /use "M001" \(Casa Matriz\)/,
  ],
  [
    'a payment in words that mean nothing',
    { payment_method: 'trueque' },
    'payment_method',
    /vea \/catalogs\/payment-methods/,
  ],
  [
    'a department in words',
    customer({ department: 'La Libertad', municipality: '28' }),
    'customer.department',
    /use "05"/,
  ],
  [
    'a municipality in words',
    customer({ department: '06', municipality: 'San Salvador Centro' }),
    'customer.municipality',
    /use "0623"/,
  ],
  [
    'a municipality of before 2024 in words',
    customer({ department: '06', municipality: 'Apopa' }),
    'customer.municipality',
    /use district "062102"/,
  ],
  ['a district in words', customer({ district: 'Suchitoto' }), 'customer.district', /use "071715"/],
  [
    'a district code in words',
    customer({ department: '09', municipality: '11', district_code: 'Ilobasco' }),
    'customer.district_code',
    /use district "091103"/,
  ],
  [
    'a district of another department in words',
    customer({ department: '04', district: 'San Antonio del Mosco' }),
    'customer.district',
    /o existe el distrito [^"]*$/,
  ],
  [
    'a municipality of several departments in words',
    customer({ department: '04', municipality: 'San Antonio' }),
    'customer.municipality',
    /use district "043620" .* o district "043621" [^"]*$/,
  ],
  [
    'a municipality of another department in words',
    customer({ department: '04', municipality: 'San Antonio del Mosco' }),
    'customer.municipality',
    /o existe el municipio [^"]*; vea \/catalogs\/departments\.$/,
  ],
  ['an activity in words', { activity_code: 'Venta en supermercados' }, 'activity_code', /use "47111"/],
  [
    'an activity of a customer in words',
    customer({ activity_code: 'Cultivo de arroz' }),
    'customer.activity_code',
    /use "\d{5}"/,
  ],
  ['a unit in words', line({ unit: 'Kilogramos' }), 'lines[1].unit', /use "34"/],
  ['a short unit', line({ unit: 'kg' }), 'lines[1].unit', /use "34"/],
  ['a condition in words', { transaction_condition: 'crédito' }, 'transaction_condition', /use "2"/],
  ['a deadline in words', { transaction_condition: 2, deadline: 'meses' }, 'deadline', /use "2"/],
  ['an INCOTERM in words', exported({ incoterm: 'FOB' }), 'export.incoterm', /use "/],
  ['an establishment in words', { establishment: 'Sucursal Centro' }, 'establishment', /que tiene M001\.$/],
  ['a point of sale in words', { point_of_sale: 'Caja rápida' }, 'point_of_sale', /que tiene P001\.$/],
];

const BODY_CASES: readonly Case[] = [
  ['an unknown field', { custommer: {} }, 'custommer', /¿Quiso decir «customer»\?/],
  ['a field in another spelling', { docType: '01' }, 'docType', /«doc_type»/],
  ['a field that resembles none', { xyzzyxyzzy: 1 }, 'xyzzyxyzzy', /o es un campo conocido\.$/],
  ['no lines', { lines: undefined }, 'lines', /obligatorio/],
  ['null for lines', { lines: null }, 'lines', /lista/],
  ['an empty list of lines', { lines: [] }, 'lines', /al menos 1 elemento/],
  ['lines that are no list', { lines: {} }, 'lines', /lista/],
  [
    'a document type of another endpoint',
    { doc_type: '05' },
    'doc_type',
    /01, 03, 11\. Se emiten 05 con POST \/credit-memo y 14 con POST \/suex\./,
  ],
  ['a document type as a number', { doc_type: 1 }, 'doc_type', /texto/],
  ['a reference of 101 characters', { external_ref: 'é'.repeat(101) }, 'external_ref', /100/],
  ['a reference that is a number', { external_ref: 7 }, 'external_ref', /texto/],
  ['a reference with a line break', { external_ref: 'a\nb' }, 'external_ref', /control/],
  ['a reference with a control character', { external_ref: 'a\u0085b' }, 'external_ref', /U\+0085/],
  ['a reference with a zero-width space', { external_ref: 'a\u200b' }, 'external_ref', /U\+200B/],
  ['a reference with a byte order mark inside', { external_ref: 'a\ufeffb' }, 'external_ref', /U\+FEFF/],
  ['a reference with a soft hyphen', { external_ref: 'a\u00adb' }, 'external_ref', /U\+00AD/],
  ['a reference that turns its reader', { external_ref: '\u202ea' }, 'external_ref', /U\+202E/],
  ['a reference with a word joiner', { external_ref: 'a\u2060 ' }, 'external_ref', /U\+2060/],
  ['a customer that is a text', { customer: 'Ana' }, 'customer', /objeto/],
  ['a condition that does not exist', { transaction_condition: 4 }, 'transaction_condition', /mayor que 3/],
  ['a condition with decimals', { transaction_condition: 1.5 }, 'transaction_condition', /entero/],
  ['a condition that is no number', { transaction_condition: '1.0' }, 'transaction_condition', /entero/],
  [
    'a condition as text that does not exist',
    { transaction_condition: '4' },
    'transaction_condition',
    /que 3/,
  ],
  ['a period of nothing', { transaction_condition: 2, deadline: 1, period: 0 }, 'period', /menor que 1/],
  ['a deadline that does not exist', { transaction_condition: 2, deadline: 4 }, 'deadline', /mayor que 3/],
  ['a payment method that does not exist', { payment_method: '77' }, 'payment_method', /payment-methods/],
  ['payments that are too little', { payments: [{ method: '01', amount: 1 }] }, 'payments', /1\.13/],
  [
    'payments and a payment method',
    { ...pay({}), payment_method: '01' },
    'payment_method',
    /junto con payments/,
  ],
  ['21 payments', pay(...Array.from({ length: 21 }, () => ({}))), 'payments', /20/],
  [
    'an unknown activity',
    { activity_code: '99999' },
    'activity_code',
    /o existe el código «.*; vea \/catalogs\//,
  ],
  ['an unknown establishment', { establishment: 'M999' }, 'establishment', /establecimiento/],
  ['an unknown point of sale', { point_of_sale: 'P999' }, 'point_of_sale', /punto de venta/],
  ['too long observations', { observations: 'x'.repeat(3001) }, 'observations', /3000/],
  [
    'an appendix without label',
    { appendix: [{ field: 'a1', value: 'b' }] },
    'appendix[0].label',
    /obligatorio/,
  ],
];

function pay(...payments: readonly Change[]): Change {
  return { payments: payments.map((payment) => ({ method: '01', ...payment })) };
}

const LINE_CASES: readonly Case[] = [
  ['a misspelt discount', line({ discount_percent: 5 }), 'lines[1].discount_percent', /discount_percentage/],
  ['no description', line({ description: undefined }), 'lines[1].description', /obligatorio/],
  ['an empty description', line({ description: '' }), 'lines[1].description', /vacío/],
  ['1001 characters', line({ description: 'ñ'.repeat(1001) }), 'lines[1].description', /1000/],
  ['a description that is a number', line({ description: 5 }), 'lines[1].description', /texto/],
  ['no quantity', line({ quantity: undefined }), 'lines[1].quantity', /obligatorio/],
  ['a quantity with a comma', line({ quantity: '1,5' }), 'lines[1].quantity', /como 1\.50/],
  ['an empty quantity', line({ quantity: '' }), 'lines[1].quantity', /como 1\.50/],
  ['too many digits as text', line({ unit_price: '1E11' }), 'lines[1].unit_price', /11 dígitos/],
  ['an unknown unit', line({ unit: '98' }), 'lines[1].unit', /o existe el código «.*; vea \/catalogs\//],
  ['an unknown sale type', line({ sale_type: 'free' }), 'lines[1].sale_type', /taxed, exempt, non_subject/],
  ['an unknown item type', line({ item_type: 4 }), 'lines[1].item_type', /mayor que 3/],
  ['a field of another type', line({ is_service: true }), 'lines[1].is_service', /campo conocido/],
  ['a line that is a text', { lines: ['pan'] }, 'lines[0]', /objeto/],
  ['a code of 26 characters', line({ code: 'x'.repeat(26) }), 'lines[1].code', /25/],
];

const CUSTOMER_CASES: readonly Case[] = [
  ['an unknown field', customer({ mail: 'a@b.sv' }), 'customer.mail', /«email»/],
  [
    'an unknown document type',
    customer({ document_type: '99', nit: '1' }),
    'customer.document_type',
    /o existe el código «.*; vea \/catalogs\//,
  ],
  [
    'an unknown activity',
    customer({ activity_code: '1' }),
    'customer.activity_code',
    /o existe el código «.*; vea \/catalogs\//,
  ],
];

const OTHER_TYPES: readonly Case[] = [
  ['a CCF without customer', { doc_type: '03' }, 'customer', /obligatorio/],
  ['a kind of taxpayer that does not exist', ccf({ type_contributor: 5 }), 'customer.type_contributor', /4/],
  ['an export without customer', { doc_type: '11', export: goods }, 'customer', /obligatorio/],
  [
    'an unknown incoterm',
    exported({ incoterm: '99' }),
    'export.incoterm',
    /o existe el código «.*; vea \/catalogs\//,
  ],
];

async function refusal(change: Change) {
  const answer = await house.company.post('/invoice', invoiceBody(change));
  expectError(answer, 400, 'invalid_request');
  const { errors } = answer.body;
  const found: readonly unknown[] = Array.isArray(errors) ? errors : [];
  return { detail: answer.body['detail'], errors: found };
}

describe.each([
  ['words', WORD_CASES],
  ['body', BODY_CASES],
  ['line', LINE_CASES],
  ['customer', CUSTOMER_CASES],
  ['document of another type', OTHER_TYPES],
] as const)('POST /invoice with a wrong %s', (_, cases) => {
  it.each(cases)('refuses %s', async (_title, change, field, message) => {
    const { detail, errors } = await refusal(change);
    expect(errors).toContainEqual({ field, code: ANY_CODE, message: expect.stringMatching(message) });
    expect(detail).toMatch(message);
    expect(String(detail).startsWith(`${field}: `)).toBe(true);
  });
});

describe('POST /invoice with several mistakes', () => {
  it('names the first and counts the others', async () => {
    const { detail, errors } = await refusal({ establishment: 'M999', lines: [lineBody({ quantity: 0 })] });
    expect(errors).toHaveLength(2);
    expect(detail).toMatch(/\(y 1 problema más\)$/);
  });

  it('does not list thousands of them', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`campo_${index}`, 1]));
    const { errors } = await refusal(unknown);
    expect(errors).toHaveLength(50);
  });
});

describe('POST /invoice that was refused', () => {
  it('takes no number', async () => {
    const company = await house.addCompany();
    await company.post('/invoice', invoiceBody({ payment_method: '77' }));
    const { body } = await company.post('/invoice', invoiceBody());
    expect(body['control_number']).toBe('DTE-01-M001P001-000000000000001');
  });
});
