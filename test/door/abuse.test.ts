import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { Caller } from '../support/http-caller.ts';
import { expectHeaders } from '../support/response-headers.ts';
import { shared } from '../support/shared.ts';
import { sharedPlace } from '../support/shared-place.ts';
import { type MemoryLevel, openDurableHouse, serveProduct } from './product.ts';
import { answersIn, openSocket, sayRaw } from './raw-request.ts';

const LONG = process.env['SELLO_LONG'] === '1';
const HELD = LONG ? 10_000 : 300;
const CALLS = LONG ? 300 : 60;
/** On a machine that does other work beside the tests; it includes the rush in which the connections are opened. */
const P99_MS = 5_000;
const MEDIAN_MS = 1_500;
/** The allocator gives back to the machine within a minute most of what it kept for later. */
const REST_MS = LONG ? 60_000 : 500;
const [USED_MB, RESIDENT_MB] = [16, 100];
const MB = 1024 * 1024;

const place = sharedPlace();
const house = shared(() => openDurableHouse({ company: { certificate: 'none' } }));
const node = shared(() => serveProduct(house, { haciendaUrl: house.authority.url, folder: place }));
afterAll(async () => {
  await node.end();
  await house.close();
});

const callerAtNode = (key: string): Caller =>
  house.caller(key, { url: node.url, close: async () => undefined });

