import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSocket, sayRaw } from '../../test/door/raw-request.ts';
import { type Node, startNode } from '../../test/support/composition.ts';
import { ownHouse } from '../../test/support/house.ts';
import { type Line, recorderOf } from '../../test/support/recorded-lines.ts';
import { invoiceBody } from '../../test/support/request-bodies.ts';
import type { MeteredRequest } from '../operations/installation/metrics-ports.ts';

const lines: Line[] = [];
const counted: MeteredRequest[] = [];
const ignore = () => undefined;
const meter = {
  issuance: ignore,
  invalidation: ignore,
  call: ignore,
  damagedFile: ignore,
  numberTaken: ignore,
  unexplained: ignore,
  request: (request: MeteredRequest) => void counted.push(request),
};
const logger = recorderOf(lines);
const house = ownHouse({ logger, meter, trustedProxies: ['127.0.0.1'] });
/** Believes no proxy. */
let wary: Node;
beforeAll(async () => {
  const { databaseUrl, masterKey, times, authority } = house;
  wary = await startNode({ databaseUrl, masterKey, times, haciendaUrl: authority.url, logger, meter });
});
afterAll(() => wary.close());
beforeEach(() => {
  lines.length = 0;
  counted.length = 0;
});

/** The one line of the one request that was answered. */
async function line(): Promise<Line> {
  const requests = () => lines.filter(({ event }) => event === 'request');
  await expect.poll(() => requests().length).toBe(1);
  expect(counted).toHaveLength(1);
  const [only = {}] = requests();
  const { route, method, status } = only;
  expect(counted).toMatchObject([{ route, method, status }]);
  expect(counted[0]?.durationMs).toBeGreaterThanOrEqual(0);
  return only;
}

const STRANGER = { company_id: null, key_id: null };

describe('a line of the access log', () => {
  it('names company and key of a request that succeeds, and no code', async () => {
    const [key] = await house.sql('SELECT company_id, key_id FROM api_keys');
    await house.company.post('/invoice', invoiceBody());
    expect(await line()).toEqual({
      event: 'request',
      from: '127.0.0.1',
      method: 'POST',
      route: '/invoice',
      status: 200,
      code: null,
      ...key,
      duration_ms: expect.any(Number),
    });
  });

  it.each([
    ['/status/nada', 404, '/status/:id_or_ref', 'document_not_found'],
    ['/catalogs/units?serch=x', 400, '/catalogs/units', 'invalid_request'],
    ['/nada', 404, 'unknown', 'path_not_found'],
    ['/status/%', 400, 'unknown', 'malformed_request'],
    [`/status/${'x'.repeat(1300)}`, 404, '/status/:id_or_ref', 'document_not_found'],
  ])('names company, key and code of one that fails: %s', async (...[path, status, route, code]) => {
    const [key] = await house.sql('SELECT company_id, key_id FROM api_keys');
    await house.company.get(path);
    expect(await line()).toMatchObject({ ...key, status, route, code });
  });

  it('names company and key of one beyond the limits', async () => {
    const { key, id } = await house.company.addKey({ perMinute: 1, perHour: 1 });
    await house.caller(key).get('/catalogs/units');
    await line();
    [lines.length, counted.length] = [0, 0];
    await house.caller(key).get('/catalogs/units');
    expect(await line()).toMatchObject({ status: 429, code: 'rate_limited_hour', key_id: id });
  });

  it('names nobody whose key is wrong', async () => {
    await house.caller('sello_test_mal').get('/status/nada');
    expect(await line()).toMatchObject({ ...STRANGER, status: 401, code: 'unauthorized' });
  });

  it('is all that is said of a wrong or limited key on an unknown path', async () => {
    const { key } = await house.company.addKey({ perMinute: 1, perHour: 1 });
    await house.caller(key).get('/nada');
    expect(await line()).toMatchObject({ status: 404 });
    for (const [bearer, status] of [['sello_test_mal', 401] as const, [key, 429] as const]) {
      [lines.length, counted.length] = [0, 0];
      await house.caller(bearer).get('/nada');
      expect(await line()).toMatchObject({ status, route: 'unknown' });
      expect(lines).toHaveLength(1);
    }
  });

  it.each([
    ['no HTTP', 'hola\r\n\r\n', 'unknown'],
    ['an expectation', 'GET /status/x HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n', 'GET'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'CONNECT'],
  ])('is there for what no route sees: %s', async (...[, bytes, method]) => {
    await sayRaw(house.node.url, bytes);
    const told = { from: '127.0.0.1', method, route: 'unknown', status: 400, code: 'malformed_request' };
    expect(await line()).toMatchObject({ ...STRANGER, ...told });
  });

  it.each([
    ['amid the body', '/invoice', '{"lines"', '/invoice'],
    ['while it is admitted', '/invoice', '{}', '/invoice'],
    ['on an address that no route sees', '/status/%', '', 'unknown'],
  ])('says of a caller who hangs up %s that he left, and nothing of the database', async (...step) => {
    const [, path, body, route] = step;
    const method = body === '' ? 'GET' : 'POST';
    const socket = openSocket(house.node.url);
    const head = `${method} ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${house.company.key}`;
    const length = body === '{}' || body === '' ? body.length : body.length + 1;
    await house.sql('BEGIN');
    if (body !== '{"lines"') await house.sql('LOCK TABLE rate_windows IN ACCESS EXCLUSIVE MODE');
    socket.write(`${head}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`);
    await sleep(60);
    socket.resetAndDestroy();
    await sleep(20);
    await house.sql('ROLLBACK');
    expect(await line()).toMatchObject({ method, route, status: 499, code: 'caller_left' });
    expect(lines.map(({ event }) => event)).toEqual(['request']);
  });

  it('is there for somebody who does not wait for the answer', async () => {
    const socket = openSocket(house.node.url);
    socket.write('GET /status/% HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'connect');
    socket.destroy();
    expect(await line()).toMatchObject({ route: 'unknown', method: 'GET' });
  });
});

describe('the address in it', () => {
  const FORWARDED = { 'x-forwarded-for': '192.0.2.66, 198.51.100.7' };

  it.each(['/status/nada', '/status/%'])('is what a trusted proxy says: %s', async (path) => {
    await house.company.get(path, FORWARDED);
    expect(await line()).toMatchObject({ from: '198.51.100.7' });
  });

  it.each(['/status/nada', '/status/%'])('is not what anybody else says: %s', async (path) => {
    await house.company.at(wary).get(path, FORWARDED);
    expect(await line()).toMatchObject({ from: '127.0.0.1' });
  });
});
