import type { SearchFiller, SearchQueue } from '../operations/listings/ports.ts';
import { guardedBy } from './guarded.ts';
import type { Look } from './look.ts';
import { startLoop, type WorkLoop } from './work-loop.ts';

/** `pollMs`: between two looks for companies with documents that are not in the search. */
export const SEARCH_LIMITS = { pollMs: 15_000 };
export type SearchLoopLimits = Readonly<typeof SEARCH_LIMITS>;

/** Companies that are looked after in one look, one after the other. */
const COMPANIES = 50;

/** After work it rests three times as long as that took, so that it leaves the database to whoever issues. */
const RESTS = 3;

export interface SearchLoopParts {
  readonly search: SearchQueue & SearchFiller;
  readonly look: Pick<Look, 'rest'>;
  readonly log: { warn(event: string, detail: Readonly<Record<string, string | number>>): void };
  readonly clock: { monotonic(): number };
  readonly limits: SearchLoopLimits;
}

/** Takes documents up in what lists are searched by, some minutes after their issue. */
export function startSearchLoop({ search, look, log, clock, limits }: SearchLoopParts): WorkLoop {
  const orNull = guardedBy(log, 'search_work_failed');
  return startLoop(async (tasks, stop) => {
    let last: string | undefined;
    while (!stop.aborted) {
      const companies = (await orNull({}, () => search.due(COMPANIES, last))) ?? [];
      let isBusy = companies.length === COMPANIES;
      for (const companyId of companies) {
        if (stop.aborted) break;
        last = companyId;
        const beganMs = clock.monotonic();
        if (await orNull({ companyId }, () => search.extend(companyId))) isBusy = true;
        if (!stop.aborted) await tasks.pause(RESTS * (clock.monotonic() - beganMs));
      }
      if (!stop.aborted && !isBusy) await tasks.pauseUntil(look.rest(limits.pollMs));
    }
  });
}
