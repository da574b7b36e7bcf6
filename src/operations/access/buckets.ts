/** How often something may happen: so many times at once, and then again at a steady pace. */
export interface BucketLimits {
  readonly burst: number;
  readonly perSecond: number;
}

/** One bucket each for whoever something is counted for. */
export interface Buckets {
  /** Counts `count` for `who`, 1 unless told. Milliseconds until there is room for them; 0 where they were counted. */
  take(who: string, count?: number): number;
}

/** How many buckets are remembered; the longest unused are full again by the time they are forgotten. */
const REMEMBERED = 10_000;

/** What sums of fractions of a millisecond may be off by. */
const ROUNDING_MS = 1e-6;

/** Buckets that leak by the clock `monotonic`, in milliseconds (the generic cell rate algorithm: one instant for each). */
export function createBuckets(monotonic: () => number, { burst, perSecond }: BucketLimits): Buckets {
  const betweenMs = 1_000 / perSecond;
  /** When the bucket will be empty again, by who it is for; the longest unused first. */
  const emptyAtMs = new Map<string, number>();
  return {
    take(who, count = 1) {
      const nowMs = monotonic();
      const aheadMs = Math.max(0, (emptyAtMs.get(who) ?? 0) - nowMs);
      const tooEarlyMs = aheadMs - (burst - count) * betweenMs;
      if (tooEarlyMs > ROUNDING_MS) return tooEarlyMs;
      emptyAtMs.delete(who);
      emptyAtMs.set(who, nowMs + aheadMs + count * betweenMs);
      const [oldest] = emptyAtMs.keys();
      if (emptyAtMs.size > REMEMBERED && oldest !== undefined) emptyAtMs.delete(oldest);
      return 0;
    },
  };
}

/** For the links to one document, whoever opens them: a receipt that goes around, not a load. */
export const LINKS_OF_DOCUMENT: BucketLimits = { burst: 60, perSecond: 2 };

/** For the links that one address opens: a shop's own wireless network, not a collector of receipts. */
export const LINKS_OF_ADDRESS: BucketLimits = { burst: 120, perSecond: 5 };

/** For the look-ups of keys that a node does not know, by address: a fleet of tills behind one, not a search for keys. */
export const UNKNOWN_KEYS_OF_ADDRESS: BucketLimits = { burst: 500, perSecond: 100 };
