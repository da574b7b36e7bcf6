import type { Clock } from '../../src/operations/documents/ports.ts';
import { UnansweredCommit } from '../../src/storage/connection/transaction.ts';
import { RefusedStanding } from './database/clock.ts';
import type { Session } from './database/connected.ts';
import type { LineEnd } from './network.ts';
import type { World } from './world.ts';

/** The line to the database broke before anything happened. */
export class BrokenLine extends Error {
  override readonly name = 'BrokenLine';
}

/** A line to the database may break; nothing else may throw. */
export function noteError(world: World, error: unknown): void {
  const expected =
    error instanceof BrokenLine || error instanceof UnansweredCommit || error instanceof RefusedStanding;
  if (!expected) world.violate('nothing_else_throws', String(error));
}

/** So long after its start a node's clock is set, and to so much of the right time. */
const UNSET_MS = 5 * 60_000;
const SET_WITHIN_MS = 2_000;

/** One life of a node: from its start to its death. */
export interface Life extends LineEnd {
  readonly clock: Clock;
  readonly session: Session;
  isDead(): boolean;
  /** Told when this life ends. */
  onDeath(listener: () => void): void;
}

export interface LifeOptions {
  readonly name: string;
  /** How far this node's clock on the wall is ahead. */
  readonly skewMs: number;
  /** Where its monotonic clock stood then. */
  readonly monotonicMs: number;
}

export function startLife(world: World, options: LifeOptions): Life {
  const { dice } = world;
  let [dead, standsUntilMs] = [false, 0];
  let [sleptMs, asleep] = [0, { fromMs: 0, untilMs: 0 }];
  const asleepMs = () => Math.min(world.nowMs(), asleep.untilMs) - asleep.fromMs;
  const listeners: (() => void)[] = [];
  const isSetMs = world.nowMs() + UNSET_MS;
  const skewMs = () =>
    world.nowMs() < isSetMs
      ? options.skewMs
      : Math.max(-SET_WITHIN_MS, Math.min(SET_WITHIN_MS, options.skewMs));
  const resume = (delayMs: number, run: () => void): void =>
    world.resume(delayMs, () => {
      if (dead) return;
      if (standsUntilMs > world.nowMs()) resume(standsUntilMs - world.nowMs(), run);
      else run();
    });
  const mayFail = (): boolean => {
    if (dead) return true;
    const { crash, pause, longestPauseMs, sleeps } = world.faults();
    if (dice.chance(crash)) {
      world.note(() => `${options.name} dies`);
      dead = true;
      for (const listener of listeners) listener();
    } else if (dice.chance(pause)) {
      const pauseMs = Math.min(dice.between(1, longestPauseMs), world.faultsEndMs - world.nowMs());
      world.note(() => `${options.name} stands still for ${pauseMs} ms`);
      standsUntilMs = world.nowMs() + pauseMs;
      if (sleeps) {
        sleptMs += asleepMs();
        asleep = { fromMs: world.nowMs(), untilMs: standsUntilMs };
      }
    }
    return dead;
  };
  const life: Life = {
    name: options.name,
    resume,
    mayFail,
    clock: {
      now: () => world.wallMs(world.nowMs()) + skewMs(),
      monotonic: () => options.monotonicMs + world.nowMs() - sleptMs - asleepMs(),
      sleep: (delayMs) => new Promise((wake) => resume(delayMs, wake)),
    },
    session: { run: (what, work) => runQuery(world, life, { what, work }) },
    isDead: () => dead,
    onDeath: (listener) => listeners.push(listener),
  };
  return life;
}

interface Query<T> {
  readonly what: string;
  readonly work: (commits: boolean) => T;
}

type Outcome<T> =
  | { readonly kind: 'result'; readonly value: T }
  | { readonly kind: 'error'; readonly error: unknown };

/** A query reaches the database after a while and its answer the node after another; in between, either may die. */
function runQuery<T>(world: World, life: Life, { what, work }: Query<T>): Promise<T> {
  const { dice } = world;
  return new Promise((resolve, reject) => {
    if (life.mayFail()) return;
    const { brokenLine, unansweredCommit, slowMs } = world.faults();
    const isBroken = dice.chance(brokenLine);
    const isUnanswered = !isBroken && dice.chance(unansweredCommit);
    world.after(dice.upTo(40 + slowMs), () => {
      // The last word of a transaction may be on its way when the node dies.
      const arrives = !isBroken && (life.isDead() || isUnanswered ? dice.chance(0.5) : true);
      // Without its COMMIT a transaction may have begun, and is undone.
      const outcome = outcomeOf(() => (isBroken ? lost() : work(arrives)));
      world.note(() => `${life.name} ${what}: ${told(outcome)}`);
      const answer: Outcome<T> = isUnanswered
        ? { kind: 'error', error: new UnansweredCommit('COMMIT was not confirmed') }
        : outcome;
      life.resume(dice.upTo(10), () => {
        if (life.mayFail()) return;
        if (answer.kind === 'result') resolve(answer.value);
        else reject(answer.error);
      });
    });
  });
}

function outcomeOf<T>(work: () => T): Outcome<T> {
  try {
    return { kind: 'result', value: work() };
  } catch (error) {
    return { kind: 'error', error };
  }
}

function lost(): never {
  throw new BrokenLine('the line to the database broke');
}

function told<T>(outcome: Outcome<T>): string {
  if (outcome.kind === 'error') return String(outcome.error);
  return isLost(outcome.value) ? 'lease lost' : 'done';
}

/** Also where only some of those that shared the transaction had lost their lease. */
function isLost(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.some(isLost));
}
