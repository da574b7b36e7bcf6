import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from '../support/house.ts';
import { freshRef, invoiceBody, lineBody, suexBody } from '../support/request-bodies.ts';
import { expectError } from '../support/response-headers.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const lines = (count: number) => Array.from({ length: count }, () => lineBody());
/** One code point, two UTF-16 units, four bytes. */
const BREAD = '\u{1F35E}';

/** A body with a piece of JSON text where the first line's quantity stands. */
function withNumber(number: string): string {
  return JSON.stringify(invoiceBody({ lines: [lineBody({ quantity: 777 })] })).replace('777', number);
}

function withText(field: string, text: string): string {
  return `{"external_ref":"${freshRef()}","${field}":"${text}","lines":[${JSON.stringify(lineBody())}]}`;
}

const NOTHING = 'lines[0].quantity: debe ser mayor que cero; se redondea a 8 decimales.';
const TOO_LARGE = 'lines[0].quantity: admite como máximo 11 dígitos enteros.';

describe('every limit of specification part 8 is a 400 whose detail names the field', () => {
  it.each<[string, () => unknown, string]>([
    ['2,001 lines', () => invoiceBody({ lines: lines(2001) }), 'lines: admite como máximo 2000 elementos.'],
    [
      '2,001 lines of a purchase',
      () => suexBody({ lines: lines(2001) }),
      'lines: admite como máximo 2000 elementos.',
    ],
    [
      'a million lines',
      () => `{"lines":[${'{},'.repeat(1_000_000)}{}]}`,
      'lines: admite como máximo 2000 elementos.',
    ],
    [
      'a hundred thousand fields',
      () => `{${Array.from({ length: 100_000 }, (_, n) => `"f${n}":1`).join(',')}}`,
      'Admite como máximo 100 campos.',
    ],
    [
      '1,001 characters',
      () => invoiceBody({ lines: [lineBody({ description: BREAD.repeat(1001) })] }),
      'lines[0].description: admite como máximo 1000 caracteres.',
    ],
    [
      'a reference of 101 characters',
      () => invoiceBody({ external_ref: BREAD.repeat(101) }),
      'external_ref: admite como máximo 100 caracteres.',
    ],
    [
      '33 levels',
      () => `${'['.repeat(33)}${']'.repeat(33)}`,
      'El cuerpo tiene más de 32 niveles de anidamiento.',
    ],
    ['5 MB and a byte', () => ' '.repeat(5 * 1024 * 1024 + 1), 'El cuerpo supera el máximo de 5 MB.'],
    [
      'a NUL',
      () => withText('observations', String.raw`a\u0000b`),
      'observations: contiene el carácter de control U+0000 en la posición 2.',
    ],
    [
      'an escape',
      () => withText('observations', String.raw`\u001b[2J`),
      'observations: contiene el carácter de control U+001B en la posición 1.',
    ],
    [
      'half a character',
      () => withText('customer_name', String.raw`\udc00`),
      'customer_name: contiene medio carácter Unicode (U+DC00) en la posición 1.',
    ],
    [
      'a description of blanks',
      () => invoiceBody({ lines: [lineBody({ description: ' \t\n\u00a0' })] }),
      'lines[0].description: no puede estar en blanco.',
    ],
    [
      'a description of blanks of a purchase',
      () => suexBody({ lines: [lineBody({ description: ' ' })] }),
      'lines[0].description: no puede estar en blanco.',
    ],
    ...['.', '..'].map((external_ref): [string, () => unknown, string] => [
      `a reference ${external_ref}`,
      () => invoiceBody({ external_ref }),
      'external_ref: no puede ser solo «.» ni «..»: con ella no se podría consultar el documento.',
    ]),
    [
      '21 payments',
      () => invoiceBody({ payments: Array(21).fill({ method: '01' }) }),
      'payments: admite como máximo 20 elementos.',
    ],
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
    ['1e11', () => withNumber('1e11'), TOO_LARGE],
    ['400 digits', () => withNumber('9'.repeat(400)), TOO_LARGE],
    ['12 digits', () => withNumber('100000000000'), TOO_LARGE],
    ['12 digits as text', () => withNumber('"100000000000"'), TOO_LARGE],
    ['12 digits once rounded', () => withNumber('99999999999.999999995'), TOO_LARGE],
    ['1E-9', () => withNumber('1E-9'), NOTHING],
    ['less than half of the least quantity', () => withNumber('0.00000000499999'), NOTHING],
    ['minus nothing', () => withNumber('-0.0'), NOTHING],
    ['nothing', () => withNumber('0'), NOTHING],
    ['less than nothing', () => withNumber('-1'), NOTHING],
    [
      'a text that is no number',
      () => withNumber('"1,5"'),
      'lines[0].quantity: debe ser un número, como 1.50.',
    ],
    ['two prices', () => withNumber('1,"unit_price":5'), 'lines[0].unit_price: aparece más de una vez.'],
    [
      'two customers, one in other letters',
      () => String.raw`{"customer":{},"lines":[],"c\u0075stomer":{}}`,
      'customer: aparece más de una vez.',
    ],
    [
      'an unknown field',
      () => invoiceBody({ lines: [lineBody({ discount_percentaje: 5 })] }),
      'lines[0].discount_percentaje: no es un campo conocido. ¿Quiso decir «discount_percentage»?',
    ],
  ])('%s', async (title, body, detail) => {
    const path = title.includes('purchase') ? '/suex' : '/invoice';
    const answer = await house.company.post(path, body());
    expect(answer.body['detail']).toBe(detail);
    expect(answer.status).toBe(400);
  });

  it.each<[string, Readonly<Record<string, string | undefined>>]>([
    ['another type', { 'content-type': 'application/xml' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['no type', { 'content-type': undefined }],
    ['gzip', { 'content-encoding': 'gzip' }],
    ['two encodings', { 'content-encoding': 'gzip, br' }],
  ])('a body with %s', async (_title, headers) => {
    const answer = await house.company.post('/invoice', invoiceBody(), headers);
    expectError(answer, 400, 'unsupported_content_type');
  });

  it('bytes that are no UTF-8', async () => {
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc0, 0x80]]) {
      const body = Buffer.concat([Buffer.from('{"customer_name":"'), Buffer.from(bytes), Buffer.from('"}')]);
      expectError(await house.company.post('/invoice', body), 400, 'invalid_encoding');
    }
  });
});

