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
 * holder dies, however it dies, and when the server breaks all connections off: then the holder takes it again. The lock is
 * held on a connection of its own in a transaction that stays open: a pooler would give a session's lock to whoever has the
 * session next, and nobody could free it.
 */
export async function takeExclusiveHold(databaseUrl: string, name: string): Promise<ExclusiveHold | null> {
  const take = () => holdOn(databaseUrl, name);
  let held = await take();
  if (held === null) return null;
  let isReleased = false;
  const keep = async () => {
    for (let client = held; client !== null && !isReleased; client = held) {
      await endOf(client);
      held = null;
      while (held === null && !isReleased) {
        await sleep(PAUSE_MS, undefined, { ref: false });
        held = await take().catch(() => null);
      }
    }
    if (held !== null) await release(held);
  };
  void keep();
  return {
    async release() {
      isReleased = true;
      if (held !== null) await release(held);
    },
  };
}

async function holdOn(databaseUrl: string, name: string): Promise<pg.Client | null> {
  const client = await connectToPrimary(databaseUrl);
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await beginLocked(client, { text: `hashtextextended('hold ' || $1, 0)`, values: [name] }))) {
    if (performance.now() > deadline) {
      await client.end();
      return null;
    }
    await sleep(PAUSE_MS);
  }
  return client;
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

function endOf(client: pg.Client): Promise<void> {
  return new Promise((resolve) => {
    client.once('end', resolve);
  });
}

async function release(client: pg.Client): Promise<void> {
  await client.query('ROLLBACK').catch(() => undefined);
  await client.end().catch(() => undefined);
}
