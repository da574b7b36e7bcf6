import { createLine, type Line } from '../../core/turns/line.ts';

/** A request in line. */
export interface Waiting {
  readonly sinceMs: number;
  /** Whether it is in line no more. */
  isOver: boolean;
  /** Its turn has come. */
  readonly call: () => void;
  /** It has waited for too long. */
  readonly refuse: () => void;
}

/** A company that was here lately. */
export interface Presence {
  /** By key. */
  readonly line: Line<Waiting>;
  /** Requests in line, at work or outside. */
  underWay: number;
  /** Requests that hold a place. */
  atWork: number;
  /** Until then it takes no place, on the monotonic clock. */
  restsUntilMs: number;
  /** Whether the end of its rest is waited for. */
  isAwaited: boolean;
  /** When it came last, on the monotonic clock. */
  lastMs: number;
}

/** The companies that were here lately; those that are gone are forgotten. */
export interface Presences {
  of(companyId: string): Presence;
  /** Companies that are here or were lately; at least one. */
  active(): number;
}

/** Between two counts of the active companies. */
const COUNTED_EVERY_MS = 100;

/** A company that was last here `activeForMs` ago is gone. `monotonic` reads a clock in milliseconds. */
export function createPresences(monotonic: () => number, activeForMs: number): Presences {
  const presences = new Map<string, Presence>();
  let active = 1;
  let countedMs = Number.NEGATIVE_INFINITY;
  return {
    of(companyId) {
      const known = presences.get(companyId);
      const presence = known ?? {
        line: createLine<Waiting>(),
        underWay: 0,
        atWork: 0,
        restsUntilMs: 0,
        isAwaited: false,
        lastMs: 0,
      };
      presence.lastMs = monotonic();
      if (known === undefined) presences.set(companyId, presence);
      return presence;
    },
    active() {
      const nowMs = monotonic();
      if (nowMs - countedMs < COUNTED_EVERY_MS) return active;
      for (const [companyId, { underWay, lastMs }] of presences)
        if (underWay === 0 && nowMs - lastMs > activeForMs) presences.delete(companyId);
      active = Math.max(1, presences.size);
      countedMs = nowMs;
      return active;
    },
  };
}