it('names in a list of errors begin as they are written', async () => {
  const answer = await house.company.post(
    '/invoice',
    invoiceBody({ lines: [lineBody({ quantity: 99_999_999_999, unit_price: 99_999_999_999 })] }),
  );
  expect(answer.body['errors']).toEqual([
    {
      field: 'lines[0]',
      code: 'too_large',
      message: 'quantity × unit_price debe ser menor que 100,000,000,000.',
    },
  ]);
});

describe('what lies within the limits is issued', () => {
  it.each<[string, () => unknown]>([
    ['2,000 lines', () => invoiceBody({ lines: lines(2000) })],
    ['1,000 characters', () => invoiceBody({ lines: [lineBody({ description: BREAD.repeat(1000) })] })],
    ['a reference of 100 characters', () => invoiceBody({ external_ref: BREAD.repeat(100) })],
    [
      '5 MB',
      () =>
        Buffer.concat([Buffer.from(JSON.stringify(invoiceBody())), Buffer.alloc(5 * 1024 * 1024 - 200, ' ')]),
    ],
    ['8 decimals', () => withNumber('1234.12345678')],
    ['the least quantity', () => withNumber('0.00000001')],
    ['half of the least quantity', () => withNumber('5e-9')],
    ['zeros at the end', () => withNumber('1.00000000000000000000')],
    ['more digits than a document keeps', () => withNumber('3.3333333333333335')],
    ['an exponent', () => withNumber('1.0E1')],
    ['a number as text', () => withNumber('"1.50"')],
    ['the line ends of Windows', () => withText('observations', String.raw`a\r\nb`)],
  ])('%s', async (_title, body) => {
    const answer = await house.company.post('/invoice', body());
    expect(answer.body).toMatchObject({ success: true, posted: true });
  });
});

describe('a parameter that is misspelt', () => {
  it.each([
    ['/catalogs/units?serch=x', 'serch: no es un parámetro conocido. ¿Quiso decir «search»?'],
    ['/catalogs/districts/search?Page=2', 'Page: no es un parámetro conocido. ¿Quiso decir «page»?'],
    ['/status/x?includeDte=1', 'includeDte: no es un parámetro conocido. ¿Quiso decir «include_dte»?'],
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

  it('is none where a body is sent', async () => {
    expect((await house.company.post('/invoice?dry_run=1', invoiceBody())).status).toBe(200);
  });

  it('is no mistake of somebody who opens a link that another site has lengthened', async () => {
    const issued = await house.company.post('/invoice', invoiceBody());
    const link = new URL(String(issued.body['json_url']));
    const opened = await house.caller(null).get(`${link.pathname}${link.search}&fbclid=x`);
    expect(opened.status).toBe(200);
  });
});
