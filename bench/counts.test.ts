// The short form of the bench: what the service asks of PostgreSQL for each request, in counts, which no busy machine
// changes. Times are for `npm run bench`.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ccfBody, noteBody } from '../test/support/request-bodies.ts';
import { shared } from '../test/support/shared.ts';
import {
  countedFor,
  countersOf,
  perDocument,
  statementsOfEach,
  type Written,
  writtenIn,
} from './rig/counters.ts';
import { openBenchHouse } from './rig/house.ts';
import { SALE_LINES, saleBody } from './rig/load.ts';
import { type Rest, restFor } from './rig/rest.ts';
import type { SelloNode } from './rig/sello.ts';

const TIMES = 60;
const NOTES = 20;
/** A PostgreSQL, a service and a company come into being, on a machine that may be busy. */
const OPENING_MS = 120_000;

let node: SelloNode;
let key: string;

const house = shared(() => openBenchHouse(1));
beforeAll(async () => {
  key = house.companies[0]?.key ?? '';
  node = await house.startNode();
}, OPENING_MS);
afterAll(async () => house?.close());

async function ask(
  path: string,
  body?: string,
  secret = key,
): Promise<{ readonly status: number; readonly text: string }> {
  const post = body === undefined ? {} : { method: 'POST', body };
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const response = await fetch(`${node.url}${path}`, { headers, ...post });
  return { status: response.status, text: await response.text() };
}

/** Issues and returns the document's id. */
async function issue(path = '/invoice', body = saleBody(SALE_LINES)): Promise<string> {
  const { text } = await ask(path, body.replaceAll('{ref}', crypto.randomUUID()));
  const answer = JSON.parse(text);
  if (answer.dte_success !== true) throw new Error(`not stamped: ${text}`);
  return answer.document_id;
}

async function repeat(times: number, act: (turn: number) => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) await act(turn);
}

/** Statements for one of these, done one after the other. */
async function statementsFor(act: (turn: number) => Promise<unknown>, times = TIMES): Promise<number> {
  const before = await countersOf(house.postgres);
  await repeat(times, act);
  return statementsOfEach(before, await countersOf(house.postgres), times);
}

async function expectStatus(expected: number, path: string, secret?: string): Promise<void> {
  expect((await ask(path, undefined, secret)).status).toBe(expected);
}

describe('a node at rest', () => {
  const seconds = 5;
  /** Each loop asks its own queues once before, and a busy machine may take its time. */
  const looks = 6;
  const callsIn = ({ statements }: Rest) => statements.reduce((sum, [, count]) => sum + count, 0);
  let resting: Rest;
  beforeAll(async () => {
    for (let look = 0; look < looks; look += 1) {
      resting = await restFor(node.pid, house.postgres, seconds * 1_000);
      if (Math.abs(callsIn(resting) - seconds) <= 2) return;
    }
  }, OPENING_MS);

  it('asks its database one thing a second, and hardly anything besides', () => {
    expect(callsIn(resting)).toBeGreaterThanOrEqual(seconds - 2);
    expect(callsIn(resting)).toBeLessThanOrEqual(seconds + 2);
  });
  it.runIf(process.platform === 'linux')('is woken by nothing but that', () => {
    const wakes = resting.processes.map((one) => one.wakes['MainThread'] ?? 0);
    expect(wakes).toHaveLength(2);
    expect(wakes.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(6 * seconds);
  });
});

describe('statements', () => {
  beforeAll(() => issue());
  it('of a stamped document are 4: admission, claim, attempt, verdict', async () => {
    expect(await statementsFor(() => issue())).toBe(4);
  });
  it('of a status read are 1', async () => {
    const id = await issue();
    expect(await statementsFor(() => expectStatus(200, `/status/${id}`))).toBe(1);
  });
  it('of a catalog are 1 at most', async () => {
    expect(await statementsFor(() => expectStatus(200, '/catalogs/units'))).toBeLessThanOrEqual(1);
  });
  it('of a wrong key are 1 at most', async () => {
    const wrong = `${key.slice(0, -4)}AAAA`;
    expect(await statementsFor(() => expectStatus(401, '/catalogs/units', wrong))).toBeLessThanOrEqual(1);
  });
  it('of a note are 5 at most: its CCF before, besides those of every document', async () => {
    const sales: string[] = [];
    const ccf = () => JSON.stringify(ccfBody({ external_ref: '{ref}' }));
    await repeat(NOTES, async () => sales.push(await issue('/invoice', ccf())));
    const note = (turn: number) =>
      issue('/credit-memo', JSON.stringify(noteBody(sales[turn], { external_ref: '{ref}' })));
    expect(await statementsFor(note, NOTES)).toBeLessThanOrEqual(5);
  });
});

describe('what a stamped document writes', () => {
  let each: Written;
  let writes: number;
  beforeAll(async () => {
    // What a session did is known for certain when it has ended, and so is what it did before.
    await node.end();
    const before = await writtenIn(house.postgres);
    node = await house.startNode();
    const countersBefore = await countersOf(house.postgres);
    await repeat(TIMES, () => issue());
    writes = countedFor(countersBefore, await countersOf(house.postgres), TIMES).writes;
    await node.end();
    each = perDocument(before, await writtenIn(house.postgres), TIMES);
  });

  it('is committed 3 times: claim, attempt, verdict; the admission counts in a table that no log keeps', async () => {
    const counted = "SELECT relpersistence FROM pg_class WHERE relname = 'rate_windows'";
    expect(await house.postgres.sql(counted)).toEqual([{ relpersistence: 'u' }]);
    expect(Math.round(writes)).toBe(1 + 3);
  });
  it('is one new document and one new attempt', () =>
    expect([each.rows['documents']?.inserted, each.rows['attempts']?.inserted]).toEqual([1, 1]));
  it('rewrites the document twice, once without touching an index', () =>
    expect(each.rows['documents']).toMatchObject({ updated: 2, updatedInPlace: 1 }));
  it('rewrites its attempt, its series and the count of its key once, and nothing else', () => {
    // The node keeps its position once a second, whatever is issued.
    const rewritten = Object.entries(each.rows).filter(
      ([table, { updated }]) => updated > 0 && table !== 'log_positions',
    );
    expect(Object.fromEntries(rewritten.map(([table, { updated }]) => [table, updated]))).toEqual({
      documents: 2,
      attempts: 1,
      series: 1,
      rate_windows: 1,
    });
  });
});
