import { advanceRehearsal, type RehearsalContext } from '../operations/rehearsals/advance-rehearsal.ts';
import type { RehearsalQueue } from '../operations/rehearsals/ports.ts';
import { guarded } from './guarded.ts';
import type { Tasks } from './tasks.ts';
import { startLoop, type WorkLoop } from './work-loop.ts';

export interface RehearsalLoopLimits {
  /** Between two looks that found nothing. */
  readonly pollMs: number;
  /** After each slice the loop rests for so many times as long as the slice took. */
  readonly rest: number;
}

/** Rehearsing takes a third of the time, and of that a thread of low priority the most. */
export const REHEARSAL_LIMITS: RehearsalLoopLimits = { pollMs: 1_000, rest: 2 };

/** Companies that are looked after in one look, a slice of each. */
const COMPANIES = 20;

export interface RehearsalLoopParts {
  readonly context: RehearsalContext & {
    readonly clock: { monotonic(): number };
    readonly log: { warn(event: string, detail: Readonly<Record<string, string>>): void };
  };
  readonly queue: RehearsalQueue;
  readonly limits: RehearsalLoopLimits;
}

/** Takes the companies' rehearsals on, a slice of each in turn, behind everything that somebody waits for. */
export function startRehearsalLoop(parts: RehearsalLoopParts): WorkLoop {
  return startLoop((tasks, stop) => loop(parts, tasks, stop));
}

async function loop(
  { context, queue, limits }: RehearsalLoopParts,
  tasks: Tasks,
  stop: AbortSignal,
): Promise<void> {
  /** The company that was looked after last; the next look begins behind it. */
  let after: string | undefined;
  while (!stop.aborted) {
    let advanced = 0;
    for (const companyId of (await orNull(context, {}, () => queue.due(COMPANIES, after))) ?? []) {
      if (stop.aborted) break;
      after = companyId;
      const began = context.clock.monotonic();
      if (await orNull(context, { companyId }, () => advanceRehearsal(context, companyId))) advanced += 1;
      await tasks.pause(limits.rest * (context.clock.monotonic() - began));
    }
    if (!stop.aborted && advanced === 0) await tasks.pause(limits.pollMs);
  }
}

/** A failure stops nobody else: it is told, and what was held is taken again when its lease has expired. */
function orNull<T>(
  { log }: Pick<RehearsalLoopParts['context'], 'log'>,
  where: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T | null> {
  return guarded({ log, event: 'rehearsal_failed', where }, work);
}
