import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { connectToPrimary } from '../connection/primary.ts';
import { linesIn } from '../journal/lines-in.ts';
import { migrate } from '../server/migrate.ts';
import { fileOf, type Manifest, readBackup, type TableFile, UnsoundBackup } from './manifest.ts';

const BYTES_TOGETHER = 4 * 1024 * 1024;

/**
 * Fills a database that has no schema yet with a backup whose every file is as it was made, brings it to this version's
 * schema, and has it number nothing until it is reconciled. Throws UnsoundBackup, and what the database does.
 */
export async function restore(databaseUrl: string, folder: string): Promise<Manifest> {
  const manifest = await readBackup(folder);
  await refuseFilled(databaseUrl);
  await migrate(databaseUrl, manifest.migrations.length);
  const client = await connectToPrimary(databaseUrl);
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL timezone = 'UTC'`);
    await refuseOther(client, manifest);
    await fill(client, folder, manifest.tables);
    await client.query('COMMIT');
    await migrate(databaseUrl);
    // A database of which nobody has numbered anything yet may be trusted.
    await client.query(`BEGIN; SET LOCAL ROLE sello_operator;
      UPDATE log_agreement SET identity = 'restored' WHERE identity IS NOT NULL; COMMIT`);
    return manifest;
  } finally {
    await client.end();
  }
}

async function refuseFilled(databaseUrl: string): Promise<void> {
  const client = await connectToPrimary(databaseUrl);
  try {
    const { rows } = await client.query<{ readonly filled: boolean }>(
      `SELECT to_regclass('schema_migrations') IS NOT NULL AS filled`,
    );
    if (rows[0]?.filled === true)
      throw new UnsoundBackup(
        'The database has a schema already: a backup is restored into an empty one alone.',
      );
  } finally {
    await client.end();
  }
}

async function refuseOther(client: pg.Client, { migrations, version }: Manifest): Promise<void> {
  const { rows } = await client.query<{ readonly name: string }>(
    'SELECT name FROM schema_migrations ORDER BY name',
  );
  if (rows.map(({ name }) => name).join() !== migrations.join())
    throw new UnsoundBackup(
      `The backup was made by Sello ${version}, whose schema this version does not know.`,
    );
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
}

/**
 * As the owner, for whom alone row-level security can be lifted. No trigger makes anything follow from what is put back;
 * foreign keys are looked at when everything is there.
 */
async function fill(client: pg.Client, folder: string, tables: readonly TableFile[]): Promise<void> {
  const keys = await foreignKeys(client);
  const names = tables.map(({ table }) => pg.escapeIdentifier(table));
  for (const key of keys) await alterKey(client, key, 'DEFERRABLE INITIALLY DEFERRED');
  for (const name of names)
    await client.query(
      `ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER; DELETE FROM ${name}`,
    );
  for (const one of tables) await fillTable(client, folder, one);
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const name of names)
    await client.query(`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER`);
  for (const key of keys) await alterKey(client, key, 'NOT DEFERRABLE');
}

async function foreignKeys(client: pg.Client): Promise<readonly ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT condeferrable`,
  );
  return rows;
}

async function alterKey(client: pg.Client, { table, name }: ForeignKey, how: string): Promise<void> {
  await client.query(`ALTER TABLE ${table} ALTER CONSTRAINT ${name} ${how}`);
}

async function fillTable(client: pg.Client, folder: string, one: TableFile): Promise<void> {
  const insert = await insertion(client, one.table);
  const lines = linesIn(createReadStream(join(folder, fileOf(one))).pipe(createGunzip()));
  let [some, bytes, rows] = [[] as string[], 0, 0];
  const flush = async () => {
    await client.query(insert, [`[${some.join(',')}]`]);
    [some, bytes] = [[], 0];
  };
  for await (const line of lines) {
    some.push(line);
    bytes += line.length;
    rows += 1;
    if (bytes >= BYTES_TOGETHER) await flush();
  }
  if (some.length > 0) await flush();
  if (rows !== one.rows)
    throw new UnsoundBackup(`${fileOf(one)} of the backup has ${rows} rows of ${one.rows}.`);
  await advanceIdentities(client, one.table);
}

/** What the database computes by itself is left to it. */
async function insertion(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ readonly name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [pg.escapeIdentifier(table)],
  );
  const columns = rows.map(({ name }) => name).join(', ');
  const name = pg.escapeIdentifier(table);
  return `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
          SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`;
}

async function advanceIdentities(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ readonly name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attidentity <> ''`,
    [pg.escapeIdentifier(table)],
  );
  for (const { name } of rows)
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), max(${pg.escapeIdentifier(name)})) FROM ${pg.escapeIdentifier(table)}
       HAVING max(${pg.escapeIdentifier(name)}) IS NOT NULL`,
      [pg.escapeIdentifier(table), name],
    );
}
