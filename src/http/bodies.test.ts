import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { openSocket } from '../../test/door/raw-request.ts';
import { invoiceBody, lineBody } from '../../test/support/request-bodies.ts';
import { expectError } from '../../test/support/response-headers.ts';
import { sharedHouse } from '../../test/support/shared-house.ts';
import { InvoiceBodySchema } from '../requests/invoice/schema.ts';
import { firstProblemIn, isOf } from '../schema/check.ts';
import { ALL_PROBLEMS_BYTES, readRest } from './bodies.ts';

const house = sharedHouse();

function post(body: unknown, headers: Readonly<Record<string, string | undefined>> = {}) {
  return house.company.post('/invoice', body, headers);
}

/** A body of that depth: the object itself is the first level. */
function nested(depth: number): string {
  return `{"lines":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
}

const LONE_SURROGATE = String.raw`{"external_ref":"a\ud800","lines":[]}`;
const NUL = String.raw`{"customer":{"name":"a\u0000b"},"lines":[]}`;
const CONTROL = JSON.stringify(invoiceBody({ lines: [lineBody({ description: 'uno\u0007' })] }));
const C1 = JSON.stringify(invoiceBody({ observations: 'a\u0085b' }));
const BAD_NAME = String.raw`{"customer":{"na\u0000me":1}}`;
const NOT_UTF8 = Buffer.from('{"lines":[],"customer_name":"\u00f1"}', 'latin1');
const OVERLONG = Buffer.concat([
  Buffer.from('{"customer_name":"'),
  Buffer.from([0xc0, 0xaf]),
  Buffer.from('"}'),
]);

describe('a body that is no JSON', () => {
  it.each([
    ['nothing', '', 'termina antes de tiempo'],
    ['blanks', '   ', 'termina antes de tiempo'],
    ['half an object', '{"lines":', 'termina antes de tiempo'],
    ['a comma too many', '{"lines":[],}', 'error en la posición 12'],
    ['single quotes', "{'lines':[]}", 'error en la posición 1'],
    ['two values', '{} {}', 'error en la posición 3'],
    ['NaN', '{"lines":NaN}', 'error en la posición 9'],
    ['half a text', '{"lines":"', 'termina antes de tiempo'],
    ['a comment', '{/* pan */}', 'error en la posición 1'],
  ])('%s is refused with the place', async (_, body, where) => {
    const answer = await post(body);
    expectError(answer, 400, 'malformed_json');
    expect(answer.body['detail']).toContain(where);
  });

  it.each(['[]', '"x"', '7', 'null', 'true'])('%s is no object', async (body) => {
    const answer = await post(body);
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['detail']).toBe('Debe ser un objeto.');
  });

  it('is refused where there is none at all', async () => {
    const answer = await house.company.call('POST', '/invoice');
    expectError(answer, 400, 'invalid_request');
  });
});

describe('a body whose text cannot be signed as it was sent', () => {
  it.each([
    ['Latin-1', NOT_UTF8],
    ['overlong UTF-8', OVERLONG],
    ['UTF-16', Buffer.from('{"lines":[]}', 'utf16le').subarray(1)],
  ])('%s is refused', async (_, body) => {
    expectError(
      await post(body),
      400,
      body.includes(0xf1) || body.includes(0xc0) ? 'invalid_encoding' : 'malformed_json',
    );
  });

  it.each([
    [LONE_SURROGATE, 'external_ref', 'Contiene medio carácter Unicode (U+D800) en la posición 2.'],
    [NUL, 'customer.name', 'Contiene el carácter de control U+0000 en la posición 2.'],
    [CONTROL, 'lines[0].description', 'Contiene el carácter de control U+0007 en la posición 4.'],
    [C1, 'observations', 'Contiene el carácter de control U+0085 en la posición 2.'],
    [BAD_NAME, 'customer', 'El nombre de un campo contiene un carácter de control o medio carácter Unicode.'],
  ])('%s is refused where it stands', async (body, field, message) => {
    const answer = await post(body);
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['errors']).toEqual([{ field, code: 'bad_character', message }]);
  });

  it('may begin with a byte order mark', async () => {
    const body = Buffer.from(`\ufeff${JSON.stringify(invoiceBody())}`);
    expect((await post(body)).body).toMatchObject({ dte_success: true });
  });
});

describe('a body beyond the limits', () => {
  it('is refused at the 33rd level, also where the brackets never close', async () => {
    for (const body of [nested(33), '['.repeat(100_000), '{"a":'.repeat(5000)])
      expectError(await post(body), 400, 'body_too_deep');
    expectError(await post(nested(32)), 400, 'invalid_request');
  });

  it('counts no bracket inside a text', async () => {
    const body = invoiceBody({ observations: `${'['.repeat(500)}"{{{\\` });
    expect((await post(body)).body).toMatchObject({ dte_success: true });
  });
});

