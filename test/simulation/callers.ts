import type { Refusal } from '../../src/core/refusals/refusal.ts';
import type { Issued } from '../../src/operations/documents/issue-drafted.ts';
import type { Asking } from './askings.ts';
import type { Database } from './database/rules.ts';
import { keyOf, toldRecord } from './database/tables.ts';
import type { Dice } from './dice.ts';
import type { Answer, Fleet } from './fleet.ts';
import { isFinalRejection, type References } from './invariants/at-rest.ts';
import { isForGood } from './invariants/of-answers.ts';
import type { WasAsked } from './invariants/of-the-wire.ts';
import { COMPANY_ID, drawNote } from './orders.ts';
import type { World } from './world.ts';

export interface CallerOptions {
  readonly world: World;
  readonly fleet: Fleet;
  readonly database: Database;
}

/** A point of sale with one order: it posts, waits, and posts again. */
interface Caller {
  readonly reference: string;
  asking: Asking;
  /** The CCF that its notes may be on; none for a sale or a purchase. */
  readonly sales: readonly string[];
  latest: number;
  posts: number;
  /** Whether it leaves a document in contingency to the background once the bad days are over. */
  readonly patient: boolean;
}

/** What a caller hears of its order. */
type Given = Answer<Issued | Refusal>;

export interface Callers {
  readonly references: References;
  readonly wasAsked: WasAsked;
  start(options: CallerOptions): void;
}

const MINUTE_MS = 60_000;
const MOST_POSTS = 10;
/** The most posts of a caller in a crowd, so that its world does not take as long as ten others. */
const MOST_POSTS_IN_A_CROWD = 2;
/**
 * After so long in good days even a patient caller sends its order again, and the background has failed: it comes back
 * within 12.5 minutes, waits for the end of the quarantine, makes the document formal, and sends it after its report.
 */
export const PATIENCE_MS = 70 * MINUTE_MS;

/** How many callers there are. */
export interface Trade {
  readonly sales: number;
  /** Callers that post notes. */
  readonly notes: number;
  /** Callers that want documents invalidated. */
  readonly cancellers: number;
  /** Whether all sales are CCF. */
  readonly onCredit: boolean;
}

export function createCallers(world: World, trade: Trade): Callers {
  const named = (letter: string, length: number) =>
    Array.from({ length }, (_, index) => `${letter}${index + 1}`);
  const references = { sales: named('R', trade.sales), notes: named('N', trade.notes) };
  const asked = new Set<string>();
  return {
    references,
    wasAsked: ({ reference, version, tipoDte }) => asked.has(keyOf(reference, version, tipoDte)),
    start(options) {
      const posting = {
        ...options,
        fleet: {
          ...options.fleet,
          post: (asking: Asking) => {
            asked.add(keyOf(asking.reference, asking.version, asking.tipoDte));
            return options.fleet.post(asking);
          },
        },
      };
      for (const reference of references.sales)
        void live(posting, createCaller(world, reference, trade.onCredit ? '03' : null));
      for (const reference of references.notes)
        void live(posting, createNoteCaller(world, reference, references.sales));
    },
  };
}

function createCaller({ dice }: World, reference: string, only: string | null): Caller {
  const tipoDte = only ?? (dice.chance(0.85) ? '01' : '14');
  const frame = { companyId: COMPANY_ID, reference, version: 1, note: null };
  const asking = { ...frame, faulty: dice.chance(0.2), tipoDte };
  return { reference, asking, sales: [], latest: 1, posts: 0, patient: dice.chance(0.5) };
}

function createNoteCaller(world: World, reference: string, sales: readonly string[]): Caller {
  const caller = createCaller(world, reference, '05');
  return { ...caller, sales, asking: { ...caller.asking, note: drawNote(world.dice, sales) } };
}

async function live(options: CallerOptions, caller: Caller): Promise<void> {
  const { world, fleet } = options;
  await world.sleep(world.dice.upTo(20 * MINUTE_MS));
  if (caller.asking.note !== null && world.dice.chance(0.8))
    await saleIsStamped(options, caller.asking.note.ccf);
  while (!world.isOver()) {
    caller.posts += 1;
    if (world.dice.chance(0.25) && world.nowMs() < world.faultsEndMs) void fleet.post(besides(world, caller));
    const answer = await fleet.post(caller.asking);
    if (isContent(world, answer)) return;
    await world.sleep(reaction(world, caller, answer));
    if (await waitsInPeace(options, caller)) return;
  }
}

