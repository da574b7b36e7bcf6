import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { connectToPrimary } from '../connection/primary.ts';
import { distribute, isSpread } from '../distribution/distribute.ts';
import { forgetParts } from '../distribution/parts.ts';
import { createTriggerFunctions, throwNamed } from './apply-functions.ts';
import { beginLocked } from './exclusive-hold.ts';
import { applyText, isOfOtherText } from './schema-text.ts';

const FOLDER = new URL('../migrations/', import.meta.url);
/** The table has the shape that the first versions gave it, which had a package for this. */
const TABLE = 'public.schema_migrations';
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS ${TABLE}
  (id serial PRIMARY KEY, name varchar(255) NOT NULL, run_on timestamp NOT NULL)`;
/** The advisory lock under which the first versions migrate, too. */
const LOCK = { text: '$1::bigint', values: ['7241865325823964'] };
const PAUSE_MS = 50;

/**
 * The files that made a database before there was a first release; what they made is what `0001_first` makes. Nobody has a database of
 * fewer of them, but for a test's: their last version brings it on.
 */
const BEFORE_FIRST = {
  first: '0001_foundation',
  last: '0061_proven-users',
  count: 56,
  commit: '1f48531e',
  /** Functions of them that no file has any more. */
  gone: ['admit_requests(uuid[], uuid[], integer[], json, text[])', 'due_contingencies(integer, text[])'],
};

/**
 * Brings the database to this version's schema: its tables with the numbered, forward-only SQL files of `migrations/`, and functions and
 * walls to their present text. Nodes that start at the same moment wait for each other; a killed migration leaves nothing behind,
 * because each file is one transaction, which holds the lock and notes the file. `count` ends it after the first so many files, without
 * that text. Throws what the database or its connection does, with the name of the file, and refuses a database to which files were
 * applied in another order. Where the database is spread over several servers, so is what was brought.
 */
export async function migrate(databaseUrl: string, count = Number.POSITIVE_INFINITY): Promise<void> {
  const all = await ownMigrations();
  const own = all.slice(0, count);
  const client = await connectToPrimary(databaseUrl);
  let changes = 0;
  let isOnMany = false;
  try {
    isOnMany = await isSpread(client);
    if (isOnMany && (await isBehind(client))) await forgetParts(client);
    // What is not spread yet is none of the other servers' business.
    if (!isOnMany) await client.query(`SELECT set_config('citus.enable_ddl_propagation', 'off', false)`);
    await locked(client, () => beginWithFirst(client));
    while (await locked(client, () => applyNext(client, own))) changes += 1;
    if (own.length === all.length && (await locked(client, () => applyTextTo(client)))) changes += 1;
  } finally {
    await client.end();
  }
  if (isOnMany && changes > 0) await spreadAgain(databaseUrl);
}

/** Names what this version would change: files that were not applied yet, and `functions` where these or the walls have another text. */
export async function pendingMigrations(client: pg.Client): Promise<readonly string[]> {
  const [own, applied] = [await ownMigrations(), await appliedMigrations(client)];
  const pending = own.filter((name) => !applied.includes(name));
  // The functions of a newer version are left to it.
  const isOlder = foreignAmong(applied, own).length > 0;
  return isOlder || !(await isOfOtherText(client)) ? pending : [...pending, 'functions'];
}

/** The files of other versions among those that were applied. */
export function foreignAmong(applied: readonly string[], own: readonly string[]): readonly string[] {
  return applied[0] === BEFORE_FIRST.first ? [] : applied.filter((name) => !own.includes(name));
}

const isBehind = async (client: pg.Client) => (await pendingMigrations(client)).length > 0;

/** Carries out the work in a transaction that holds the lock. */
async function locked<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  while (!(await beginLocked(client, LOCK))) await sleep(PAUSE_MS);
  const done = await work();
  await client.query('COMMIT');
  return done;
}

/** A database of the files before the first release goes on as one of the first. */
async function beginWithFirst(client: pg.Client): Promise<void> {
  const applied = await appliedMigrations(client);
  if (applied[0] !== BEFORE_FIRST.first) return;
  const { last, count, commit } = BEFORE_FIRST;
  if (applied.length !== count || applied.at(-1) !== last)
    throw new Error(
      `the database is of a version before the first release (${applied.at(-1)}): run "sello migrate" of commit ${commit} first`,
    );
  for (const signature of BEFORE_FIRST.gone) await client.query(`DROP FUNCTION IF EXISTS ${signature}`);
  await client.query('ALTER TABLE deliveries VALIDATE CONSTRAINT deliveries_kind_check');
  await client.query(`DELETE FROM ${TABLE}`);
  await note(client, '0001_first');
}

/** Answers whether it changed anything; what a newer version has made is left alone. */
async function applyTextTo(client: pg.Client): Promise<boolean> {
  if (!(await pendingMigrations(client)).includes('functions')) return false;
  await applyText(client);
  return true;
}

async function spreadAgain(databaseUrl: string): Promise<void> {
  const spread = await distribute(databaseUrl, () => undefined);
  if (spread.kind === 'refused') throw new Error(`the database is migrated, but not spread: ${spread.why}`);
}

/** Applies the first file that the database lacks; answers false where there is none. */
async function applyNext(client: pg.Client, own: readonly string[]): Promise<boolean> {
  const name = nextMigration(own, await appliedMigrations(client));
  if (name !== null)
    await applyFile(client, name).catch((error: unknown) => throwNamed(error, `migration ${name}`));
  return name !== null;
}

async function applyFile(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(new URL(`${name}.sql`, FOLDER), 'utf8');
  await client.query(CREATE_TABLE);
  if (/^CREATE TRIGGER /m.test(text)) await createTriggerFunctions(client);
  await client.query(text);
  await note(client, name);
}

async function note(client: pg.Client, name: string): Promise<void> {
  await client.query(`INSERT INTO ${TABLE} (name, run_on) VALUES ($1, now())`, [name]);
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
