import type { Account } from '../operations/today/read-today.ts';

/** How much of a company needs somebody, for the menu of its pages: known anew now and then, whoever looks. */
export interface Needs {
  /** Null where the database did not tell. */
  of(account: Account): Promise<number | null>;
  /** Keeps what a page has counted itself. */
  keep(account: Account, count: number): void;
}

/** How old a count in a menu may be. */
export const FRESH_MS = 15_000;
/** So many companies are remembered; the longest unknown are counted again. */
const REMEMBERED = 5_000;

/** Counts by `count`, once for all who ask within FRESH_MS of the clock `monotonic` (milliseconds). */
export function createNeeds(count: (account: Account) => Promise<number>, monotonic: () => number): Needs {
  const known = new Map<string, { readonly atMs: number; readonly counted: Promise<number | null> }>();

  function remember({ companyId, ambiente }: Account, counted: Promise<number | null>) {
    const name = `${companyId} ${ambiente}`;
    known.delete(name);
    known.set(name, { atMs: monotonic(), counted });
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return counted;
  }

  return {
    of(account) {
      const last = known.get(`${account.companyId} ${account.ambiente}`);
      if (last !== undefined && monotonic() - last.atMs < FRESH_MS) return last.counted;
      // A page that cannot be read says so itself.
      return remember(
        account,
        count(account).catch(() => null),
      );
    },
    keep(account, number) {
      void remember(account, Promise.resolve(number));
    },
  };
}
