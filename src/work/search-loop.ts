import type { SearchFiller, SearchQueue } from '../operations/listings/ports.ts';
import { guarded } from './guarded.ts';
import type { Tasks } from './tasks.ts';
import { startLoop, type WorkLoop } from './work-loop.ts';

export interface SearchLoopLimits {
  /** Between two looks for companies with documents that are not in the search. */
  readonly pollMs: number;
}

export const SEARCH_LIMITS: SearchLoopLimits = { pollMs: 15_000 };

/** Companies that are looked after in one look, one after the other. */
const COMPANIES = 50;

export interface SearchLoopParts {
  readonly search: SearchQueue & SearchFiller;
  readonly log: { warn(event: string, detail: Readonly<Record<string, string>>): void };
  readonly clock: { monotonic(): number };
  readonly limits: SearchLoopLimits;
}

/** Takes documents up in what lists are searched by, some minutes after their issue. */
export function startSearchLoop(parts: SearchLoopParts): WorkLoop {
  return startLoop((tasks, stop) => loop(parts, tasks, stop));
}

/** After work it rests three times as long as that took, so that it leaves the database to whoever issues. */
const RESTS = 3;

async function loop(parts: SearchLoopParts, tasks: Tasks, stop: AbortSignal): Promise<void> {
  const { clock, limits } = parts;
  let last: string | undefined;
  while (!stop.aborted) {
    const companies = (await orNull(parts, {}, () => parts.search.due(COMPANIES, last))) ?? [];
    let isBusy = companies.length === COMPANIES;
    for (const companyId of companies) {
      if (stop.aborted) break;
      last = companyId;
      const beganMs = clock.monotonic();
      if (await orNull(parts, { companyId }, () => parts.search.extend(companyId))) isBusy = true;
      if (!stop.aborted) await tasks.pause(RESTS * (clock.monotonic() - beganMs));
    }
    if (!stop.aborted && !isBusy) await tasks.pause(limits.pollMs);
  }
}

/** A failure stops nobody else: it is told, and tried again. */
function orNull<T>(
  { log }: Pick<SearchLoopParts, 'log'>,
  where: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T | null> {
  return guarded({ log, event: 'search_work_failed', where }, work);
}
