import { createRecent } from '../core/memory/recent.ts';
import type { Clock } from '../operations/documents/ports.ts';

/** Answers those that are turned away again and again more slowly, so that a flood of them costs others little. */
export interface Pacing {
  /** Resolves when whoever was turned away may be told so, after `mostMs` milliseconds at the latest. */
  wait(who: string, mostMs: number): Promise<void>;
}

/** Beyond the allowance, so many milliseconds lie between two answers, unless told otherwise. */
const BETWEEN_MS = 5;
/** How many in a row are answered at once. */
const ALLOWANCE = 20;
/** How many callers are remembered among those that were turned away lately. */
const REMEMBERED = 10_000;

export function createPacing(
  { monotonic, sleep }: Pick<Clock, 'monotonic' | 'sleep'>,
  betweenMs = BETWEEN_MS,
): Pacing {
  const allowanceMs = ALLOWANCE * betweenMs;
  /** Until when the answers so far take, by who got them. */
  const takenUntilMs = createRecent<number>(REMEMBERED);
  return {
    async wait(who, mostMs) {
      const nowMs = monotonic();
      const earliestMs = Math.max(nowMs, takenUntilMs.get(who) ?? 0) + betweenMs;
      const untilMs = Math.min(earliestMs, nowMs + allowanceMs + mostMs);
      takenUntilMs.set(who, untilMs);
      const waitMs = untilMs - nowMs - allowanceMs;
      if (waitMs > 0) await sleep(waitMs);
    },
  };
}
