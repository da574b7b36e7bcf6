import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hadCancelledWait, hearCancelledWaits } from '../connection/commit-wait.ts';
import { connectionOf } from '../connection/connection.ts';
import { NoPrimary } from '../connection/primary.ts';
import { createServerPool, type ServerPool } from '../connection/server-pool.ts';

/** Why a database could keep no document now, as `/ready` tells it. */
export type ProbedObstacle = 'unavailable' | 'no_primary_found' | 'no_standby_answers';

/** Asks a database a trifle, to learn whether it could keep a document now. */
export interface DatabaseProbe {
  /**
   * Null where it could. It is `unavailable` where it is read-only, where its disk is full, and where it does not answer within a
   * second, or within two where it must connect first; no standby answers where a COMMIT waits for one.
   */
  obstacle(): Promise<ProbedObstacle | null>;
  close(): Promise<void>;
}

const PATIENCE_MS = 1_000;
/** A standby that takes longer to confirm a trifle is of no use to whoever waits for an answer. */
const STANDBY_PATIENCE_MS = 500;

/**
 * A series that does not fit its memory is put into a file beside the tables, which fails on a full disk and leaves
 * nothing behind. Both statements are one transaction.
 */
const QUESTION = `SET LOCAL work_mem = '64kB';
  SELECT current_setting('transaction_read_only') = 'on' AS read_only,
    current_setting('synchronous_standby_names') <> '' AS waits, count(*) FROM generate_series(1, 10000)`;

/** A transaction that only the log knows of, whose COMMIT waits as that of a document does. */
const TRIAL = `BEGIN; SET LOCAL synchronous_commit = on; SET LOCAL client_min_messages = notice;
  SELECT pg_logical_emit_message(true, 'sello', 'does a standby answer?'); COMMIT`;

/** Connections of its own: whether the database answers must not depend on how busy the others are. */
export function createDatabaseProbe(databaseUrl: string): DatabaseProbe {
  const poolOf = (within: Partial<pg.PoolConfig>) =>
    createServerPool(databaseUrl, (address) => {
      const limits = { max: 1, connectionTimeoutMillis: PATIENCE_MS, ...within };
      const pool = new pg.Pool({ ...connectionOf(address), ...limits });
      // The next question makes a new connection.
      pool.on('error', () => undefined);
      pool.on('connect', hearBreaks);
      return pool;
    });
  const questions = poolOf({ query_timeout: PATIENCE_MS });
  const trials = poolOf({});
  let trial: Promise<boolean> | null = null;

  /** Whether a COMMIT has been confirmed; the one that waits is waited for by everybody, so that no more of them wait. */
  function isConfirmed(): Promise<boolean> {
    trial ??= commit(trials).finally(() => {
      trial = null;
    });
    return Promise.race([trial, sleep(STANDBY_PATIENCE_MS, false, { ref: false })]);
  }

  return {
    async obstacle() {
      try {
        const { readOnly, waits } = await ask(questions);
        if (readOnly) return 'unavailable';
        return waits && !(await isConfirmed()) ? 'no_standby_answers' : null;
      } catch (error) {
        return error instanceof NoPrimary ? 'no_primary_found' : 'unavailable';
      }
    },
    async close() {
      // A COMMIT that waits would keep its connection for ever.
      await Promise.all([questions.end(), trials.cut()]);
    },
  };
}

function hearBreaks(client: pg.ClientBase): void {
  client.on('error', () => undefined);
  hearCancelledWaits(client);
}

async function on<T>(pool: ServerPool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** The driver answers several statements with one result for each. */
function ask(pool: ServerPool): Promise<{ readonly readOnly: boolean; readonly waits: boolean }> {
  return on(pool, async (client) => {
    const answers: unknown = await client.query(QUESTION);
    const last: unknown = Array.isArray(answers) ? answers.at(-1) : null;
    const row =
      typeof last === 'object' && last !== null && 'rows' in last && Array.isArray(last.rows)
        ? last.rows[0]
        : null;
    return { readOnly: row?.read_only === true, waits: row?.waits === true };
  });
}

function commit(pool: ServerPool): Promise<boolean> {
  return on(pool, async (client) => {
    await client.query(TRIAL);
    return !hadCancelledWait(client);
  });
}
