import { createSecretKey, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Node, startNode } from '../../test/support/composition.ts';
import { type OwnHouse, openHouse } from '../../test/support/house.ts';
import { readPdf } from '../../test/support/pdf-reader.ts';
import { type Line, recorderOf } from '../../test/support/recorded-lines.ts';
import { invoiceBody, lineBody } from '../../test/support/request-bodies.ts';
import { LARGE_BYTES, type LargeRequest, type LargeRequests } from '../http/large-requests.ts';
import { PLACE_LIMITS, type Place } from '../operations/access/places.ts';
import type { Caller } from '../operations/access/ports.ts';
import type { Meter } from '../operations/installation/metrics-ports.ts';
import { createLargeRequests, type LargeParts } from './large-requests.ts';

const lines: Line[] = [];
const metered: string[] = [];
const handed: LargeRequest[] = [];
let house: OwnHouse;
/** Another node, which answers everything in one thread. */
let plain: Node;

/** Notes what the thread is given. */
function watched(parts: LargeParts): LargeRequests {
  const large = createLargeRequests(parts);
  return {
    ...large,
    answer(request) {
      handed.push(request);
      return large.answer(request);
    },
  };
}

beforeAll(async () => {
  const meter: Meter = {
    request: ({ route, status }) => void metered.push(`request ${route} ${status}`),
    issuance: ({ tipoDte, outcome }) => void metered.push(`issuance ${tipoDte} ${outcome}`),
    invalidation: () => undefined,
    call: ({ service, outcome }) => void metered.push(`call ${service} ${outcome}`),
    damagedFile: () => undefined,
    numberTaken: () => undefined,
    unexplained: (gap) => void metered.push(`unexplained ${gap}`),
  };
  // One company after the other has the one place.
  const placeLimits = { ...PLACE_LIMITS, places: 1, leastShare: 1, longestWaitMs: 60_000 };
  house = await openHouse({
    logger: recorderOf(lines),
    meter,
    placeLimits,
    large: watched,
    times: { callTimeoutMs: 1_500, requestBudgetMs: 4_000 },
  });
  const { databaseUrl, masterKey, times, authority } = house;
  plain = await startNode({ databaseUrl, masterKey, times, haciendaUrl: authority.url });
});
afterAll(async () => {
  await plain.close();
  await house.close();
});
beforeEach(() => {
  for (const list of [lines, metered, handed]) list.length = 0;
});

function largeBody(changes: Readonly<Record<string, unknown>> = {}) {
  const body = invoiceBody({ lines: Array.from({ length: 1_200 }, () => lineBody()), ...changes });
  expect(JSON.stringify(body).length).toBeGreaterThan(LARGE_BYTES);
  return body;
}

/** Without the time of day, which may be another. */
const undated = (text: string) => text.replace(/"horEmi":"[\d:]+"/, '');

const requestLines = () => lines.filter(({ event }) => event === 'request');