describe('a body with many mistakes', () => {
  const wrong = Array.from({ length: 60 }, () => lineBody({ description: 7 }));
  const padded = (body: object, bytes: number): string => {
    const without = JSON.stringify({ ...body, pad: '' });
    return without.replace('"pad":""', `"pad":"${'x'.repeat(bytes - without.length)}"`);
  };

  it('is told 50 of them, and once it is large the first alone', async () => {
    const body = invoiceBody({ lines: wrong });
    const small = await post(padded(body, ALL_PROBLEMS_BYTES));
    expectError(small, 400, 'invalid_request');
    expect(small.body['errors']).toHaveLength(50);
    const large = await post(padded(body, ALL_PROBLEMS_BYTES + 1));
    expectError(large, 400, 'invalid_request');
    expect(large.body['errors']).toEqual([(small.body['errors'] as readonly unknown[])[0]]);
  });

  it.each(['/invoice', '/suex', '/credit-memo', '/invalidate/none'])('has one at %s', async (path) => {
    const body = padded({ lines: wrong, items: wrong, more: 1 }, ALL_PROBLEMS_BYTES + 1);
    const answer = await house.company.post(path, body);
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['errors']).toHaveLength(1);
  });

  it('is answered with its original, however large it is', async () => {
    const body = invoiceBody();
    const original = await post(body);
    const again = await post(padded(body, ALL_PROBLEMS_BYTES + 1));
    expect(again.body).toEqual({ ...original.body, is_duplicate: true });
  });

  it('costs no time behind the first', () => {
    const names = Array.from({ length: 100 }, (_, place) => [`name${place}`, 0]);
    const body = { lines: Array.from({ length: 2_000 }, () => Object.fromEntries(names)) };
    const timed = (judge: () => unknown): number => {
      judge();
      const started = performance.now();
      judge();
      return performance.now() - started;
    };
    const all = timed(() => isOf(InvoiceBodySchema, body));
    expect(timed(() => firstProblemIn(body, InvoiceBodySchema))).toBeLessThan(all / 5);
  });
});

describe('a body of another type', () => {
  it.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/problem+json',
    'application/jsonp',
    'json',
  ])('%s is refused', async (type) => {
    const answer = await post(JSON.stringify(invoiceBody()), { 'content-type': type });
    expectError(answer, 400, 'unsupported_content_type');
  });

  it('is refused without a type, and compressed', async () => {
    const body = JSON.stringify(invoiceBody());
    expectError(await post(body, { 'content-type': undefined }), 400, 'unsupported_content_type');
    for (const encoding of ['gzip', 'br', 'deflate'])
      expectError(await post(body, { 'content-encoding': encoding }), 400, 'unsupported_content_type');
  });

  it.each(['identity', 'Identity'])('is read with the encoding %s, which is none', async (encoding) => {
    expect((await post(invoiceBody(), { 'content-encoding': encoding })).body).toMatchObject({
      dte_success: true,
    });
  });

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset=UTF-8'])(
    '%s is read',
    async (type) => {
      expect((await post(invoiceBody(), { 'content-type': type })).body).toMatchObject({ dte_success: true });
    },
  );
});

describe('names that mean something to JavaScript', () => {
  it.each([
    ['__proto__', '{"__proto__":{"doc_type":"01"},"lines":[]}', '__proto__'],
    ['constructor', '{"constructor":{},"lines":[]}', 'constructor'],
    ['a prototype in a line', '{"lines":[{"__proto__":{}}]}', 'lines[0].__proto__'],
    ['toString', '{"customer":{"toString":1},"lines":[]}', 'customer.toString'],
  ])('%s is an unknown field like any other', async (_, body, field) => {
    const answer = await post(body);
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['errors']).toContainEqual({
      field,
      code: 'unknown_field',
      message: 'No es un campo conocido.',
    });
  });

  it('do nothing as a reference', async () => {
    for (const external_ref of ['__proto__', 'constructor', '../../etc', "'; DROP TABLE documents; --"]) {
      expect((await post(invoiceBody({ external_ref }))).body).toMatchObject({
        external_ref,
        dte_success: true,
      });
      const found = await house.company.get(`/status/${encodeURIComponent(external_ref)}`);
      expect(found.body).toMatchObject({ external_ref });
    }
  });
});

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A request whose head announces so many bytes, and of which so many have been sent. */
async function requestOf(announced: number, sent: number): Promise<IncomingMessage> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const socket = openSocket(`http://127.0.0.1:${port}`);
  closers.push(
    () => server.close(),
    () => socket.destroy(),
  );
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${announced}\r\n\r\n${'x'.repeat(sent)}`);
  const [request] = await once(server, 'request');
  return request;
}

describe('the rest of a body', () => {
  it('is read to its end', async () => {
    const request = await requestOf(300_000, 300_000);
    expect(await readRest(request, { bytes: 300_000, forMs: 5_000, silentMs: 5_000 })).toBe(true);
    expect(request.complete).toBe(true);
    expect(await readRest(request)).toBe(true);
  });

  it('is none of a request that came by no connection and was read', async () => {
    const app = fastify();
    app.post('/', (request) => readRest(request.raw, { bytes: 0, forMs: 2_000, silentMs: 2_000 }));
    const { body } = await app.inject({ method: 'POST', url: '/', payload: { large: true } });
    expect(body).toBe('true');
  });

  it('is left where it is too much', async () => {
    const request = await requestOf(300_000, 300_000);
    expect(await readRest(request, { bytes: 299_999, forMs: 5_000, silentMs: 5_000 })).toBe(false);
  });

  it('is left where it does not come', async () => {
    const request = await requestOf(300_000, 100);
    const started = performance.now();
    expect(await readRest(request, { bytes: 300_000, forMs: 100, silentMs: 5_000 })).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('ends with the connection', async () => {
    const request = await requestOf(300_000, 100);
    const reading = readRest(request);
    request.destroy();
    expect(await reading).toBe(true);
  });
});