/** Ways to hold a connection and give nothing for it; the first five are never a whole request. */
function holdOf(key: string): readonly string[] {
  const post = `POST /invoice HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
  const get = 'GET /catalogs/units HTTP/1.1\r\nHost: a\r\n\r\n';
  return [
    '',
    'G',
    'GET /catalogs/units HTTP/1.1\r\nHost: a\r\nX: ',
    `${post}Content-Length: 5000000\r\n\r\n{"lines":[`,
    `${post}Transfer-Encoding: chunked\r\n\r\n5\r\n{"l`,
    get,
    get.repeat(PIPELINED),
  ];
}
const WHOLE = 5;
const PIPELINED = LONG ? 20 : 5;

interface Held {
  readonly socket: Socket;
  readonly whole: boolean;
}

async function hold(count: number, bytes: readonly string[]): Promise<readonly Held[]> {
  const held: Held[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = openSocket(node.url);
    const kind = index % bytes.length;
    socket.pause().write(bytes[kind] ?? '', 'latin1');
    held.push({ socket, whole: kind >= WHOLE });
    if (index % 100 === 99) await once(socket, 'connect');
  }
  return held;
}

/** The times of calls, one after the other, each of which must succeed. */
async function timesOf(caller: Caller, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let call = 0; call < count; call += 1) {
    const started = performance.now();
    expect((await caller.get('/catalogs/units?search=zzz')).status).toBe(200);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b);
}

const inMb = (bytes: number) => (bytes / MB).toFixed(1);
const levelText = ({ used, rss }: MemoryLevel) => `${inMb(used)} MB used, ${inMb(rss)} MB resident`;

async function levelAtRest(): Promise<MemoryLevel> {
  await sleep(REST_MS);
  const level = await node.memory();
  if (LONG) process.stdout.write(`at rest: ${levelText(level)}\n`);
  return level;
}

describe(`${HELD} connections that give nothing`, () => {
  it('keep nobody from being served, and leave no memory behind', async () => {
    const caller = callerAtNode(house.company.key);
    await timesOf(caller, CALLS);
    const before = await node.memory();
    if (LONG) process.stdout.write(`before: ${levelText(before)}\n`);
    for (const round of [1, 2, 3]) {
      const held = await hold(HELD, holdOf(house.company.key));
      const times = await timesOf(caller, CALLS);
      const [median = Number.NaN] = times.slice(Math.floor(times.length / 2));
      const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
      for (const { socket } of held) socket.destroy();
      await timesOf(caller, 20);
      const level = await node.memory();
      if (LONG)
        process.stdout.write(
          `round ${round}: median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${levelText(level)}\n`,
        );
      expect(p99).toBeLessThan(P99_MS);
      expect(median).toBeLessThan(MEDIAN_MS);
    }
    const { used, rss } = await levelAtRest();
    expect(used - before.used).toBeLessThan(USED_MB * MB);
    expect(rss - before.rss).toBeLessThan(RESIDENT_MB * MB);
  }, 600_000);

  if (!LONG) return;
  it('are hung up on after a minute, unless they have asked something', async () => {
    const held = await hold(HELD, holdOf(house.company.key));
    for (const { socket } of held) socket.resume();
    const open = () => held.filter(({ socket, whole }) => !whole && !socket.destroyed).length;
    const started = performance.now();
    while (open() > 0 && performance.now() - started < 120_000) await sleep(500);
    process.stdout.write(`hung up after ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
    expect(open()).toBe(0);
    for (const { socket } of held) socket.destroy();
  }, 300_000);
});

describe('a CONNECT', () => {
  const CONNECT = 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n';

  it('is refused, and its end by a reset harms nobody', async () => {
    const answers = answersIn(await sayRaw(node.url, CONNECT));
    expect(answers.map(({ status, body }) => [status, JSON.parse(body).code])).toEqual([
      [400, 'malformed_request'],
    ]);
    for (let round = 0; round < 20; round += 1) {
      const socket = openSocket(node.url);
      socket.pause().write(CONNECT, 'latin1');
      await once(socket, 'connect');
      await sleep(20);
      socket.resetAndDestroy();
    }
    await timesOf(callerAtNode(house.company.key), 5);
  });

  it('does not hold its connection', async () => {
    const socket = openSocket(node.url);
    const closed = once(socket, 'close');
    socket.resume().write(CONNECT, 'latin1');
    await closed;
  });
});

describe('requests one behind the other on a connection', () => {
  it('are answered in their order, and each is counted', async () => {
    const { key } = await house.company.addKey({ perMinute: 1000, perHour: 1000 });
    const paths = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? '/status/nada' : '/catalogs/units?search=zzz',
    );
    const requests = paths.map((path, index) => {
      const last = index === paths.length - 1 ? 'Connection: close\r\n' : '';
      return `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${last}\r\n`;
    });
    const answers = answersIn(await sayRaw(node.url, requests.join('')));
    expect(answers.map(({ status }) => status)).toEqual(
      paths.map((path) => (path.startsWith('/status') ? 404 : 200)),
    );
    for (const answer of answers) expectHeaders(answer);
    const left = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining-hour']));
    expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 40 }, (_, index) => 999 - index));
  });
});

/** A request with headers of which one says something else about the length than the other. */
const smuggling = (headers: readonly string[], body: string) =>
  ['POST /invoice HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...headers, '', body].join('\r\n');

describe('a request that hides another', () => {
  it.each<[string, (hidden: string) => string]>([
    [
      'length and chunks',
      (hidden) => smuggling(['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`),
    ],
    [
      'chunks and length',
      (hidden) => smuggling(['Transfer-Encoding: chunked', 'Content-Length: 4'], `0\r\n\r\n${hidden}`),
    ],
    ['two lengths', (hidden) => smuggling(['Content-Length: 2', 'Content-Length: 500'], `{}${hidden}`)],
    [
      'the same length twice',
      (hidden) => smuggling(['Content-Length: 2', 'Content-Length: 2'], `{}${hidden}`),
    ],
    ['a list of lengths', (hidden) => smuggling(['Content-Length: 2, 2'], `{}${hidden}`)],
    ['a signed length', (hidden) => smuggling(['Content-Length: +2'], `{}${hidden}`)],
    ['a length in hex', (hidden) => smuggling(['Content-Length: 0x2'], `{}${hidden}`)],
    ['a length with a blank', (hidden) => smuggling(['Content-Length: 2 0'], `{}${hidden}`)],
    [
      'a blank before the colon',
      (hidden) => smuggling(['Transfer-Encoding : chunked'], `0\r\n\r\n${hidden}`),
    ],
    ['a coding nobody knows', (hidden) => smuggling(['Transfer-Encoding: xchunked'], `0\r\n\r\n${hidden}`)],
    [
      'a coding behind chunks',
      (hidden) => smuggling(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${hidden}`),
    ],
    ['a coding with a tab', (hidden) => smuggling(['Transfer-Encoding:\x0bchunked'], `0\r\n\r\n${hidden}`)],
    ['a folded header', (hidden) => smuggling(['Transfer-Encoding:', ' chunked'], `0\r\n\r\n${hidden}`)],
    [
      'a size of a chunk in 0x',
      (hidden) => smuggling(['Transfer-Encoding: chunked'], `0x2\r\n{}\r\n0\r\n\r\n${hidden}`),
    ],
    [
      'a chunk of another size',
      (hidden) => smuggling(['Transfer-Encoding: chunked'], `1\r\n{}\r\n0\r\n\r\n${hidden}`),
    ],
    [
      'a negative chunk',
      (hidden) => smuggling(['Transfer-Encoding: chunked'], `-1\r\n{}\r\n0\r\n\r\n${hidden}`),
    ],
    [
      'a huge chunk',
      (hidden) => smuggling(['Transfer-Encoding: chunked'], `fffffffffffffffff\r\n{}${hidden}`),
    ],
    ['a line that ends in LF', (hidden) => `GET / HTTP/1.1\nHost: a\n\n${hidden}`],
    ['a header that ends in CR', (hidden) => `GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n${hidden}`],
    ['a NUL in a header', (hidden) => `GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n${hidden}`],
    [
      'a header of 20 kB',
      (hidden) => `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n${hidden}`,
    ],
    ['an address of 20 kB', (hidden) => `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n${hidden}`],
    [
      'ten thousand headers',
      (hidden) => `GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(10_000)}\r\n${hidden}`,
    ],
  ])('is refused with it: %s', async (_title, bytes) => {
    const { key } = await house.company.addKey({ perMinute: 1000, perHour: 1000 });
    const hidden = `GET /catalogs/units HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const answers = answersIn(await sayRaw(node.url, bytes(hidden)));
    const said = answers.map(({ status, body }) => [status, JSON.parse(body).code]);
    expect(said).toEqual([[400, 'malformed_request']]);
    for (const answer of answers) expectHeaders(answer);
    const { headers } = await callerAtNode(key).get('/catalogs/units?search=zzz');
    expect(headers['x-ratelimit-remaining-hour']).toBe('999');
  });
});
