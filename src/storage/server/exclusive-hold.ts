import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectToPrimary } from '../connection/primary.ts';

/** A place in the database that one process at a time may take. */
export interface ExclusiveHold {
  release(): Promise<void>;
}

/** The server needs a moment to notice that a killed holder is gone. */
const PATIENCE_MS = 2_000;
const PAUSE_MS = 50;

/**
 * Takes the place of that name, or answers null where a living process has it. The server itself frees it when the
 * holder dies, however it dies. The lock is held on a connection of its own in a transaction that stays open: a pooler
 * would give a session's lock to whoever has the session next, and nobody could free it.
 */
export async function takeExclusiveHold(databaseUrl: string, name: string): Promise<ExclusiveHold | null> {
  const client = await connectToPrimary(databaseUrl);
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await beginLocked(client, { text: `hashtextextended('hold ' || $1, 0)`, values: [name] }))) {
    if (performance.now() > deadline) {
      await client.end();
      return null;
    }
    await sleep(PAUSE_MS);
  }
  return { release: () => release(client).catch(() => undefined) };
}

/**
 * Begins a transaction that holds this advisory lock until its end, and sees what earlier holders committed. Answers
 * false, without a transaction, where another one has the lock: who waits keeps no session of a pooler from others.
 */
export async function beginLocked(
  client: pg.Client,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): Promise<boolean> {
  await client.query(
    'BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = 0',
  );
  const { rows } = await client.query<{ readonly taken: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${text}) AS taken`,
    [...values],
  );
  const taken = rows[0]?.taken === true;
  if (!taken) await client.query('ROLLBACK');
  return taken;
}

async function release(client: pg.Client): Promise<void> {
  await client.query('ROLLBACK');
  await client.end();
}