/** Whoever waits for a CCF looks every full minute, so that notes on it come at once. */
async function saleIsStamped({ world, database }: CallerOptions, ccf: string): Promise<void> {
  const isStamped = () =>
    [...database.tables.documents.values()].some(
      ({ record }) => record.externalRef === ccf && record.state === 'stamped',
    );
  do await world.sleep(MINUTE_MS - (world.nowMs() % MINUTE_MS));
  while (!isStamped() && world.nowMs() < world.faultsEndMs);
}

/** The same request once more at the same time, or another one under its reference. */
function besides(world: World, caller: Caller): Asking {
  const { dice } = world;
  const { asking } = caller;
  if (dice.chance(0.5)) return asking;
  const isOnCredit = asking.tipoDte === '03' || asking.tipoDte === '05';
  if (!isOnCredit && dice.chance(0.3)) return { ...asking, tipoDte: otherType(asking) };
  return changed(world, caller);
}

function otherType({ tipoDte }: Asking): string {
  return tipoDte === '01' ? '14' : '01';
}

/** Another order; a note may also name another CCF. */
function changed({ dice }: World, caller: Caller): Asking {
  caller.latest += 1;
  const note = caller.asking.note === null ? null : drawNote(dice, caller.sales);
  return { ...caller.asking, note, version: caller.latest, faulty: false };
}

/** Whether there is nothing left to ask for. */
function isContent(world: World, answer: Given): boolean {
  const isGood = world.nowMs() >= world.faultsEndMs;
  if (answer.kind !== 'answered') return false;
  if (answer.answer.kind === 'refused') return isGood && isForGood(answer.answer);
  const { state, observaciones } = answer.answer.record;
  if (state === 'rejected') return isGood && isFinalRejection(observaciones);
  return state === 'stamped' && (isGood || !world.dice.chance(0.3));
}

/** Decides what to post next, and after how long. */
function reaction(world: World, caller: Caller, answer: Given): number {
  const { dice } = world;
  const isGood = world.nowMs() >= world.faultsEndMs;
  adapt(world, caller, answer);
  if (isGood) return MINUTE_MS;
  const untilGoodMs = world.faultsEndMs - world.nowMs() + dice.upTo(MINUTE_MS);
  const mostPosts = world.faults().crowded ? MOST_POSTS_IN_A_CROWD : MOST_POSTS;
  if (caller.posts >= mostPosts) return untilGoodMs;
  const isLong = untilGoodMs > 28 * 60 * MINUTE_MS && dice.chance(0.5);
  if (isLong && isRejection(answer)) return dice.between(22, 27) * 60 * MINUTE_MS;
  return Math.min(untilGoodMs, pauseMs(dice));
}

/** Soon, some time, or right at the end of the quarantine of what was sent during the last answer's making. */
function pauseMs(dice: Dice): number {
  if (dice.chance(0.15)) return 15 * MINUTE_MS - dice.below(45_000);
  return dice.chance(0.4) ? dice.upTo(40 * MINUTE_MS) : dice.upTo(15_000);
}

function isRejection(answer: Given): boolean {
  return (
    answer.kind === 'answered' && answer.answer.kind === 'issued' && answer.answer.record.state === 'rejected'
  );
}

function adapt(world: World, caller: Caller, answer: Given): void {
  const isOtherType = answer.kind === 'answered' && answer.answer.kind === 'refused';
  if (isOtherType && answer.answer.code === 'doc_type_changed') {
    const { asking } = caller;
    caller.asking = { ...asking, tipoDte: otherType(asking) };
    return;
  }
  const corrects = caller.asking.faulty && (isRejection(answer) || world.nowMs() >= world.faultsEndMs);
  if (corrects || world.dice.chance(world.nowMs() < world.faultsEndMs ? 0.3 : 0))
    caller.asking = changed(world, caller);
}

/** In good days a patient caller looks on while the background brings its document to a stamp. */
async function waitsInPeace({ world, database }: CallerOptions, caller: Caller): Promise<boolean> {
  const rowNow = () =>
    [...database.tables.documents.values()].find(({ record }) => record.externalRef === caller.reference);
  const isGood = () => world.nowMs() >= world.faultsEndMs;
  while (caller.patient && isGood() && world.nowMs() < world.faultsEndMs + PATIENCE_MS) {
    const row = rowNow();
    const state = row === undefined ? undefined : toldRecord(row).state;
    if (state === 'stamped') return true;
    if (state === undefined || state === 'rejected') return false;
    await world.sleep(MINUTE_MS);
  }
  const row = rowNow();
  const isOpen = row?.record.state === 'contingency' && row.nextAttemptMs !== null;
  // A number that came into doubt only now is decided after its quarantine.
  if (caller.patient && isGood() && isOpen && row.doubt === null)
    world.violate('background_settles', `${caller.reference} is still in contingency`);
  return false;
}
