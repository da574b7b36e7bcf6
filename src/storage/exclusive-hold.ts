import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A place in the database that one process at a time may take. */
export interface ExclusiveHold {
  release(): Promise<void>;
}

/** The server needs a moment to notice that a killed holder is gone. */
const PATIENCE_MS = 2_000;
const PAUSE_MS = 50;

/**
 * Takes the place of that name, or answers null where a living process has it. The server itself frees it when the
 * holder dies, however it dies.
 */
export async function takeExclusiveHold(databaseUrl: string, name: string): Promise<ExclusiveHold | null> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await tryToTake(client, name))) {
    if (performance.now() > deadline) {
      await client.end();
      return null;
    }
    await sleep(PAUSE_MS);
  }
  return { release: () => client.end().catch(() => undefined) };
}

async function tryToTake(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ readonly taken: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended('hold ' || $1, 0)) AS taken`,
    [name],
  );
  return rows[0]?.taken === true;
}
