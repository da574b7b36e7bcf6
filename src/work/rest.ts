/** How long a loop rests after what took some time. */
export interface Rest {
  readonly leastMs: number;
  /** Ten seconds where it is not given. */
  readonly mostMs?: number;
  /** So many times as long as what was done, twenty where it is not given. */
  readonly times?: number;
}

/**
 * Milliseconds to rest after what took `tookMs`. Whatever asks many servers takes longer than what asks one, and all takes
 * longer where there is much to do: looks have about a twentieth of the time of one connection then, as long as none takes
 * half a second.
 */
export function restAfter(tookMs: number, { leastMs, mostMs = 10_000, times = 20 }: Rest): number {
  return Math.max(leastMs, Math.min(mostMs, times * tookMs));
}
