import type { Tasks } from './tasks.ts';

export interface LaneLimits {
  /** What one node has under way at a time. */
  readonly concurrency: number;
  /** The most of one company among it, so that what hangs holds up its own company alone. */
  readonly perCompany: number;
}

/** One kind of work across companies, with places of its own. */
export interface LaneOf<Due> {
  readonly name: string;
  readonly limits: LaneLimits;
  /** Looks for what is due, company by company; the turns begin behind the one that was begun last. Never rejects. */
  find(limits: {
    readonly total: number;
    readonly perCompany: number;
    readonly after: Due | undefined;
  }): Promise<readonly Due[]>;
  keyOf(due: Due): string;
  /** Never rejects; false where it failed. */
  work(due: Due): Promise<unknown>;
}

export interface Lane {
  /** Begins as much as there are places for; answers how much that was. */
  start(stop: Pick<AbortSignal, 'aborted'>): Promise<number>;
}

/** Companies take turns at the places: whoever had one comes again after all others that have something due. */
export function createLane<Due extends { readonly companyId: string }>(
  tasks: Tasks,
  lane: LaneOf<Due>,
): Lane {
  const { name, limits, find, keyOf, work } = lane;
  let after: Due | undefined;
  return {
    async start(stop) {
      const free = limits.concurrency - tasks.size(name);
      if (free <= 0) return 0;
      // Some of what is found may be under way already, or be of companies that have all their places.
      const found = await find({ total: 2 * limits.concurrency, perCompany: limits.perCompany, after });
      let started = 0;
      for (const due of found) {
        if (started >= free || stop.aborted) break;
        const { companyId } = due;
        if (tasks.ofCompany(name, companyId) >= limits.perCompany) continue;
        if (!tasks.start({ lane: name, key: keyOf(due), companyId }, () => work(due))) continue;
        after = due;
        started += 1;
      }
      return started;
    },
  };
}
