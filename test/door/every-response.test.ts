import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/signer/api-key.ts';
import type { CallOptions, Method } from '../support/http-caller.ts';
import { expectError, expectHeaders, STRANGERS } from '../support/response-headers.ts';
import { shared } from '../support/shared.ts';
import { sharedHouse } from '../support/shared-house.ts';
import { answersIn, sayRaw } from './raw-request.ts';

const house = sharedHouse({ certificate: 'none' });
const caller = shared(() => house.company.withKey({ perMinute: 1000, perHour: 1000 }));

const remaining = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  Number(headers['x-ratelimit-remaining-hour']);

/** How many requests the work has used of the key, beside those that ask. */
async function used(work: () => Promise<unknown>): Promise<number> {
  const before = remaining(await caller.get('/catalogs/units?search=zzz'));
  await work();
  return before - remaining(await caller.get('/catalogs/units?search=zzz')) - 1;
}

const BODY: CallOptions = { body: '{' };

describe('what a key has asked', () => {
  it.for<[string, Method, string, number, CallOptions]>([
    ['a catalog', 'GET', '/catalogs/units', 200, {}],
    ['the head of a catalog', 'HEAD', '/catalogs/units', 200, {}],
    ['a document that is not there', 'GET', '/status/nada', 404, {}],
    ['a path that is not there', 'GET', '/nada', 404, {}],
    ['a path that is not there, with a body that is none', 'POST', '/nada', 404, BODY],
    ['the head of nothing', 'HEAD', '/nada', 404, {}],
    ['another method', 'DELETE', '/invoice', 404, {}],
    ['a method of WebDAV', 'OPTIONS', '*', 404, {}],
    ['an address that cannot be decoded', 'GET', '/status/%', 400, {}],
    ['a reference beyond all length', 'GET', `/status/${'x'.repeat(1300)}`, 404, {}],
    ['a parameter that is misspelt', 'GET', '/catalogs/units?serach=x', 400, {}],
    ['half a body', 'POST', '/invoice', 400, BODY],
    ['no body', 'POST', '/invoice', 400, {}],
    ['a body that is too large', 'POST', '/invoice', 400, { body: Buffer.alloc(5 * 1024 * 1024 + 1, 0x20) }],
    ['a body of another type', 'POST', '/invoice', 400, { ...BODY, headers: { 'content-type': 'text/xml' } }],
    ['a compressed body', 'POST', '/invoice', 400, { ...BODY, headers: { 'content-encoding': 'gzip' } }],
    ['an expectation', 'GET', '/catalogs/units', 400, { headers: { expect: 'tea' } }],
  ])('is counted: %s', async ([, method, path, status, options]) => {
    const count = await used(async () => {
      const answer = await callOrSay(method, path, options);
      expect(answer.status).toBe(status);
      expectHeaders(answer);
      expect(answer.headers['x-ratelimit-limit-hour']).toBe('1000');
    });
    expect(count).toBe(1);
  });

  it.each([
    ['another key', createApiKey('00').text],
    ['half a key', 'sello_test_x'],
  ])('is not what somebody with %s has asked', async (_title, key) => {
    const count = await used(async () => {
      for (const path of ['/catalogs/units', '/nada', '/status/%']) {
        const answer = await house.caller(key).get(path);
        expectError(answer, 401, 'unauthorized');
        expect(answer.headers).toMatchObject(STRANGERS);
      }
    });
    expect(count).toBe(0);
  });

  it('is not what was refused for being too much', async () => {
    const tight = await house.company.withKey({ perMinute: 1000, perHour: 2 });
    for (const path of ['/status/%', '/nada']) await tight.get(path);
    for (const path of ['/status/%', '/nada', '/catalogs/units', '/invoice', '/status/%']) {
      const answer = await tight.get(path);
      expectError(answer, 429, 'rate_limited_hour');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.headers).toMatchObject({ 'x-ratelimit-remaining-minute': '998' });
    }
  });
});

