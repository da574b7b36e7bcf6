import { performance } from 'node:perf_hooks';
import type { DueQueue, QueueLook } from '../operations/background/ports.ts';
import type { Guard } from './guarded.ts';
import { restAfter } from './rest.ts';

/** The look that all loops of a node share: while nothing is due, the database is asked one thing a beat. */
export interface Look {
  /** False where the last look found nothing of it; true where nothing is known. */
  mayHold(queue: DueQueue): boolean;
  /** Rests for so long, and until the look behind that has ended. */
  rest(ms: number): Promise<void>;
  /** Something has been done here, by which a queue may hold what it did not: nothing is known until the next look. */
  doubt(): void;
}

/** The look, and its end, for which nobody may rest any more. */
export interface RunningLook extends Look {
  stop(): Promise<void>;
}

/** Who rests comes along with a look that is so much too early, so that all loops wake with one timer. */
const ALONG_MS = 500;

interface Resting {
  readonly untilMs: number;
  readonly wake: () => void;
}

/** Begins a look when a loop has rested; where it fails, each loop asks its own queues. */
export function startLook(due: () => ReturnType<QueueLook['due']>, orNull: Guard): RunningLook {
  let known: ReadonlySet<DueQueue> | null = null;
  const resting = new Set<Resting>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let [earliestMs, plannedMs] = [0, Number.POSITIVE_INFINITY];

  async function look(): Promise<void> {
    const beganMs = performance.now();
    known = await orNull({}, due);
    earliestMs = performance.now() + restAfter(performance.now() - beganMs, { leastMs: 0 });
    for (const one of resting) {
      if (one.untilMs > beganMs + ALONG_MS) continue;
      resting.delete(one);
      one.wake();
    }
    looking = null;
    plan();
  }
  function plan(): void {
    clearTimeout(timer);
    plannedMs = Number.POSITIVE_INFINITY;
    if (looking !== null || resting.size === 0) return;
    plannedMs = Math.max(earliestMs, Math.min(...[...resting].map(({ untilMs }) => untilMs)));
    timer = setTimeout(
      () => {
        looking = look();
      },
      Math.max(0, plannedMs - performance.now()),
    );
  }
  return {
    mayHold: (queue) => known?.has(queue) ?? true,
    doubt() {
      known = null;
    },
    rest(ms) {
      return new Promise((wake) => {
        const untilMs = performance.now() + ms;
        resting.add({ untilMs, wake });
        if (untilMs < plannedMs) plan();
      });
    },
    async stop() {
      resting.clear();
      plan();
      await looking;
    },
  };
}

/** The look of one queue, which finds nothing without asking where the look of all has found nothing. */
export function ifAny<Limits extends readonly unknown[], Due>(
  look: Pick<Look, 'mayHold'>,
  queue: DueQueue,
  ask: (...limits: Limits) => Promise<readonly Due[]>,
): (...limits: Limits) => Promise<readonly Due[]> {
  return async (...limits) => (look.mayHold(queue) ? ask(...limits) : []);
}
