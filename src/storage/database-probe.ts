import pg from 'pg';
import { connectionOf } from './connection.ts';

/** Asks a database a trifle, to learn whether it answers. */
export interface DatabaseProbe {
  /** Rejects where it does not answer within a second, or within two where it must connect first. */
  ask(): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE_MS = 1_000;

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
      await pool.query('SELECT 1');
    },
    close: () => pool.end(),
  };
}
