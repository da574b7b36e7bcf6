import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openSocket, sayRaw } from '../../test/door/raw-request.ts';
import { ownHouse } from '../../test/support/house.ts';
import type { Answer } from '../../test/support/http-caller.ts';
import { PLACE_LIMITS } from '../operations/access/places.ts';
import { createApiKey } from '../signer/api-key.ts';

/** One place, and nobody may wait for it. */
const ONE_PLACE = { ...PLACE_LIMITS, places: 1, shared: 1, leastShare: 1, linePerPlace: 0 };

const house = ownHouse({ placeLimits: ONE_PLACE });

const SALE = { lines: [{ description: 'Café', quantity: 1, unit_price: 1.5 }] };

function requestHead(line: string, ...headers: readonly string[]): string {
  const own = ['host: sello', `authorization: Bearer ${house.company.key}`];
  return [`${line} HTTP/1.1`, ...own, ...headers, '', ''].join('\r\n');
}

/** `GET /catalogs/units` answers 200 only where the one place is free. */
const isFree = async () => (await house.company.get('/catalogs/units')).status;

describe('a request that finds no place', () => {
  it('is refused at once with 503 and Retry-After, and counts for no limit', async () => {
    const { get } = await house.company.withKey({ perMinute: 50, perHour: 1_000 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/catalogs/units')));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: 'busy', detail: expect.stringContaining('Retry-After') });
      expect(headers).toMatchObject({ 'retry-after': '1', 'content-type': expect.stringContaining('json') });
    }
    const { headers } = await get('/catalogs/units');
    const passed = answers.length - refused.length + 1;
    expect(headers['x-ratelimit-remaining-hour']).toBe(String(1_000 - passed));
  });

  it('leaves a sale without a trace, which is issued when it is sent again', async () => {
    const bodies = Array.from({ length: 10 }, (_, index) => ({ external_ref: `busy-${index}`, ...SALE }));
    const answers = await Promise.all(bodies.map((body) => house.company.post('/invoice', body)));
    const refused = bodies.filter((_, index) => answers[index]?.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const body of refused) {
      expect(await house.company.get(`/status/${body.external_ref}`)).toMatchObject({ status: 404 });
      const issued = await house.company.post('/invoice', body);
      expect(issued).toMatchObject({ status: 200, body: { dte_success: true, is_duplicate: false } });
    }
  });
});

describe('a place', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a catalog', () => house.company.get('/catalogs/units')],
    ['an unknown path', () => house.company.get('/nowhere')],
    ['an address that cannot be decoded', () => house.company.get('/status/%E0%A4%A')],
    ['a body that is no JSON', () => house.company.post('/invoice', '{')],
    ['a body of another type', () => house.company.post('/invoice', 'x', { 'content-type': 'text/plain' })],
    ['a request that is refused', () => house.company.post('/invoice', { lines: [] })],
    [
      'an expectation that nobody meets',
      () => sayRaw(house.company.url, requestHead('GET /catalogs/units', 'expect: miracles')),
    ],
    ['a wrong key', () => house.caller(createApiKey('00').text).get('/catalogs/units')],
    ['HEAD', () => house.company.call('HEAD', '/catalogs/units')],
  ])('is free again after %s', async (_title, call) => {
    await call();
    await call();
    expect(await isFree()).toBe(200);
  });

  it('is free again after a sale, its papers by link, and its invalidation', async () => {
    const { body } = await house.company.post('/invoice', { external_ref: 'paper', ...SALE });
    for (const name of ['ticket_url', 'invoice_url', 'json_url']) {
      const { pathname, search } = new URL(String(body[name]));
      const papers: Answer[] = [];
      for (let count = 0; count < 2; count += 1) papers.push(await house.caller(null).get(pathname + search));
      expect(papers.map(({ status }) => status)).toEqual([200, 200]);
    }
    await house.company.post('/invalidate/paper', { reason: 'Se cobró dos veces' });
    expect(await isFree()).toBe(200);
  });

  it('is somebody else’s while a sale waits for the authority', async () => {
    await house.authority.script({ service: 'recepcion', action: 'delay', delayMs: 1_000 });
    const sale = house.company.post('/invoice', { external_ref: 'slow', ...SALE });
    await pause(300);
    expect(await isFree()).toBe(200);
    expect(await sale).toMatchObject({ status: 200, body: { dte_success: true } });
    expect(await isFree()).toBe(200);
  });

  it('is free again after callers who went away, one of them amid its body', async () => {
    const heads = [
      requestHead('GET /catalogs/units'),
      requestHead('GET /catalogs/units'),
      `${requestHead('POST /invoice', 'content-type: application/json', 'content-length: 100')}{"lines"`,
    ];
    for (const head of heads) {
      const socket = openSocket(house.company.url);
      await new Promise<void>((resolve) => socket.write(head, () => resolve()));
      await pause(100);
      socket.resetAndDestroy();
    }
    await pause(200);
    expect(await isFree()).toBe(200);
  });
});
