import { accountName } from '../core/dte/kinds.ts';
import type { CompanyAccount } from '../operations/authority/ports.ts';

/** How much of a company needs somebody, for the menu of its pages: known anew now and then, whoever looks. */
export interface Needs {
  /** Counted now, or a moment ago; what was counted before where the database does not tell, for then the page says so itself. */
  of(account: CompanyAccount): Promise<number>;
  /** What was counted last, however long ago; 0 where nothing was. */
  last(account: CompanyAccount): number;
  /** Keeps what a page has counted itself. */
  keep(account: CompanyAccount, count: number): void;
}

/** How old a count in a menu may be. */
export const FRESH_MS = 15_000;
/** How many companies are remembered; the longest unknown are counted again. */
const REMEMBERED = 5_000;

interface Counted {
  readonly atMs: number;
  readonly counted: Promise<number>;
  /** The count before, until there is this one. */
  last: number;
}

/** Counts by `count`, once for all who ask within FRESH_MS of the clock `monotonic` (milliseconds). */
export function createNeeds(
  count: (account: CompanyAccount) => Promise<number>,
  monotonic: () => number,
): Needs {
  const known = new Map<string, Counted>();

  function remember(name: string, one: Counted): void {
    known.delete(name);
    known.set(name, one);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  }

  return {
    of(account) {
      const name = accountName(account);
      const before = known.get(name);
      if (before !== undefined && monotonic() - before.atMs < FRESH_MS) return before.counted;
      const last = before?.last ?? 0;
      const counted = count(account).then(
        (number) => {
          one.last = number;
          return number;
        },
        () => last,
      );
      const one: Counted = { atMs: monotonic(), counted, last };
      remember(name, one);
      return counted;
    },
    last: (account) => known.get(accountName(account))?.last ?? 0,
    keep(account, number) {
      remember(accountName(account), { atMs: monotonic(), counted: Promise.resolve(number), last: number });
    },
  };
}
