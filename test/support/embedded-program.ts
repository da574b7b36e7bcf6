// A program that uses an embedded PostgreSQL as Sello does, for the tests to kill: `node embedded-program.ts DIR`.
// It prints one line of JSON for each event and stops on SIGINT, on a line of input and at the end of its input.
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startEmbedded } from '../../src/storage/embedded/start.ts';

function say(event: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

async function countRows(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Several sessions that make one table at once trip over each other; the lock ends with the session.
  await client.query('SELECT pg_advisory_lock(1)');
  await client.query('CREATE TABLE IF NOT EXISTS starts (id int GENERATED ALWAYS AS IDENTITY)');
  await client.query('INSERT INTO starts DEFAULT VALUES');
  const result = await client.query<{ rows: number }>('SELECT count(*)::int AS rows FROM starts');
  await client.end();
  return result.rows[0]?.rows ?? 0;
}

async function main(dataDir: string): Promise<void> {
  const postgres = await startEmbedded(dataDir);
  const rows = await countRows(postgres.url);
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const lastRows = await countRows(postgres.url);
    await postgres.stop();
    say({ stopped: true, rows: lastRows });
    process.exit(0);
  };
  process.once('SIGINT', stop);
  // The end of the tests that wanted this program closes its output and ends its input.
  process.stdout.on('error', () => undefined);
  const input = createInterface({ input: process.stdin });
  input.once('line', stop).once('close', stop);
  say({ url: postgres.url, joined: postgres.joined, rows });
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  say({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  process.exit(1);
});
