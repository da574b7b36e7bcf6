import type { Database } from './database/rules.ts';
import { keyOf } from './database/tables.ts';
import type { Dice } from './dice.ts';
import type { Answer, Fleet } from './fleet.ts';
import type { Asking } from './invariants/of-answers.ts';
import type { WasAsked } from './invariants/of-the-wire.ts';
import { COMPANY_ID } from './orders.ts';
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
  latest: number;
  posts: number;
  /** Whether it leaves a document in contingency to the background once the bad days are over. */
  readonly patient: boolean;
}

export interface Callers {
  readonly references: readonly string[];
  readonly wasAsked: WasAsked;
  start(options: CallerOptions): void;
}

const MINUTE_MS = 60_000;
const MOST_POSTS = 10;
/** Of each caller in a crowd, so that its world does not take as long as ten others. */
const MOST_POSTS_IN_A_CROWD = 2;
/**
 * After so long in good days even a patient caller sends its order again, and the background has failed: it comes back
 * within 12.5 minutes, waits for the end of the quarantine, makes the document formal, and sends it after its report.
 */
export const PATIENCE_MS = 70 * MINUTE_MS;

export function createCallers(world: World, count: number): Callers {
  const references = Array.from({ length: count }, (_, index) => `R${index + 1}`);
  const asked = new Set<string>();
  return {
    references,
    wasAsked: (reference, version, tipoDte) => asked.has(keyOf(reference, version, tipoDte)),
    start(options) {
      const posting = {
        ...options,
        fleet: {
          post: (asking: Asking) => {
            asked.add(keyOf(asking.reference, asking.version, asking.tipoDte));
            return options.fleet.post(asking);
          },
        },
      };
      for (const reference of references) void live(posting, createCaller(world, reference));
    },
  };
}

function createCaller({ dice }: World, reference: string): Caller {
  const tipoDte = dice.chance(0.85) ? '01' : '14';
  const asking = { companyId: COMPANY_ID, reference, version: 1, faulty: dice.chance(0.2), tipoDte };
  return { reference, asking, latest: 1, posts: 0, patient: dice.chance(0.5) };
}

async function live(options: CallerOptions, caller: Caller): Promise<void> {
  const { world, fleet } = options;
  await world.sleep(world.dice.upTo(20 * MINUTE_MS));
  while (!world.isOver()) {
    caller.posts += 1;
    if (world.dice.chance(0.25) && world.nowMs() < world.faultsEndMs) void fleet.post(besides(world, caller));
    const answer = await fleet.post(caller.asking);
    if (isContent(world, answer)) return;
    await world.sleep(reaction(world, caller, answer));
    if (await waitsInPeace(options, caller)) return;
  }
}

/** The same request once more at the same time, or another one under its reference. */
function besides(world: World, caller: Caller): Asking {
  const { dice } = world;
  const { asking } = caller;
  if (dice.chance(0.5)) return asking;
  if (dice.chance(0.3)) return { ...asking, tipoDte: asking.tipoDte === '01' ? '14' : '01' };
  return changed(caller);
}

function changed(caller: Caller): Asking {
  caller.latest += 1;
  return { ...caller.asking, version: caller.latest, faulty: false };
}

/** Whether there is nothing left to ask for. */
function isContent(world: World, answer: Answer): boolean {
  const isGood = world.nowMs() >= world.faultsEndMs;
  if (answer.kind !== 'answered' || answer.answer.kind === 'refused') return false;
  const { state, observaciones } = answer.answer.record;
  if (state === 'rejected') return isGood && observaciones.includes('numeroControl');
  return state === 'stamped' && (isGood || !world.dice.chance(0.3));
}

/** Decides what to post next, and after how long. */
function reaction(world: World, caller: Caller, answer: Answer): number {
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

function isRejection(answer: Answer): boolean {
  return (
    answer.kind === 'answered' && answer.answer.kind === 'issued' && answer.answer.record.state === 'rejected'
  );
}

function adapt(world: World, caller: Caller, answer: Answer): void {
  const isOtherType = answer.kind === 'answered' && answer.answer.kind === 'refused';
  if (isOtherType && answer.answer.code === 'doc_type_changed') {
    const { asking } = caller;
    caller.asking = { ...asking, tipoDte: asking.tipoDte === '01' ? '14' : '01' };
    return;
  }
  const corrects = caller.asking.faulty && (isRejection(answer) || world.nowMs() >= world.faultsEndMs);
  if (corrects || world.dice.chance(world.nowMs() < world.faultsEndMs ? 0.3 : 0))
    caller.asking = changed(caller);
}

/** In good days a patient caller looks on while the background brings its document to a stamp. */
async function waitsInPeace({ world, database }: CallerOptions, caller: Caller): Promise<boolean> {
  const rowNow = () =>
    [...database.tables.documents.values()].find(({ record }) => record.externalRef === caller.reference);
  const isGood = () => world.nowMs() >= world.faultsEndMs;
  while (caller.patient && isGood() && world.nowMs() < world.faultsEndMs + PATIENCE_MS) {
    const state = rowNow()?.record.state;
    if (state === 'stamped') return true;
    if (state === undefined || state === 'rejected') return false;
    await world.sleep(MINUTE_MS);
  }
  const row = rowNow();
  if (caller.patient && isGood() && row?.record.state === 'contingency' && row.nextAttemptMs !== null)
    world.violate('background_settles', `${caller.reference} is still in contingency`);
  return false;
}
