import { performance } from 'node:perf_hooks';
import type { Guard } from './guarded.ts';
import type { Look } from './look.ts';
import { restAfter } from './rest.ts';
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
  readonly orNull: Guard;
  /** Looks for what is due, company by company; the turns begin behind the one that was begun last. */
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
  { name, limits, orNull, find, keyOf, work }: LaneOf<Due>,
): Lane {
  let after: Due | undefined;
  return {
    async start(stop) {
      const free = limits.concurrency - tasks.size(name);
      if (free <= 0) return 0;
      // Some of what is found may be under way already, or be of companies that have all their places.
      const looked = { total: 2 * limits.concurrency, perCompany: limits.perCompany, after };
      let started = 0;
      for (const due of (await orNull({}, () => find(looked))) ?? []) {
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

export interface LaneRun {
  readonly stop: AbortSignal;
  readonly pollMs: number;
  readonly look: Pick<Look, 'rest' | 'doubt'>;
}

/** Begins what is due in the lanes until it is told to stop, and waits for what is under way then. */
export async function runLanes(
  lanes: readonly Lane[],
  tasks: Tasks,
  { stop, pollMs, look }: LaneRun,
): Promise<void> {
  while (!stop.aborted) {
    const beganMs = performance.now();
    let started = 0;
    for (const lane of lanes) started += await lane.start(stop);
    if (stop.aborted) break;
    const rest = restAfter(performance.now() - beganMs, { leastMs: pollMs });
    // With work started, lanes look again as soon as a place is free; else after the full rest.
    if (started > 0) await tasks.pause(pollMs / 10);
    else if (!(await tasks.pauseUntil(look.rest(rest)))) look.doubt();
  }
  await tasks.all();
}
