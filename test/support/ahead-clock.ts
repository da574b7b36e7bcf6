/** The machine's clock for durations, which a test may set ahead: what a node remembers for a while ends sooner then. */
export interface AheadClock {
  readonly monotonic: () => number;
  /** Sets it ahead by so many milliseconds. */
  pass(byMs: number): void;
}

/** After so many milliseconds a node has forgotten which certificate was in force, and which windows were used up. */
export const FORGOTTEN_MS = 10_000;

export function aheadClock(): AheadClock {
  let aheadMs = 0;
  return {
    monotonic: () => performance.now() + aheadMs,
    pass(byMs) {
      aheadMs += byMs;
    },
  };
}

/** A clock on the wall that goes on from wherever a test sets it, in milliseconds since the epoch. */
export interface SetClock {
  readonly now: () => number;
  set(atMs: number): void;
  pass(byMs: number): void;
}

export function setClock(atMs: number): SetClock {
  let shiftMs = atMs - Date.now();
  return {
    now: () => Date.now() + shiftMs,
    set(nowMs) {
      shiftMs = nowMs - Date.now();
    },
    pass(byMs) {
      shiftMs += byMs;
    },
  };
}
