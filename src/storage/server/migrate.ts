import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { connectToPrimary } from '../connection/primary.ts';
import { distribute, isSpread } from '../distribution/distribute.ts';
import { forgetParts } from '../distribution/parts.ts';
import { beginLocked } from './exclusive-hold.ts';

const FOLDER = new URL('../migrations/', import.meta.url);
/** The table has the shape that the first versions gave it, which had a package for this. */
const TABLE = 'public.schema_migrations';
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS ${TABLE}
  (id serial PRIMARY KEY, name varchar(255) NOT NULL, run_on timestamp NOT NULL)`;
/** The advisory lock under which the first versions migrate, too. */
const LOCK = { text: '$1::bigint', values: ['7241865325823964'] };
const PAUSE_MS = 50;

/**
 * Brings the database to this version's schema with the numbered, forward-only SQL files of `migrations/`. Nodes
 * that start at the same moment wait for each other; a killed migration leaves nothing behind, because each file is
 * one transaction, which holds the lock and notes the file. `count` ends it after the first so many files. Throws what
 * the database or its connection does, with the name of the file, and refuses a database to which files were applied in
 * another order. Where the database is spread over several servers, so is what the files brought.
 */
export async function migrate(databaseUrl: string, count = Number.POSITIVE_INFINITY): Promise<void> {
  const own = (await ownMigrations()).slice(0, count);
  const client = await connectToPrimary(databaseUrl);
  let applied = 0;
  let isOnMany = false;
  try {
    isOnMany = await isSpread(client);
    if (isOnMany && nextMigration(own, await appliedMigrations(client)) !== null) await forgetParts(client);
    // What is not spread yet is none of the other servers' business.
    if (!isOnMany) await client.query(`SELECT set_config('citus.enable_ddl_propagation', 'off', false)`);
    while (await applyNext(client, own)) applied += 1;
  } finally {
    await client.end();
  }
  if (isOnMany && applied > 0) await spreadAgain(databaseUrl);
}

async function spreadAgain(databaseUrl: string): Promise<void> {
  const spread = await distribute(databaseUrl, () => undefined);
  if (spread.kind === 'refused') throw new Error(`the database is migrated, but not spread: ${spread.why}`);
}

/** Applies the first file that the database lacks; answers false where there is none. */
async function applyNext(client: pg.Client, own: readonly string[]): Promise<boolean> {
  while (!(await beginLocked(client, LOCK))) await sleep(PAUSE_MS);
  const name = nextMigration(own, await appliedMigrations(client));
  if (name !== null) await applyFile(client, name).catch((error: unknown) => throwNamed(error, name));
  await client.query('COMMIT');
  return name !== null;
}

async function applyFile(client: pg.Client, name: string): Promise<void> {
  await client.query(CREATE_TABLE);
  await client.query(await readFile(new URL(`${name}.sql`, FOLDER), 'utf8'));
  await client.query(`INSERT INTO ${TABLE} (name, run_on) VALUES ($1, now())`, [name]);
}

/** The error keeps its code, by which the command line explains it. */
function throwNamed(cause: unknown, name: string): never {
  const message = `migration ${name}: ${cause instanceof Error ? cause.message : String(cause)}`;
  const code = cause instanceof Error && 'code' in cause ? { code: cause.code } : {};
  throw Object.assign(new Error(message, { cause }), code);
}

function nextMigration(own: readonly string[], applied: readonly string[]): string | null {
  for (const [index, name] of own.entries()) {
    const found = applied[index];
    if (found === undefined) return name;
    if (found !== name)
      throw new Error(`the database was migrated in another order: ${found} is where ${name} should be`);
  }
  return null;
}

/** The names of the files that were applied, in the order in which they were. */
export async function appliedMigrations(client: pg.Client): Promise<readonly string[]> {
  const { rows: tables } = await client.query<{ readonly found: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS found',
    [TABLE],
  );
  if (tables[0]?.found !== true) return [];
  const { rows } = await client.query<{ readonly name: string }>(`SELECT name FROM ${TABLE} ORDER BY id`);
  return rows.map(({ name }) => name);
}

/** The names of this version's files in their order. */
export async function ownMigrations(): Promise<readonly string[]> {
  const files = await readdir(fileURLToPath(FOLDER));
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => basename(file, '.sql'))
    .sort();
}
