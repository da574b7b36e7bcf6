import { automaticNoteRef, invalidationStateOf } from '../../src/core/adjusting/choice.ts';
import type { CancelAsking } from './askings.ts';
import type { CallerOptions } from './callers.ts';
import { STORE_RULES } from './database/rules.ts';
import { standingOf } from './database/standings.ts';
import { findDocument, keyOf } from './database/tables.ts';
import type { Answer, Fleet } from './fleet.ts';
import type { Cancelled } from './invariants/of-cancellations.ts';
import { type AskedTargets, wordsOf } from './invariants/of-invalidations.ts';
import { COMPANY_ID } from './orders.ts';
import type { World } from './world.ts';

/** Somebody who wants documents invalidated: it asks, waits, and asks again. */
interface Canceller {
  asking: CancelAsking;
  latest: number;
  posts: number;
  /** Whether it leaves an open invalidation to the background once the bad days are over. */
  readonly patient: boolean;
}

export interface Cancellers {
  readonly askedTargets: AskedTargets;
  /** Everything that somebody wanted invalidated. */
  allTargets(): readonly string[];
  start(options: CallerOptions): void;
}

/** How many there are, and what they may want invalidated. */
export interface Cancelling {
  readonly cancellers: number;
  readonly sales: readonly string[];
  readonly notes: readonly string[];
  /** When months pass on the clocks on the wall; null where they do not. */
  readonly leapMs: number | null;
}

const MINUTE_MS = 60_000;
const MOST_POSTS = 10;
/**
 * So long in good days a patient caller leaves everything to the background: a lease lasts up to an hour longer where the
 * clock that it was written by was that far ahead, and was put right.
 */
const PATIENCE_MS = 70 * MINUTE_MS;

export function createCancellers(world: World, cancelling: Cancelling): Cancellers {
  const asked = new Map<string | null, Set<string>>();
  const note = (asking: CancelAsking) => {
    const words = asking.hasWill ? wordsOf(asking) : null;
    asked.set(words, new Set([...(asked.get(words) ?? []), asking.target]));
  };
  const all = Array.from({ length: cancelling.cancellers }, (_, index) =>
    createCanceller(world, `X${index + 1}`, cancelling),
  );
  return {
    askedTargets: (words) => [...(asked.get(words) ?? [])],
    allTargets: () => [...asked.values()].flatMap((targets) => [...targets]),
    start(options) {
      const cancel: Fleet['cancel'] = (given) => {
        const asking = { ...given, target: resolved(options, given.target) };
        note(asking);
        return options.fleet.cancel(asking);
      };
      for (const canceller of all)
        void live({ ...options, fleet: { ...options.fleet, cancel } }, canceller, cancelling.leapMs);
    },
  };
}

const AUTOMATIC = 'the automatic note on ';

function createCanceller({ dice }: World, reference: string, { sales, notes }: Cancelling): Canceller {
  const automatic = sales.map((sale) => `${AUTOMATIC}${sale}`);
  const target = dice.chance(0.1) ? dice.pick(automatic) : dice.pick([...sales, ...sales, ...notes]);
  const hasWill = dice.chance(0.75);
  const asking = { reference, target, version: 1, faulty: hasWill && dice.chance(0.2), hasWill };
  return { asking, latest: 1, posts: 0, patient: dice.chance(0.5) };
}

/** A note that nobody has asked for is found under a reference that names its CCF. */
function resolved({ database }: CallerOptions, target: string): string {
  if (!target.startsWith(AUTOMATIC)) return target;
  const sale = target.slice(AUTOMATIC.length);
  const ccf = findDocument(database.tables, COMPANY_ID, sale)?.record;
  return ccf === undefined ? sale : automaticNoteRef(ccf.documentId, 0);
}

async function live(options: CallerOptions, canceller: Canceller, leapMs: number | null): Promise<void> {
  const { world, fleet } = options;
  const { dice } = world;
  await world.sleep(dice.upTo(20 * MINUTE_MS));
  if (dice.chance(0.85)) await isStamped(options, canceller.asking.target);
  if (leapMs !== null && leapMs > world.nowMs() && dice.chance(0.6))
    await world.sleep(leapMs - world.nowMs() + dice.upTo(5 * MINUTE_MS));
  let answer: Answer<Cancelled> = { kind: 'nothing' };
  while (!world.isOver()) {
    canceller.posts += 1;
    if (dice.chance(0.3) && isBad(world)) void fleet.cancel(besides(world, canceller));
    answer = await fleet.cancel(canceller.asking);
    if (isContent(world, answer)) return;
    await world.sleep(reaction(world, canceller, answer));
    if (await waitsInPeace(options, canceller)) return;
  }
  checkContent(options, canceller, answer);
}

function isBad(world: World): boolean {
  return world.nowMs() < world.faultsEndMs;
}

