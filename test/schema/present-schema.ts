import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createTriggerFunctions } from '../../src/storage/server/apply-functions.ts';
import { applyText } from '../../src/storage/server/schema-text.ts';
import { ask } from '../support/superuser.ts';

const FOLDER = new URL('../../src/storage/schema/', import.meta.url);

const textOf = (path: string) => readFile(new URL(path, FOLDER), 'utf8');

/** Makes the schema in an empty database of a cluster from its present text, and answers a connection to it. */
export async function makePresentSchema(clusterUrl: string, database: string): Promise<pg.Client> {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await fill(client);
  return client;
}

/** Ends the connection, and drops its database. */
export async function removePresentSchema(client: pg.Client, clusterUrl: string): Promise<void> {
  await client.end();
  await ask(clusterUrl, `DROP DATABASE ${client.database} WITH (FORCE)`);
}

async function fill(client: pg.Client): Promise<void> {
  await client.query('BEGIN');
  await createTriggerFunctions(client);
  for (const text of await tablesInOrder()) await client.query(text);
  await client.query('CREATE TABLE schema_migrations ()');
  await applyText(client);
  await client.query('COMMIT');
}

/** Each behind the tables that it refers to. */
async function tablesInOrder(): Promise<readonly string[]> {
  const files = await readdir(fileURLToPath(new URL('tables/', FOLDER)));
  const left = new Set(await Promise.all(files.map((file) => textOf(`tables/${file}`))));
  const ordered: string[] = [];
  while (left.size > 0) {
    const next = [...left].find((text) =>
      [...left].every((other) => other === text || !refersTo(text, other)),
    );
    if (next === undefined) throw new Error('tables refer to one another in a circle');
    ordered.push(next);
    left.delete(next);
  }
  return ordered;
}

function refersTo(text: string, other: string): boolean {
  const made = [...other.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+)/gm)].map(([, name]) => name);
  const wanted = [...text.matchAll(/\bREFERENCES (\w+)/g)].map(([, name]) => name);
  return wanted.some((name) => made.includes(name));
}