describe('a large request', () => {
  it('is issued by the thread, and counted, logged and metered like any other', async () => {
    const caller = await house.company.withKey({ perMinute: 20, perHour: 100 });
    const body = largeBody();
    const answer = await caller.post('/invoice', body);
    expect(handed).toHaveLength(1);
    expect(answer).toMatchObject({ status: 200, body: { dte_success: true, is_duplicate: false } });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-limit-minute': '20',
      'x-ratelimit-remaining-minute': '19',
      'x-ratelimit-remaining-hour': '99',
    });
    await expect.poll(() => requestLines().length).toBe(1);
    const [key] = await house.sql('SELECT company_id, key_id FROM api_keys ORDER BY created_at DESC LIMIT 1');
    expect(requestLines()).toMatchObject([{ ...key, route: '/invoice', status: 200, code: null }]);
    await expect.poll(() => metered.length).toBe(4);
    expect(metered.toSorted()).toEqual([
      'call auth granted',
      'call recepciondte stamped',
      'issuance 01 stamped',
      'request /invoice 200',
    ]);
    const again = await house.company.at(plain).post('/invoice', body);
    expect(again.body).toEqual({ ...answer.body, is_duplicate: true });
  });

  it('is refused with the same words as elsewhere', async () => {
    const repeated = JSON.stringify(largeBody()).replace('"quantity"', '"quantity":1,"quantity"');
    const bodies = [
      largeBody({ doc_tipe: '01' }),
      largeBody({ lines: Array.from({ length: 2_001 }, () => lineBody()) }),
      repeated,
      'x'.repeat(70_000),
    ];
    for (const body of bodies) {
      handed.length = 0;
      const there = await house.company.post('/invoice', body);
      const here = await house.company.at(plain).post('/invoice', body);
      expect(there.status).toBe(400);
      expect({ status: there.status, text: there.text }).toEqual({ status: here.status, text: here.text });
    }
  });

  it('is previewed by the thread, as data and on paper, as elsewhere', async () => {
    const body = largeBody();
    const [there, here] = [house.company, house.company.at(plain)];
    const shown = await there.post('/preview', body);
    expect(shown.status).toBe(200);
    expect(undated(shown.text)).toBe(undated((await here.post('/preview', body)).text));
    const response = await fetch(`${there.url}/preview?as=invoice`, {
      method: 'POST',
      headers: { authorization: `Bearer ${there.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const { pages } = await readPdf(new Uint8Array(await response.arrayBuffer()));
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.every(({ text }) => text.includes('VISTA PREVIA'))).toBe(true);
    expect(handed).toHaveLength(2);
  });

  it('stands under the limits of its key', async () => {
    const caller = await house.company.withKey({ perMinute: 1, perHour: 10 });
    expect((await caller.post('/invoice', largeBody())).status).toBe(200);
    const beyond = await caller.post('/invoice', largeBody());
    expect(beyond).toMatchObject({ status: 429, body: { code: 'rate_limited_minute' } });
    expect(handed).toHaveLength(1);
  });

  it('is known by its bytes: neither a small one nor a stranger reaches the thread', async () => {
    expect((await house.company.post('/invoice', invoiceBody())).status).toBe(200);
    expect((await house.caller('sello_test_nobody').post('/invoice', largeBody())).status).toBe(401);
    expect((await house.company.post('/invoice', largeBody(), { 'content-type': 'text/plain' })).status).toBe(
      400,
    );
    expect((await house.company.post('/nowhere', largeBody())).status).toBe(404);
    expect(handed).toEqual([]);
  });

  it('lets others have its place while it waits for the authority', async () => {
    const other = await house.addCompany();
    await house.authority.forgetCalls();
    await house.authority.script({ service: 'recepcion', action: 'delay', delayMs: 1_000 });
    const order: string[] = [];
    const note = (name: string) => (answer: { readonly status: number }) =>
      order.push(`${name} ${answer.status}`);
    const large = house.company.post('/invoice', largeBody()).then(note('large'));
    await expect.poll(async () => (await house.authority.calls())['recepcion'], { timeout: 5_000 }).toBe(1);
    await other.get('/catalogs/units').then(note('other'));
    await large;
    expect(order).toEqual(['other 200', 'large 200']);
    await Promise.all([other.get('/catalogs/units'), house.company.get('/catalogs/units')]);
  });

  it('shares with others what is known of the authority', async () => {
    const offline = await house.addCompany();
    await house.authority.script({ service: 'recepcion', action: 'status', status: 503, times: 100 });
    await house.authority.script({ service: 'consulta', action: 'status', status: 503, times: 100 });
    for (let count = 0; count < 2; count += 1) {
      const { body } = await offline.post('/invoice', largeBody());
      expect(body).toMatchObject({ success: true, contingency: true });
    }
    await house.authority.behave();
    await house.authority.forgetCalls();
    // Four calls in a row had no answer: nothing is sent until a probe has one.
    for (const body of [invoiceBody(), largeBody()])
      expect((await offline.post('/invoice', body)).body).toMatchObject({ contingency: true });
    expect(await house.authority.calls()).toEqual({});
    expect((await house.company.post('/invoice', largeBody())).body).toMatchObject({ dte_success: true });
  });
});

describe('a refusal that the thread gives', () => {
  it('says when to ask again, like any other', async () => {
    const body = Buffer.from('{"detail":"Ahora no.","code":"unavailable"}');
    const answer = {
      status: 503,
      type: 'application/json; charset=utf-8',
      body,
      code: 'unavailable',
    } as const;
    const refusing: LargeRequests = { answer: async () => answer, close: async () => undefined };
    const { databaseUrl, masterKey, times, authority } = house;
    const options = { databaseUrl, masterKey, times, haciendaUrl: authority.url, large: () => refusing };
    const node = await startNode(options);
    const { status, headers } = await house.company.at(node).post('/invoice', largeBody());
    await node.close();
    expect({ status, again: headers['retry-after'] }).toEqual({ status: 503, again: '1' });
  });
});

describe('a thread of large requests without requests', () => {
  it('ends, and another one answers what comes then', async () => {
    const { databaseUrl, masterKey, times, authority } = house;
    const idleMs = 100;
    const large = (parts: LargeParts) => createLargeRequests(parts, idleMs);
    let [begun, ended] = [0, 0];
    const onWorker = (worker: Worker) => {
      begun += 1;
      worker.once('exit', () => {
        ended += 1;
      });
    };
    process.on('worker', onWorker);
    const node = await startNode({ databaseUrl, masterKey, times, haciendaUrl: authority.url, large });
    const statusOf = async () => (await house.company.at(node).post('/invoice', largeBody())).status;
    expect(await Promise.all([statusOf(), statusOf()])).toEqual([200, 200]);
    expect([begun, ended]).toEqual([1, 0]);
    // It comes while the thread closes what it has.
    await sleep(idleMs + 5);
    expect([await statusOf(), begun]).toEqual([200, 2]);
    await expect.poll(() => ended, { timeout: 5_000 }).toBe(2);
    expect(await statusOf()).toBe(200);
    await node.close();
    expect([begun, ended]).toEqual([3, 3]);
    process.off('worker', onWorker);
  });
});

describe('a thread of large requests that breaks', () => {
  it('fails those who wait, gives their places back, and is started anew', async () => {
    const { databaseUrl, masterKey, times, authority } = house;
    const node = await startNode({
      databaseUrl,
      masterKey,
      times,
      haciendaUrl: authority.url,
      large(given) {
        // Too short for a keyring: the thread ends before it has answered anything.
        const master = createSecretKey(randomBytes(16));
        const keys = { kind: 'inside', master, other: null, sample: null } as const;
        return watched({ ...given, settings: { ...given.settings, keys } });
      },
    });
    for (let count = 0; count < 2; count += 1) {
      const answers = await Promise.all(
        [1, 2].map(() => house.company.at(node).post('/invoice', largeBody())),
      );
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error' } });
    }
    expect((await house.company.at(node).get('/catalogs/units')).status).toBe(200);
    expect(handed).toHaveLength(4);
    await node.close();
  });

  it('takes the places of those again who wait for the authority', async () => {
    const { databaseUrl, masterKey, authority } = house;
    // The authority answers long after all of it is over.
    const times = { ...house.times, callTimeoutMs: 20_000, requestBudgetMs: 25_000 };
    const waits = Promise.withResolvers<void>();
    let [outside, asked] = [0, 0];
    const node = await startNode({
      databaseUrl,
      masterKey,
      times,
      haciendaUrl: authority.url,
      large(parts) {
        const thread = createLargeRequests(parts);
        const answer = ({ caller, ...request }: LargeRequest) => {
          asked += 1;
          const place = counting(request.place, (by) => {
            outside += by;
            waits.resolve();
          });
          return thread.answer({ ...request, place, caller: asked === 2 ? poisoned(caller) : caller });
        };
        return { ...thread, answer };
      },
    });
    await authority.script({ service: 'recepcion', action: 'delay', delayMs: 5_000 });
    const here = house.company.at(node);
    const waiting = here.post('/invoice', largeBody());
    await waits.promise;
    expect(outside).toBe(1);
    expect((await here.post('/invoice', largeBody())).status).toBe(500);
    expect(outside).toBe(0);
    expect((await waiting).status).toBe(500);
    expect((await here.post('/invoice', largeBody())).status).toBe(200);
    await node.close();
  });
});

/** Tells how many more wait outside, or less. */
function counting(place: Place, move: (by: 1 | -1) => void): Place {
  return {
    get isLeft() {
      return place.isLeft;
    },
    leave: place.leave,
    async outside(work) {
      move(1);
      return place.outside(work).finally(() => move(-1));
    },
  };
}

/** A caller whose company is gone when the thread looks for it, which no thread survives. */
function poisoned({ company, ...caller }: Caller): Caller {
  let isSeen = false;
  return Object.defineProperty({ ...caller, company }, 'company', {
    enumerable: true,
    get() {
      const shown = isSeen ? null : company;
      isSeen = true;
      return shown;
    },
  });
}
