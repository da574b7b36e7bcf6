import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { sharedHouse } from '../../test/support/house.ts';
import type { Method } from '../../test/support/http-caller.ts';
import { invoiceBody } from '../../test/support/request-bodies.ts';
import { expectError, expectHeaders, STRANGERS } from '../../test/support/response-headers.ts';

const house = sharedHouse();

describe('an address that leads nowhere', () => {
  it.each<[Method, string]>([
    ['GET', '/'],
    ['GET', '/invoice'],
    ['GET', '/Status/x'],
    ['GET', '/status'],
    ['GET', '/status/a/b'],
    ['GET', '/invoices'],
    ['POST', '/status/x'],
    ['PUT', '/invoice'],
    ['PATCH', '/invoice'],
    ['DELETE', '/invoice'],
    ['OPTIONS', '/invoice'],
    ['POST', '/catalogs/units'],
  ])('%s %s is a 404, with a key and without', async (method, path) => {
    for (const caller of [house.company, house.caller(null)]) {
      const answer = await caller.call(method, path);
      expectError(answer, 404, 'path_not_found');
    }
  });

  it('is counted for a caller with a key, and no place for a wrong one', async () => {
    const caller = await house.company.withKey({ perMinute: 100, perHour: 100 });
    const first = await caller.get('/nada');
    const second = await caller.get('/nada');
    const remaining = [first, second].map(({ headers }) => headers['x-ratelimit-remaining-hour']);
    expect(remaining).toEqual(['99', '98']);
    expectError(await house.caller('sello_test_mal').get('/nada'), 401, 'unauthorized');
  });

  it('is no document where the reference is missing', async () => {
    expectError(await house.company.get('/status/'), 404, 'document_not_found');
    expectError(await house.company.get('/file/?type=json'), 404, 'document_not_found');
  });

  it('is a 400 where it cannot be decoded', async () => {
    for (const path of ['/status/%', '/status/%E0%A4%A', '/file/%ff?type=json'])
      expectError(await house.company.get(path), 400, 'malformed_request');
  });

  it.each<[Method, string]>([
    ['HEAD', '/nada'],
    ['HEAD', '/invoice'],
  ])('%s %s has headers and no body', async (method, path) => {
    const answer = await house.caller(null).call(method, path);
    expect([answer.status, answer.text]).toEqual([404, '']);
    expectHeaders(answer);
  });
});

describe('the headers of every response', () => {
  it('are those of the key, counted down, whatever the status', async () => {
    const caller = await house.company.withKey({ perMinute: 1000, perHour: 9 });
    const body = invoiceBody();
    const answers = [
      await caller.post('/invoice', body),
      await caller.post('/invoice', { ...body, doc_type: '11' }),
      await caller.post('/invoice', '{'),
      await caller.get('/status/nada'),
      await caller.get(`/status/${body['external_ref']}`),
      await caller.call('HEAD', `/status/${body['external_ref']}`),
      await caller.get('/nada'),
      await caller.get('/catalogs/units?search=a&search=b'),
      await caller.get('/catalogs/units'),
      await caller.get('/catalogs/units'),
    ];
    for (const answer of answers) expectHeaders(answer);
    expect(answers.map(({ status, headers }) => [status, headers['x-ratelimit-remaining-hour']])).toEqual([
      [200, '8'],
      [400, '7'],
      [400, '6'],
      [404, '5'],
      [200, '4'],
      [200, '3'],
      [404, '2'],
      [400, '1'],
      [200, '0'],
      [429, '0'],
    ]);
  });

  it('give nobody on another site access', async () => {
    const answer = await house.company.get('/catalogs/units', { origin: 'https://example.com' });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

/** What a server says to raw bytes until it hangs up. */
async function say(bytes: string): Promise<string> {
  const { port, hostname } = new URL(house.node.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).end(bytes);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('utf8');
  });
  await once(socket, 'close');
  return text;
}

describe('bytes that are no HTTP request', () => {
  it.each([
    ['nonsense', 'hola\r\n\r\n'],
    ['a length that is none', 'POST /invoice HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'],
    ['too many headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n'],
    [
      'two lengths',
      'POST /invoice HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%s gets the one shape of all errors', async (_, bytes) => {
    const [head = '', body = ''] = (await say(bytes)).split('\r\n\r\n');
    const [line, ...headers] = head.split('\r\n');
    expect(line).toBe('HTTP/1.1 400 Bad Request');
    expect(Object.fromEntries(headers.map((header) => header.split(': ')))).toMatchObject(STRANGERS);
    expect(JSON.parse(body)).toEqual({
      detail: 'La solicitud HTTP no es válida.',
      code: 'malformed_request',
    });
  });
});
