import pg from 'pg';
import { connectionOf } from '../connection/connection.ts';

/** Asks a database a trifle, to learn whether it could keep a document now. */
export interface DatabaseProbe {
  /**
   * Rejects where it is read-only, where its disk is full, and where it does not answer within a second, or within two
   * where it must connect first.
   */
  ask(): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE_MS = 1_000;

/**
 * A series that does not fit its memory is put into a file beside the tables, which fails on a full disk and leaves
 * nothing behind. Both statements are one transaction.
 */
const QUESTION = `SET LOCAL work_mem = '64kB';
  SELECT current_setting('transaction_read_only') = 'on' AS read_only, count(*) FROM generate_series(1, 10000)`;

/** The driver answers several statements with one result for each. */
function isReadOnly(answers: unknown): boolean {
  const last: unknown = Array.isArray(answers) ? answers.at(-1) : null;
  if (typeof last !== 'object' || last === null || !('rows' in last) || !Array.isArray(last.rows))
    return false;
  return last.rows[0]?.read_only === true;
}

/** One connection of its own: whether the database answers must not depend on how busy the others are. */
export function createDatabaseProbe(databaseUrl: string): DatabaseProbe {
  const pool = new pg.Pool({
    ...connectionOf(databaseUrl),
    max: 1,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  // The next question makes a new connection.
  pool.on('error', () => undefined);
  return {
    async ask() {
      const answers: unknown = await pool.query(QUESTION);
      if (isReadOnly(answers)) throw new Error('the database is read-only');
    },
    close: () => pool.end(),
  };
}
