import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { INVALIDATION } from '../support/cancelling.ts';
import type { Answer, Caller } from '../support/http-caller.ts';
import { ccfBody } from '../support/request-bodies.ts';
import { sharedHouse } from '../support/shared-house.ts';
import { readDocument } from './description.ts';
import { CCF_REFERENCES, type GeneratedRequest, generatedRequests } from './generated-requests.ts';
import { violations } from './judge.ts';
import { LIVES, liveOut } from './lives.ts';

const LONG = process.env['SELLO_LONG'] === '1';
const REQUESTS = LONG ? 180_000 : 480;
/** Lives that documents live, of some seven requests each. */
const LIVED = LONG ? 3_000 : 18;
const AT_ONCE = 12;
const KEYS = 12;
const TIMEOUT_MS = LONG ? 3 * 3_600_000 : 180_000;

const seed = Number(process.env['TEST_SEED'] ?? 1);
const description = readDocument();

let callers: readonly Caller[];
const house = sharedHouse({ file: INVALIDATION });
beforeAll(async () => {
  callers = await Promise.all(Array.from({ length: KEYS }, () => house.company.withKey()));
  const lines = [{ description: 'Saco de harina', quantity: 100_000, unit_price: 11.3 }];
  for (const external_ref of CCF_REFERENCES)
    await house.company.post('/invoice', ccfBody({ external_ref, lines }));
});

function callerAt(index: number): Caller {
  return callers[index % callers.length] ?? house.company;
}

const answered = new Map<string, number>();

/** A company has two files made at a time; who is told that it is busy comes back after `Retry-After`, as a client does. */
async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  if (answer.body['code'] !== 'busy') return answer;
  await setTimeout(1000 * Number(answer.headers['retry-after']));
  return patiently(ask);
}

async function tried(request: GeneratedRequest, index: number): Promise<readonly string[]> {
  const { operationId, method, address, body } = request;
  const caller = callerAt(index);
  const answer = await patiently(() => caller.call(method, address, body === null ? {} : { body }));
  const kind = `${operationId} ${answer.status}`;
  answered.set(kind, (answered.get(kind) ?? 0) + 1);
  const operation = description.operation(operationId);
  return violations(operation, request, answer).map(
    (one) => `${method} ${address}: ${one}: ${answer.text.slice(0, 300)}`,
  );
}

describe('requests that the description makes up', () => {
  it(`get, ${REQUESTS} of them, nothing that it does not promise`, { timeout: TIMEOUT_MS }, async () => {
    const some = fc.array(generatedRequests(description, REQUESTS / 12), {
      minLength: AT_ONCE,
      maxLength: AT_ONCE,
    });
    await fc.assert(
      fc.asyncProperty(some, async (requests) => {
        const found = await Promise.all(requests.map(tried));
        expect(found.flat()).toEqual([]);
      }),
      { seed, numRuns: REQUESTS / AT_ONCE, endOnFailure: !LONG },
    );
  });

  it('reached every operation, and were not all refused', () => {
    for (const { operationId } of description.operations)
      expect([...answered.keys()].filter((kind) => kind.startsWith(`${operationId} `))).not.toEqual([]);
    for (const operationId of ['createInvoice', 'createSuex', 'createCreditMemo', 'listUnits'])
      expect(answered.get(`${operationId} 200`) ?? 0).toBeGreaterThan(0);
  });

  it(`and ${LIVED} lives of documents keep to it`, { timeout: TIMEOUT_MS }, async () => {
    const some = fc.array(LIVES, { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(some, async (lives) => {
        const found = await Promise.all(lives.map((life, at) => liveOut(callerAt(at), description, life)));
        expect(found.flat()).toEqual([]);
      }),
      { seed, numRuns: LIVED / 6, endOnFailure: !LONG },
    );
  });
});
