import { describe, expect, it } from 'vitest';
import {
  ccfBody,
  contribuyenteBody,
  freshRef,
  invoiceBody,
  lineBody,
  noteBody,
  suexBody,
} from '../support/request-bodies.ts';
import { expectError } from '../support/response-headers.ts';
import { sharedHouse } from '../support/shared-house.ts';

/**
 * What lies at and beyond the limits of specification part 8. The routes' own tests and those of `src/http/bodies.ts`
 * show the plain mistakes; here stand those that are huge, or a hair's breadth from right.
 */
const house = sharedHouse();

const lines = (count: number) => Array.from({ length: count }, () => lineBody());
/** One code point, two UTF-16 units, four bytes. */
const BREAD = '\u{1F35E}';

/** A body with a piece of JSON text where the first line's quantity stands. */
function withNumber(number: string): string {
  return JSON.stringify(invoiceBody({ lines: [lineBody({ quantity: 777 })] })).replace('777', number);
}

const NOTHING = 'lines[0].quantity: debe ser mayor que cero; se redondea a 8 decimales.';
const TOO_LARGE = 'lines[0].quantity: admite como máximo 11 dígitos enteros.';
const BLANK = 'lines[0].description: no puede estar vacío. (y 1 problema más)';
const TOO_MANY = 'lines: admite como máximo 2000 elementos.';

describe('beyond a limit is a 400 whose detail names the field', () => {
  it.each<[string, () => unknown, string]>([
    ['2,001 lines of a purchase', () => suexBody({ lines: lines(2001) }), TOO_MANY],
    ['a million lines', () => `{"lines":[${'{},'.repeat(1_000_000)}{}]}`, TOO_MANY],
    [
      'a hundred thousand fields',
      () => `{${Array.from({ length: 100_000 }, (_, n) => `"f${n}":1`).join(',')}}`,
      'Admite como máximo 100 campos.',
    ],
    [
      '1,001 characters of two units each',
      () => invoiceBody({ lines: [lineBody({ description: BREAD.repeat(1001) })] }),
      'lines[0].description: admite como máximo 1000 caracteres.',
    ],
    [
      'a description of blanks',
      () => invoiceBody({ lines: [lineBody({ description: ' \t\n\u00a0' })] }),
      BLANK,
    ],
    [
      'a description of blanks of a purchase',
      () => suexBody({ lines: [lineBody({ description: ' ' })] }),
      BLANK,
    ],
    ...['.', '..'].map((external_ref): [string, () => unknown, string] => [
      `a reference ${external_ref}`,
      () => invoiceBody({ external_ref }),
      'external_ref: no puede ser solo «.» ni «..»: con ella no se podría consultar el documento.',
    ]),
    [
      '2,001 payments',
      () => invoiceBody({ payments: Array(2001).fill({ method: '01' }) }),
      'payments: admite como máximo 20 elementos.',
    ],
    [
      '2,001 of what is no field',
      () => invoiceBody({ pagos: Array(2001).fill(0) }),
      'pagos: admite como máximo 2000 elementos.',
    ],
    [
      'an unknown field of 100,000 characters',
      () => ({ ...invoiceBody(), [BREAD.repeat(100_000)]: 1 }),
      `${BREAD.repeat(60)}…: no es un campo conocido.`,
    ],
    [
      'a field of 100,000 characters twice',
      () => `{"${'x'.repeat(100_000)}":1,"${'x'.repeat(100_000)}":2}`,
      `${'x'.repeat(60)}…: aparece más de una vez.`,
    ],
    ['1e400', () => withNumber('1e400'), TOO_LARGE],
    ['400 digits', () => withNumber('9'.repeat(400)), TOO_LARGE],
    ['12 digits once rounded', () => withNumber('99999999999.999999995'), TOO_LARGE],
    ['1E-9', () => withNumber('1E-9'), NOTHING],
    ['less than half of the least quantity', () => withNumber('0.00000000499999'), NOTHING],
    ['minus nothing', () => withNumber('-0.0'), NOTHING],
    ['two prices', () => withNumber('1,"unit_price":5'), 'lines[0].unit_price: aparece más de una vez.'],
    [
      'two customers, one in other letters',
      () => String.raw`{"customer":{},"lines":[],"c\u0075stomer":{}}`,
      'customer: aparece más de una vez.',
    ],
  ])('%s', async (title, body, detail) => {
    const path = title.includes('purchase') ? '/suex' : '/invoice';
    const answer = await house.company.post(path, body());
    expect(answer.body['detail']).toBe(detail);
    expect(answer.status).toBe(400);
  });

  it('bytes that are no UTF-8', async () => {
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc0, 0x80]]) {
      const body = Buffer.concat([Buffer.from('{"customer_name":"'), Buffer.from(bytes), Buffer.from('"}')]);
      expectError(await house.company.post('/invoice', body), 400, 'invalid_encoding');
    }
  });

  it('a product of two numbers, in words that begin as names are written', async () => {
    const wide = lineBody({ quantity: 99_999_999_999, unit_price: 99_999_999_999 });
    const answer = await house.company.post('/invoice', invoiceBody({ lines: [wide] }));
    const message = 'quantity × unit_price debe ser menor que 100,000,000,000.';
    expect(answer.body['errors']).toEqual([{ field: 'lines[0]', code: 'too_large', message }]);
  });
});

