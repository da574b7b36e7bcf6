/** After a look that found nothing, a loop rests so many times as long as the look took. */
const AFTER_LOOK = 20;
/** After work that nobody waits for, so many times as long as the work took. */
export const AFTER_WORK = 3;
/** No rest is longer. */
const MOST_MS = 10_000;

/**
 * Milliseconds to rest after what took `tookMs`. Whatever asks many servers takes longer than what asks one, and all takes
 * longer where there is much to do: looks have about a twentieth of the time of one connection then, and no more.
 */
export function restAfter(tookMs: number, leastMs: number, times = AFTER_LOOK): number {
  return Math.max(leastMs, Math.min(MOST_MS, times * tookMs));
}
