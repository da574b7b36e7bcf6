import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDocumentStore } from '../../../src/storage/document-store.ts';
import { createWorkQueue } from '../../../src/storage/work-queue.ts';
import { createWorkStore } from '../../../src/storage/work-store.ts';
import { describeOnDatabases } from '../../support/database.ts';
import { openStorageBench, type StorageBench, upTo } from '../../support/storage-bench.ts';
import { type Call, type ComparedStore, createCallSource } from './random-calls.ts';
import { STORE_RULES } from './rules.ts';
import { createSimulatedStore, PERFECT_SESSION } from './simulated-store.ts';
import { createSimulatedWork, dueDocuments } from './simulated-work.ts';
import { emptyTables } from './tables.ts';

const SEQUENCES = 30;
const CALLS = 60;
const TIMEOUT_MS = 60_000;

/** A wall clock that both nodes read. */
interface Wall {
  nowMs: number;
}

function simulated(wall: Wall): ComparedStore {
  const startMs = wall.nowMs;
  const monotonicMs = () => wall.nowMs - startMs;
  const database = { tables: emptyTables(), rules: STORE_RULES, nowMs: monotonicMs, startMs };
  const clock = { now: () => wall.nowMs, monotonic: monotonicMs };
  const connected = { database, clock, session: PERFECT_SESSION };
  return {
    store: createSimulatedStore(connected),
    work: createSimulatedWork(connected),
    monotonicMs,
    advance: () => Promise.resolve(),
    due: async () =>
      dueDocuments(database)
        .due.map(({ record }) => record.documentId)
        .toSorted(),
  };
}

/** Time passes in the database by moving everything it remembers into the past. */
function postgres(bench: StorageBench, companyId: string, wall: Wall): ComparedStore {
  const monotonicMs = () => performance.now();
  const clock = { now: () => wall.nowMs, monotonic: monotonicMs };
  const queue = createWorkQueue(bench.operator, ['00']);
  return {
    store: createDocumentStore(bench.pool, clock),
    work: createWorkStore(bench.pool, clock),
    monotonicMs,
    async advance(byMs) {
      const by = `interval '${byMs} ms'`;
      await bench.asSuperuser(
        `UPDATE documents SET lease_until = lease_until - ${by}, next_attempt_at = next_attempt_at - ${by},
           contingency_since = contingency_since - ${by},
           settled_at = CASE WHEN state = 'stamped' THEN settled_at ELSE settled_at - ${by} END
         WHERE company_id = $1`,
        [companyId],
      );
      await bench.asSuperuser(
        `UPDATE attempts SET last_sent_at = last_sent_at - ${by}
         WHERE company_id = $1 AND outcome NOT IN ('stamped', 'rejected')`,
        [companyId],
      );
    },
    async due() {
      const all = await queue.due({ total: 1_000, perCompany: 1_000 });
      return all
        .filter((one) => one.companyId === companyId)
        .map(({ documentId }) => documentId)
        .toSorted();
    },
  };
}

const AGES = new Set(['lastSentMs', 'sinceMs']);

/** What is closed for good cannot be moved into the past, and its age decides nothing. */
function isClosed(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || !('outcome' in value)) return false;
  return value.outcome === 'stamped' || value.outcome === 'rejected';
}

/** An answer without what differs by nature: instants become ages of tens of seconds, errors only that they are. */
async function answerOf(compared: ComparedStore, call: Call) {
  try {
    const answer = await call.make(compared);
    const nowMs = compared.monotonicMs();
    const told = JSON.stringify(answer, (key, value: unknown) => {
      if (isClosed(value)) return { ...value, lastSentMs: null };
      return AGES.has(key) && typeof value === 'number' ? Math.round((nowMs - value) / 10_000) : value;
    });
    return { answer, told };
  } catch (error) {
    return { answer: error, told: `throws ${error instanceof Error}` };
  }
}

describeOnDatabases('the simulated store answers as', (name) => {
  let bench: StorageBench;
  beforeAll(async () => {
    bench = await openStorageBench(name);
  });
  afterAll(() => bench.drop());

  it(
    `the database does, in ${SEQUENCES} sequences of ${CALLS} calls`,
    async () => {
      const kinds = new Set<string>();
      for (const seed of upTo(SEQUENCES)) {
        const companyId = await bench.addCompany();
        const wall = { nowMs: Date.UTC(2026, 11, 20, 12) };
        const [real, model] = [postgres(bench, companyId, wall), simulated(wall)];
        const source = createCallSource(seed, companyId);
        const story: string[] = [];
        for (const _ of upTo(CALLS)) {
          const call = source.next();
          story.push(call.what);
          const pause = /^pause of (\d+) ms$/.exec(call.what)?.[1];
          wall.nowMs += Number(pause ?? 0);
          const [one, other] = [await answerOf(real, call), await answerOf(model, call)];
          expect(parsed(other.told), `seed ${seed}: ${story.join(', ')}`).toEqual(parsed(one.told));
          source.learn(one.answer);
          kinds.add(`${call.what.split(' ')[0]} ${/"kind":"(\w+)"/.exec(one.told ?? '')?.[1] ?? ''}`);
        }
      }
      expect([...kinds]).toEqual(expect.arrayContaining(EXERCISED));
    },
    TIMEOUT_MS,
  );
});

/** Compared as values, so that the order of members is no difference. */
function parsed(told: string | undefined): unknown {
  if (told === undefined || told.startsWith('throws')) return told ?? null;
  return JSON.parse(told);
}

/** Without these among them the sequences would prove little. */
const EXERCISED = [
  'claim held',
  'claim busy',
  'claim settled',
  'claim redraft',
  'claim stamped',
  'claim doc_type_changed',
  'take held',
  'take gone',
  'take put_aside',
];