describe('what lies within the limits is issued', () => {
  it.each<[string, () => unknown]>([
    ['2,000 lines', () => invoiceBody({ lines: lines(2000) })],
    ['1,000 characters', () => invoiceBody({ lines: [lineBody({ description: BREAD.repeat(1000) })] })],
    ['a reference of 100 characters', () => invoiceBody({ external_ref: BREAD.repeat(100) })],
    ['8 decimals', () => withNumber('1234.12345678')],
    ['the least quantity', () => withNumber('0.00000001')],
    ['half of the least quantity', () => withNumber('5e-9')],
  ])('%s', async (_title, body) => {
    const answer = await house.company.post('/invoice', body());
    expect(answer.body).toMatchObject({ success: true, posted: true });
  });
});

/** The signed document of a posted body, but for its identity. */
async function documentOf(fields: string): Promise<unknown> {
  const { body, text } = await house.company.post('/invoice', `{"external_ref":"${freshRef()}",${fields}}`);
  expect(body, text).toMatchObject({ dte_success: true });
  const status = await house.company.get(`/status/${body['document_id']}?include_dte=1`);
  const { identificacion, ...document } = Object(status.body['schema']);
  expect(identificacion).toMatchObject({ ambiente: '00' });
  return document;
}

it.each([
  [
    'numbers as floats, exponents and text',
    '"lines":[{"description":"Pan","unit_price":"1.50","quantity":3.3333333333333335,"discount_percentage":"1.0E1"}]',
    '"lines":[{"description":"Pan","unit_price":1.5,"quantity":3.33333333,"discount_percentage":10}]',
  ],
  [
    'nothing as empty texts and lists',
    '"lines":[{"description":"Pan","unit_price":1,"quantity":1}],"customer":[],"payments":"","period":"","vendedor":null',
    '"lines":[{"description":"Pan","unit_price":1,"quantity":1}]',
  ],
  [
    'codes as text, and credit without terms',
    `"doc_type":"03","lines":[{"description":"Pan","unit_price":1,"quantity":1}],"transaction_condition":"2","customer":${JSON.stringify(contribuyenteBody({ type_contributor: '1' }))}`,
    `"doc_type":"03","lines":[{"description":"Pan","unit_price":1,"quantity":1}],"transaction_condition":2,"deadline":1,"period":1,"customer":${JSON.stringify(contribuyenteBody())}`,
  ],
])('%s make the same document as a plain body', async (_title, sent, meant) => {
  expect(await documentOf(sent)).toEqual(await documentOf(meant));
});

it('a route may be told the one type that it issues', async () => {
  const { body: ccf } = await house.company.post('/invoice', ccfBody());
  const note = noteBody(ccf['document_id'], { doc_type: '05' });
  for (const [path, body] of [
    ['/suex', suexBody({ doc_type: '14' })],
    ['/credit-memo', note],
  ] as const)
    expect((await house.company.post(path, body)).body, path).toMatchObject({ dte_success: true });
});

describe('a parameter that is misspelt', () => {
  it.each([
    ['/catalogs/districts/search?Page=2', 'Page: no es un parámetro conocido. ¿Quiso decir «page»?'],
    ['/file/x?typ=json', 'typ: no es un parámetro conocido. ¿Quiso decir «type»?'],
    [
      '/catalogs/districts/search?Q=x&pag=2',
      'Q: no es un parámetro conocido. ¿Quiso decir «q»? (y 1 problema más)',
    ],
  ])('is a 400: %s', async (path, detail) => {
    const answer = await house.company.get(path);
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['detail']).toBe(detail);
  });

  it.each([
    '/catalogs/districts/search?term=san&_type=query&q=san&page=1&_=17',
    '/catalogs/districts/search?search=x&v=1',
    '/catalogs/units?__proto__=1&a[]=1&a[]=2',
  ])('is none that resembles nothing: %s', async (path) => {
    expect((await house.company.get(path)).status).toBe(200);
  });

  it('is none where a body is sent, or on a link that another site has lengthened', async () => {
    const issued = await house.company.post('/invoice?dry_run=1', invoiceBody());
    expect(issued.status).toBe(200);
    const link = new URL(String(issued.body['json_url']));
    const opened = await house.caller(null).get(`${link.pathname}${link.search}&fbclid=x`);
    expect(opened.status).toBe(200);
  });
});
