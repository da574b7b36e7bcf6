import { setTimeout as pause } from 'node:timers/promises';
import type { QueryResult, QueryResultRow } from 'pg';
import { isDocumentId } from '../../core/identifiers/document-id.ts';
import { hadCancelledWait, inTime } from './commit-wait.ts';
import { type Client, type DatabaseRole, type Pool, QUEUES } from './pool.ts';

const ATTEMPTS = 4;
/** Before the first repetition, and twice that at the most; longer before each further one. */
const REPEAT_AFTER_MS = 10;
const DEADLOCK = '40P01';
const SERIALIZATION = '40001';

/** One statement with its parameters. A name lets a connection prepare it once. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * Runs `work` in one transaction that sees only the company's rows. A deadlock or serialization failure is repeated
 * with fresh state; every other error rolls back and is thrown.
 */
export async function inCompany<T>(
  pool: Pool,
  companyId: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  if (!isDocumentId(companyId)) throw new TypeError('a company is named by a UUID');
  return repeated(() =>
    inTransaction(pool, async (client) => {
      await client.query({ ...ENTRY, values: [companyId, pool.passOf(companyId)] });
      return work(client);
    }),
  );
}

/** Runs `work` in one transaction that sees what belongs to no company, or to several: who comes in. Repeated as above. */
export async function amongUsers<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> {
  return repeated(() =>
    inTransaction(pool, async (client) => {
      await client.query({ ...USERS_ENTRY, values: [pool.passOf(QUEUES)] });
      return work(client);
    }),
  );
}

const USERS_ENTRY = { name: 'enter-users', text: `SELECT set_config('sello.queues_pass', $1, true)` };

/** The pass is a parameter, because other sessions of the login see the text of a statement. */
const ENTRY = {
  name: 'enter-company',
  text: 'SELECT enter($1, $2)',
};

/**
 * The connection broke during COMMIT, nobody answered it in time, or its wait for a standby was cancelled: the transaction
 * may have happened or not, or may be forgotten by the server that takes this one's place.
 */
export class UnansweredCommit extends Error {
  override readonly name = 'UnansweredCommit';
}

/** Nothing happened, because another server has taken the place of the one before; the same goes well now. */
export class FailedOver extends Error {
  override readonly name = 'FailedOver';
}

/**
 * Runs `work` in one transaction of the pool's role. Errors roll back and are thrown; UnansweredCommit where nobody
 * can tell whether it happened.
 */
export function inTransaction<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> {
  return inOpened(pool, opening(pool.role), work);
}

/** One statement in a transaction of its own, as the pool's role. Throws what `inTransaction` throws. */
export function query<R extends QueryResultRow>(
  pool: Pool,
  { text, values = [], ...named }: Statement,
): Promise<QueryResult<R>> {
  return inTransaction(pool, (client) => client.query<R>({ ...named, text, values: [...values] }));
}

/**
 * Statements are cancelled after 30 s and a waiting lock after 10 s, so that no request hangs on the database; a
 * transaction that its node leaves open ends after 15 s, so that a node that hangs holds no number back from the
 * others. What is committed has reached the disk, and the standby where the server waits for one, whatever its own default
 * is, and a wait that was cancelled is told. All of it ends with the transaction.
 */
function opening(role: DatabaseRole): string {
  return `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL ROLE ${role}; SET LOCAL statement_timeout = '30s';
    SET LOCAL lock_timeout = '10s'; SET LOCAL idle_in_transaction_session_timeout = '15s'; SET LOCAL timezone = 'UTC';
    SET LOCAL synchronous_commit = on; SET LOCAL client_min_messages = notice`;
}

async function inOpened<T>(pool: Pool, opening: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(opening);
    const result = await work(client);
    broken = await commit(client);
    return result;
  } catch (error) {
    // Behind a COMMIT that hangs nothing else is answered.
    broken = error instanceof UnansweredCommit ? error : await rollback(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Statements of ours are prepared by the protocol. One that was prepared by SQL would run in the place of ours whenever
 * the connection is next used, for whomever that is.
 */
const FOREIGN = 'SELECT FROM pg_prepared_statements WHERE from_sql LIMIT 1';

/** Undefined when the connection is clean; otherwise the reason to throw it away. */
async function end(client: Client, command: 'COMMIT' | 'ROLLBACK'): Promise<Error | undefined> {
  const results: unknown = await client.query(`${command}; ${FOREIGN}`);
  const last: unknown = Array.isArray(results) ? results.at(-1) : null;
  const isClean = typeof last === 'object' && last !== null && 'rowCount' in last && last.rowCount === 0;
  return isClean ? undefined : new Error('somebody else prepared a statement on this connection');
}

/** What `end` answers. Throws UnansweredCommit, and what can be repeated. */
async function commit(client: Client): Promise<Error | undefined> {
  try {
    const broken = await inTime(end(client, 'COMMIT'));
    if (!hadCancelledWait(client)) return broken;
  } catch (cause) {
    throw isRepeatable(cause) ? cause : new UnansweredCommit('COMMIT was not confirmed', { cause });
  }
  throw new UnansweredCommit('COMMIT did not wait for the standby');
}

/** Undefined when the connection is clean again; otherwise the reason to throw it away. */
async function rollback(client: Client): Promise<Error | undefined> {
  try {
    return await end(client, 'ROLLBACK');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Runs again after a deadlock or serialization failure, four times at the most. */
export async function repeated<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRepeatable(error)) throw error;
      // Who comes back at once takes its row again before the other one wakes up, and both stand in the same circle.
      await pause(attempt * (REPEAT_AFTER_MS + Math.random() * REPEAT_AFTER_MS));
    }
  }
}

/** Whether the server undid everything because of others, so that the same may go well now. */
export function isRepeatable(error: unknown): boolean {
  const code = sqlState(error);
  return code === DEADLOCK || code === SERIALIZATION;
}

/** The five-character SQLSTATE of an error from PostgreSQL; null for any other error. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
