import type { Ambiente } from '../core/dte/kinds.ts';

export interface AuthorityClockParts {
  /** The node's clock on the wall, in milliseconds. */
  readonly now: () => number;
  /** How far the database's clock was ahead of the node's when they were compared last. */
  readonly databaseAheadMs: () => number;
  readonly log: { warn(event: string, detail: Readonly<Record<string, string | number>>): void };
  /** In milliseconds. */
  readonly monotonic: () => number;
}

/** How the authority's clock stands to the database's; it changes no verdict. */
export interface AuthorityClock {
  /** An answer has come that is dated so. */
  dated(ambiente: Ambiente, dateMs: number): void;
  /** By environment, how far the authority's clock was ahead at its last answer, in milliseconds. */
  aheadMs(): ReadonlyMap<Ambiente, number>;
}

/** Documents near midnight get another date than the authority's from about here on. */
export const CLOCKS_APART_MS = 60_000;
/** An answer is dated with the second in which it began. */
const HALF_A_SECOND_MS = 500;
/** Between two lines about the same environment. */
const QUIET_MS = 10 * 60_000;

/** Compares clocks at each answer, and tells the operator of those that are far apart. */
export function createAuthorityClock(parts: AuthorityClockParts): AuthorityClock {
  const { now, databaseAheadMs, log, monotonic } = parts;
  const aheadMs = new Map<Ambiente, number>();
  const toldMs = new Map<Ambiente, number>();
  return {
    dated(ambiente, dateMs) {
      const ahead = dateMs + HALF_A_SECOND_MS - now() - databaseAheadMs();
      aheadMs.set(ambiente, ahead);
      const readMs = monotonic();
      if (Math.abs(ahead) <= CLOCKS_APART_MS) return;
      if (readMs - (toldMs.get(ambiente) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
      toldMs.set(ambiente, readMs);
      log.warn('authority_clock_apart', { environment: ambiente, aheadMs: Math.round(ahead) });
    },
    aheadMs: () => aheadMs,
  };
}
