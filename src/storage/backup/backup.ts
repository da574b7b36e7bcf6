import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { connectToPrimary } from '../connection/primary.ts';
import { fileOf, MANIFEST, type Manifest, type TableFile } from './manifest.ts';

/** Rows read at a time; a signed document has some ten kilobytes. */
const ROWS = 500;
/** Made by every database for itself, or forgiven: the windows of the rate limits. */
const LEFT_OUT = ['schema_migrations', 'rate_windows'];

/**
 * Writes all that the database holds into a folder that does not exist yet, as it stands at one moment, while nodes go on.
 * What is sealed stays sealed. The folder appears when it is whole. Throws what the database or the system does.
 */
export async function backUp(databaseUrl: string, folder: string, version: string): Promise<Manifest> {
  const draft = `${folder}.part`;
  await mkdir(draft, { mode: 0o700 });
  const client = await connectToPrimary(databaseUrl);
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL timezone = 'UTC'`);
    const manifest = await describe(client, version);
    const tables: TableFile[] = [];
    await client.query('SET LOCAL ROLE sello_operator');
    for (const table of await tablesOf(client)) tables.push(await writeTable(client, draft, table));
    await client.query('COMMIT');
    const whole = { ...manifest, tables };
    await writeFile(join(draft, MANIFEST), `${JSON.stringify(whole, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, folder);
    return whole;
  } finally {
    await client.end();
  }
}

async function describe(client: pg.Client, version: string): Promise<Omit<Manifest, 'tables'>> {
  const { rows: migrations } = await client.query<{ readonly name: string }>(
    'SELECT name FROM schema_migrations ORDER BY name',
  );
  const { rows } = await client.query<{
    readonly identity: string;
    readonly place: string;
    readonly taken_at: Date;
  }>('SELECT log_identity() AS identity, log_position() AS place, transaction_timestamp() AS taken_at');
  const [row] = rows;
  if (row === undefined) throw new Error('the database said nothing of its log');
  return {
    format: 1,
    version,
    migrations: migrations.map(({ name }) => name),
    takenAt: row.taken_at.toISOString(),
    identity: row.identity,
    place: row.place,
  };
}

async function tablesOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1) ORDER BY relname`,
    [LEFT_OUT],
  );
  return rows.map(({ name }) => name);
}

async function writeTable(client: pg.Client, folder: string, table: string): Promise<TableFile> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const counted = { rows: 0 };
  await pipeline(
    Readable.from(linesOf(client, table, counted)),
    createGzip(),
    hashing,
    createWriteStream(join(folder, fileOf({ table })), { mode: 0o600 }),
  );
  return { table, rows: counted.rows, sha256: hash.digest('hex') };
}

/** By a cursor, so that a table of any size takes the memory of a few hundred rows. */
async function* linesOf(client: pg.Client, table: string, counted: { rows: number }): AsyncGenerator<string> {
  await client.query(
    `DECLARE lines NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line FROM ${pg.escapeIdentifier(table)} t`,
  );
  for (;;) {
    const { rows } = await client.query<{ readonly line: string }>(`FETCH ${ROWS} FROM lines`);
    if (rows.length === 0) break;
    counted.rows += rows.length;
    yield rows.map(({ line }) => `${line}\n`).join('');
  }
  await client.query('CLOSE lines');
}