/** Whoever waits for a document looks every full minute, so that others ask for it at the same moment. */
async function isStamped(options: CallerOptions, target: string): Promise<void> {
  const { world, database } = options;
  const state = () => findDocument(database.tables, COMPANY_ID, resolved(options, target))?.record.state;
  do await world.sleep(MINUTE_MS - (world.nowMs() % MINUTE_MS));
  while (state() !== 'stamped' && isBad(world));
}

/** The same once more at the same time, or another wish for the same document. */
function besides(world: World, canceller: Canceller): CancelAsking {
  return world.dice.chance(0.5) ? canceller.asking : changed(world, canceller);
}

/** Other words, or none. */
function changed({ dice }: World, canceller: Canceller): CancelAsking {
  canceller.latest += 1;
  return { ...canceller.asking, hasWill: dice.chance(0.75), version: canceller.latest, faulty: false };
}

/** Refusals that the document's own history gives, and that repeating the request will not change. */
const FOR_GOOD: ReadonlySet<string> = new Set([
  'has_live_notes',
  'has_live_notes_late',
  'ccf_adjusted_by_notes',
  'ccf_exceeded',
  'ccf_fully_adjusted',
  'ccf_invalidated',
  'invalidation_window_over',
  'cancellation_windows_over',
]);

/** Not there, or not stamped: nothing can be invalidated then. */
const NOT_YET: ReadonlySet<string> = new Set(['document_not_found', 'not_stamped']);

/** The code of a refusal; empty for anything else. */
function refusalOf(answer: Answer<Cancelled>): string {
  return answer.kind === 'answered' && answer.answer.kind === 'refused' ? answer.answer.code : '';
}

/** Whether there is nothing left to ask for. */
function isContent(world: World, answer: Answer<Cancelled>): boolean {
  if (answer.kind !== 'answered') return false;
  const given = answer.answer;
  if (given.kind === 'refused') return !isBad(world) && FOR_GOOD.has(given.code);
  const { by } = given;
  const isDone = by.kind === 'event' ? by.event.state === 'sealed' : by.note.state === 'stamped';
  return isDone && (!isBad(world) || !world.dice.chance(0.3));
}

/** Decides what to ask next, and after how long. */
function reaction(world: World, canceller: Canceller, answer: Answer<Cancelled>): number {
  const { dice } = world;
  const corrects = canceller.asking.faulty && (isRejected(answer) || !isBad(world));
  if (corrects || (isBad(world) && dice.chance(0.3))) canceller.asking = changed(world, canceller);
  if (!isBad(world)) return NOT_YET.has(refusalOf(answer)) ? 10 * MINUTE_MS : MINUTE_MS;
  const untilGoodMs = world.faultsEndMs - world.nowMs() + dice.upTo(MINUTE_MS);
  if (canceller.posts >= MOST_POSTS) return untilGoodMs;
  return Math.min(untilGoodMs, dice.chance(0.4) ? dice.upTo(40 * MINUTE_MS) : dice.upTo(15_000));
}

function isRejected(answer: Answer<Cancelled>): boolean {
  if (answer.kind !== 'answered' || answer.answer.kind === 'refused') return false;
  const { by } = answer.answer;
  return by.kind === 'event' && by.event.state === 'rejected';
}

/** In good days a patient caller looks on while the background brings the invalidation to its seal. */
async function waitsInPeace(options: CallerOptions, { asking, patient }: Canceller): Promise<boolean> {
  const { world, database } = options;
  const { tables } = database;
  const documentId = () =>
    findDocument(tables, COMPANY_ID, resolved(options, asking.target))?.record.documentId ?? '';
  const state = () => {
    const view = { tables, rules: STORE_RULES, nowMs: database.nowMs() };
    const query = { companyId: COMPANY_ID, documentId: documentId(), without: null };
    return invalidationStateOf(standingOf(view, query));
  };
  while (patient && !isBad(world) && world.nowMs() < world.faultsEndMs + PATIENCE_MS) {
    if (state() === 'stamped') return true;
    if (state() !== 'waiting') return false;
    await world.sleep(MINUTE_MS);
  }
  if (patient && !isBad(world)) await checkBackground(options, keyOf(COMPANY_ID, documentId()));
  return false;
}

/** The background comes back to an open invalidation at least every 15 minutes, unless it was put aside. */
async function checkBackground({ world, database }: CallerOptions, key: string): Promise<void> {
  const waiting = () => {
    const row = database.tables.invalidations.get(key);
    return row?.record.state === 'open' && row.nextAttemptMs !== null ? row : null;
  };
  const before = waiting();
  if (before === null) return;
  await world.sleep(15 * MINUTE_MS);
  if (waiting()?.fence === before.fence)
    world.violate('background_settles', `nobody came back to the invalidation ${before.documentId}`);
}

/** Whoever asked to the end has got what it wanted, unless there was nothing to invalidate. */
function checkContent(
  { world }: CallerOptions,
  { asking, posts }: Canceller,
  answer: Answer<Cancelled>,
): void {
  if (!NOT_YET.has(refusalOf(answer)))
    world.violate('everything_settles', `${asking.reference} asked ${posts} times for ${asking.target}`);
}
