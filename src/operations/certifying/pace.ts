import type { Clock } from '../documents/ports.ts';

/** Resolves when the next thing may be sent. */
export type Pace = () => Promise<void>;

const SECOND_MS = 1_000;

/** So many in a second at the most, evenly; time that passed without any is not made up for. */
export function createPace(clock: Pick<Clock, 'monotonic' | 'sleep'>, perSecond: number): Pace {
  const intervalMs = SECOND_MS / perSecond;
  let nextMs = clock.monotonic();
  return async () => {
    const nowMs = clock.monotonic();
    const waitMs = nextMs - nowMs;
    nextMs = Math.max(nextMs, nowMs) + intervalMs;
    if (waitMs > 0) await clock.sleep(waitMs);
  };
}
