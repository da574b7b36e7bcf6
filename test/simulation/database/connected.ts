import type { StoreClock } from '../../../src/storage/documents/numbering.ts';
import type { Database } from './rules.ts';
import { type Transaction, transact } from './tables.ts';

/** A node's line to the database. */
export interface Session {
  /** Carries out a transaction sooner or later, with its COMMIT or without, or fails as a line fails. */
  run<T>(what: string, work: (commits: boolean) => T): Promise<T>;
}

/** Answers at once and never fails. */
export const PERFECT_SESSION: Session = { run: async (_what, work) => work(true) };

/** A node's part in the database that all nodes share; the clock is the node's. */
export interface Connected {
  readonly database: Database;
  readonly clock: StoreClock;
  readonly session: Session;
}

/** Carries out the work in a transaction of its own. */
export function inTransaction<T>(
  { database, session }: Pick<Connected, 'database' | 'session'>,
  what: string,
  work: (transaction: Transaction) => T,
): Promise<T> {
  return session.run(what, (commits) =>
    transact({ tables: database.tables, commits, nowMs: database.nowMs() }, work),
  );
}
