import { afterAll, beforeAll, expect, it } from 'vitest';
import { processingTimeMs } from '../../../src/core/calendar/processing-time.ts';
import { openPostgresRig } from '../../contracts/postgres-rig.ts';
import { MACHINE_CLOCK, type StorageNode, type StorageRig } from '../../contracts/storage-rig.ts';
import { STAMP } from '../../support/answers.ts';
import { describeOnDatabases } from '../../support/database.ts';
import { present, upTo } from '../../support/storage-bench.ts';
import type { Call, CallSource, ComparedStore } from './compared-store.ts';
import { createCallSource } from './random-calls.ts';
import { createCancellationSource } from './random-cancellation-calls.ts';
import { openSimulatedRig } from './simulated-rig.ts';

const SEQUENCES = 30;
const CALLS = 80;
const TIMEOUT_MS = 60_000;
const SECOND_MS = 1_000;

/** A clock on the wall that both nodes read. */
const wall = { ...MACHINE_CLOCK, nowMs: 0, now: () => wall.nowMs };

/** What a node of this storage can do for one company. */
function comparedFor(rig: StorageRig, node: StorageNode, companyId: string): ComparedStore {
  return {
    ...node,
    nowMs: wall.now,
    advance: (byMs) => rig.pass(companyId, byMs),
    due: () => rig.due(companyId),
    dueContingencies: () => rig.dueContingencies(companyId),
    dueInvalidations: () => rig.dueInvalidations(companyId),
  };
}

const INSTANTS = new Set(['lastSentMs', 'sinceMs']);
const AGES = new Set(['ageMs', 'earlierAgoMs']);
/** What the stamps of these sequences say. */
const SEALED_MS = processingTimeMs(STAMP.fhProcesamiento ?? '');

/** What is closed for good cannot be moved into the past, and its age decides nothing. */
function isClosed(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || !('lastSentMs' in value)) return false;
  if (!('outcome' in value)) return false;
  return value.outcome === 'stamped' || value.outcome === 'rejected';
}

/** An answer without what differs by nature: instants become ages of tens of seconds, errors only that they are. */
async function answerOf(compared: ComparedStore, call: Call) {
  try {
    const answer = await call.make(compared);
    const nowMs = MACHINE_CLOCK.monotonic();
    const told = JSON.stringify(answer, (key, value: unknown) => {
      if (typeof value === 'bigint') return String(value);
      if (isClosed(value)) return { ...value, lastSentMs: null };
      if (typeof value !== 'number' || value === SEALED_MS) return value;
      if (key === 'sealedMs') return Math.round((Date.now() - value) / 10_000);
      // A seal's clock is the database's, which cannot be moved once it is written.
      if (key === 'transmitUntilMs') return 'sealed';
      if (key === 'firstSentMs') return 'left';
      const ageMs = INSTANTS.has(key) ? nowMs - value : value;
      return INSTANTS.has(key) || AGES.has(key) ? Math.round(ageMs / 10_000) : value;
    });
    return { answer, told };
  } catch (error) {
    return { answer: error, told: `throws ${error instanceof Error}` };
  }
}

/** What the calls are about; without these answers among the others, the sequences would prove little. */
const SUBJECTS = [
  {
    about: 'documents and events',
    sourceFor: createCallSource,
    exercised: [
      'claim held',
      'claim busy',
      'claim settled',
      'claim redraft',
      'claim stamped',
      'claim doc_type_changed',
      'take held',
      'take gone',
      'take put_aside',
      'versions list',
      'renumber renumbered',
      'openEvent true',
      'recordReport list',
      'resendReport list',
      'closeReport list',
      'reject true',
      'seal true',
    ],
  },
  {
    about: 'invalidations and notes',
    sourceFor: createCancellationSource,
    exercised: [
      'note held',
      'note busy',
      'note stamped',
      'note not_adjustable',
      'note other_ccf',
      'register held',
      'register busy',
      'register changed',
      'register settled',
      'register needs_event',
      'resume held',
      'resume gone',
      'resume put_aside',
      'record list',
      'resend list',
      'close list',
      'renew true',
      'renew false',
    ],
  },
];

describeOnDatabases('the simulated storage answers as', (name) => {
  let rigs: readonly StorageRig[] = [];
  beforeAll(async () => {
    rigs = [await openPostgresRig(name), openSimulatedRig()];
  });
  afterAll(() => Promise.all(rigs.map((rig) => rig.drop())));

  it.for(SUBJECTS)(
    `the database does, in ${SEQUENCES} sequences of ${CALLS} calls about $about`,
    { timeout: TIMEOUT_MS },
    async ({ sourceFor, exercised }) => {
      const kinds = new Set<string>();
      const nodes = rigs.map((rig) => rig.anotherNode(wall));
      for (const seed of upTo(SEQUENCES)) {
        const companyId = present(await rigs[0]?.addCompany());
        const compared = rigs.flatMap((rig, index) => {
          const node = nodes[index];
          return node === undefined ? [] : [comparedFor(rig, node, companyId)];
        });
        for (const kind of await playSequence(seed, sourceFor(seed, companyId), compared)) kinds.add(kind);
      }
      expect([...kinds]).toEqual(expect.arrayContaining(exercised));
    },
  );
});

/** Plays the same calls on both, compares every answer, and tells what kinds of answers there were. */
async function playSequence(seed: number, source: CallSource, compared: readonly ComparedStore[]) {
  wall.nowMs = Date.UTC(2026, 11, 20, 12);
  const [story, kinds]: [string[], string[]] = [[], []];
  for (const _ of upTo(CALLS)) {
    const call = source.next();
    story.push(call.what);
    wall.nowMs += SECOND_MS + Number(/^pause of (\d+) ms$/.exec(call.what)?.[1] ?? 0);
    const answers = [];
    for (const one of compared) answers.push(await answerOf(one, call));
    const [first, ...others] = answers.map(({ told }) => parsed(told));
    for (const other of others) expect(other, `seed ${seed}: ${story.join(', ')}`).toEqual(first);
    source.learn(answers[0]?.answer);
    kinds.push(`${call.what.split(' ')[0]} ${kindOf(answers[0]?.told)}`);
  }
  return kinds;
}

function kindOf(told: string | undefined): string {
  if (told?.startsWith('[{') === true) return 'list';
  return /"kind":"(\w+)"/.exec(told ?? '')?.[1] ?? (told === 'true' || told === 'false' ? told : '');
}

/** Compared as values, so that the order of members is no difference. */
function parsed(told: string | undefined): unknown {
  if (told === undefined || told.startsWith('throws')) return told ?? null;
  return JSON.parse(told);
}