/** The client refuses to send an `Expect` of any kind and a path of `*`, so that these go over a raw connection. */
async function callOrSay(method: Method, path: string, options: CallOptions) {
  if (options.headers?.['expect'] === undefined && path !== '*') return caller.call(method, path, options);
  const expecting = options.headers?.['expect'] ?? '';
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${caller.key}`];
  const head = [...lines, ...(expecting === '' ? [] : [`Expect: ${expecting}`]), 'Connection: close', '', ''];
  const [answer] = answersIn(await sayRaw(caller.url, head.join('\r\n')));
  if (answer === undefined) throw new Error('no answer');
  return answer;
}

describe('bytes that Node would answer by itself', () => {
  it.each([
    ['no host', 'GET /catalogs/units HTTP/1.1\r\nConnection: close\r\n\r\n', 401],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 400],
    [
      'an upgrade',
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
      404,
    ],
    [
      'an expectation',
      'POST /invoice HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['a method of WebDAV', 'PROPFIND / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
    ['a method of nobody', 'SELL / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['another version', 'GET / HTTP/3.0\r\nHost: a\r\n\r\n', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['nonsense', 'hola\r\n\r\n', 400],
    ['a length that is none', 'POST /invoice HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
    ['too many headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 400],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', 400],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ])('carry our headers: %s', async (_title, bytes, status) => {
    const answers = answersIn(await sayRaw(house.node.url, bytes));
    expect(answers.map((answer) => answer.status)).toEqual([status]);
    for (const answer of answers) {
      expectHeaders(answer);
      expect(answer.headers).toMatchObject(STRANGERS);
      expect(JSON.parse(answer.body)).toEqual({ detail: expect.any(String), code: expect.any(String) });
    }
  });

  it.each([
    ['none', []],
    ['two', ['Host: a', 'Host: b']],
  ])('name %s hosts, and are refused with a key too', async (_title, hosts) => {
    const lines = ['GET /catalogs/units HTTP/1.1', ...hosts, `Authorization: Bearer ${caller.key}`];
    const text = await sayRaw(house.node.url, [...lines, 'Connection: close', '', ''].join('\r\n'));
    const [answer] = answersIn(text);
    expect(answer?.status).toBe(400);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'malformed_request' });
    expect(answer?.headers['x-ratelimit-limit-hour']).toBe('1000');
  });
});

const SAMPLES = 40;
/** Between two refusals, so that none is answered later for its number. */
const UNHURRIED_MS = 6;
/** Far beyond what chance does to quartiles on a busy machine, far below a look-up that is left out. */
const SIMILAR = 2;

describe('the time of a 401', () => {
  const kinds = async () => {
    const [revoked, foreign] = [await house.company.addKey(), await house.company.addForeignKey()];
    await house.company.revoke(revoked.id);
    const unknown = createApiKey('00').text;
    const mistyped = `${unknown.slice(0, -1)}${unknown.endsWith('A') ? 'B' : 'A'}`;
    return { unknown, revoked: revoked.key, mistyped, foreign: foreign.key, shapeless: 'x', missing: null };
  };

  it('says nothing about what is wrong with the key', { retry: 2 }, async () => {
    const keys = Object.entries(await kinds());
    const times = new Map<string, number[]>(keys.map(([kind]) => [kind, []]));
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      for (const [kind, key] of keys) {
        const started = performance.now();
        const { status } = await house.caller(key).get('/catalogs/units');
        times.get(kind)?.push(performance.now() - started);
        await pause(UNHURRIED_MS);
        expect(status).toBe(401);
      }
    }
    const quartiles = [...times.values()].map(lowerQuartileOf);
    expect(Math.max(...quartiles) / Math.min(...quartiles)).toBeLessThan(SIMILAR);
  });
});

/** Other work of the machine makes times longer, never shorter: the lower quartile has least of it. */
function lowerQuartileOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;
}
