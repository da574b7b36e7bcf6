import type { IssuingLog } from '../operations/documents/issuing-context.ts';
import { advanceRehearsal, type RehearsalContext } from '../operations/rehearsals/advance-rehearsal.ts';
import type { RehearsalQueue } from '../operations/rehearsals/ports.ts';
import { guardedBy } from './guarded.ts';
import type { Look } from './look.ts';
import { restAfter } from './rest.ts';
import { startLoop, type WorkLoop } from './work-loop.ts';

/** Rehearsing takes a third of the time, and of that a thread of low priority the most. */
export const REHEARSAL_LIMITS = {
  /** Between two looks that found nothing. */
  pollMs: 1_000,
  /** After each slice the loop rests for so many times as long as the slice took. */
  rest: 2,
};
export type RehearsalLoopLimits = Readonly<typeof REHEARSAL_LIMITS>;

/** Companies that are looked after in one look, a slice of each. */
const COMPANIES = 20;

export interface RehearsalLoopParts {
  readonly context: RehearsalContext & {
    readonly clock: { monotonic(): number };
    readonly log: IssuingLog;
  };
  readonly queue: RehearsalQueue;
  readonly look: Pick<Look, 'rest'>;
  readonly limits: RehearsalLoopLimits;
}

/**
 * Takes the companies' rehearsals on, a slice of each in turn, behind everything that somebody waits for. What is held when
 * something fails is taken again when its lease has expired.
 */
export function startRehearsalLoop({ context, queue, look, limits }: RehearsalLoopParts): WorkLoop {
  const { clock, log } = context;
  const orNull = guardedBy(log, 'rehearsal_failed');
  return startLoop(async (tasks, stop) => {
    /** The company that was looked after last; the next look begins behind it. */
    let after: string | undefined;
    while (!stop.aborted) {
      let advanced = 0;
      const lookedMs = clock.monotonic();
      const due = (await orNull({}, () => queue.due(COMPANIES, after))) ?? [];
      const tookMs = clock.monotonic() - lookedMs;
      for (const companyId of due) {
        if (stop.aborted) break;
        after = companyId;
        const began = clock.monotonic();
        if (await orNull({ companyId }, () => advanceRehearsal(context, companyId))) advanced += 1;
        await tasks.pause(limits.rest * (clock.monotonic() - began));
      }
      const restMs = restAfter(tookMs, { leastMs: limits.pollMs });
      if (!stop.aborted && advanced === 0) await tasks.pauseUntil(look.rest(restMs));
    }
  });
}
