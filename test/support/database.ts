import { createHash, randomBytes } from 'node:crypto';
import { relative } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { migrate } from '../../src/storage/server/migrate.ts';
import { type CitusDatabase, type CitusPlace, citusUrl } from './citus.ts';
import { ask, connected } from './superuser.ts';

type PostgresName = 'PostgreSQL 18' | 'PostgreSQL 15';
/** On which the contracts of storage hold, the one that is spread over several servers among them. */
export type DatabaseName = PostgresName | 'Citus' | 'Citus, moved';

/** A PostgreSQL of the test run, as its start describes it to the test files. */
export interface TestCluster {
  readonly name: PostgresName;
  readonly available: boolean;
  /** Connection string of the superuser; empty when it is not available. */
  readonly url: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly clusters: readonly TestCluster[];
    /** Which half of the files runs on which version: 0 or 1, by turns from run to run. */
    readonly half: 0 | 1;
    /** Where three servers with Citus stand once a test asks for them; null where there is no such PostgreSQL. */
    readonly citus: CitusPlace | null;
  }
}

/** A database of one test file's own, migrated and empty. */
export interface TestDatabase {
  readonly url: string;
  /** Drops the database, whoever is still connected to it. */
  drop(): Promise<void>;
}

/** The PostgreSQL versions that the storage must work on, each with whether it is installed here. */
export const databases: readonly { readonly name: PostgresName; readonly available: boolean }[] = inject(
  'clusters',
).map(({ name, available }) => ({ name, available }));

/**
 * Declares the tests of `body` on one PostgreSQL version: the file's name says which, the other way round in every second run, so
 * that two runs have seen both. What must hold on both in each run are the contracts (`test/contracts`) and `describeOnEach`.
 */
export function describeOnDatabases(title: string, body: (name: PostgresName) => void): void {
  const { testPath = '' } = expect.getState();
  const name = versionFor(relative(import.meta.dirname, testPath));
  describe(`${title} on ${name}`, () => body(name));
}

function versionFor(path: string): PostgresName {
  const here = databases.filter(({ available }) => available);
  const first = createHash('sha256').update(path).digest()[0] ?? 0;
  return here[(first + inject('half')) % here.length]?.name ?? 'PostgreSQL 18';
}

/** Declares the tests of `body` once for each PostgreSQL version; one that is missing is skipped by name. */
export function describeOnEach(title: string, body: (name: PostgresName) => void): void {
  for (const { name, available } of databases) {
    describe.skipIf(!available)(`${title} on ${name}`, () => body(name));
  }
}

const TEMPLATE = 'sello_template';
const UNFINISHED_TEMPLATE = 'sello_template_unfinished';

/** The test workers take turns at making the template. */
const TEMPLATE_LOCK = 7_355_608;

function urlOf(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** The database that is spread over three servers, with whether there is a PostgreSQL that can be. */
export const citus = { name: 'Citus', available: inject('citus') !== null } as const;

function clusterUrl(name: PostgresName): string {
  const cluster = inject('clusters').find((candidate) => candidate.name === name);
  if (cluster === undefined || !cluster.available) throw new Error(`${name} is not available here`);
  return cluster.url;
}

async function ensureTemplate(client: pg.Client, url: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (found.rowCount === 1) return;
    await client.query(`DROP DATABASE IF EXISTS ${UNFINISHED_TEMPLATE} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${UNFINISHED_TEMPLATE}`);
    await migrate(urlOf(url, UNFINISHED_TEMPLATE));
    await client.query(`ALTER DATABASE ${UNFINISHED_TEMPLATE} RENAME TO ${TEMPLATE}`);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

/** Clones a migrated database, file by file, which is the quick way for a small one; the first call of a test run migrates the template. Drop it in `afterAll`. */
export async function createDatabase(name: DatabaseName): Promise<TestDatabase> {
  if (name === 'Citus') return spreadDatabase('sello');
  if (name === 'Citus, moved') return spreadDatabase('moved');
  const url = clusterUrl(name);
  const database = `sello_test_${randomBytes(8).toString('hex')}`;
  await connected(url, async (client) => {
    await ensureTemplate(client, url);
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
  });
  return {
    url: urlOf(url, database),
    async drop() {
      await ask(url, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    },
  };
}

/** One for all tests of a run: only its first server could be copied. Each test has companies of its own. */
async function spreadDatabase(database: CitusDatabase): Promise<TestDatabase> {
  const place = inject('citus');
  if (place === null) throw new Error('Citus is not available here');
  return { url: await citusUrl(place, database), drop: async () => undefined };
}

/** A database that the tests of a suite share: it is made before the first of them and dropped behind the last. */
export function sharedDatabase(name: DatabaseName): TestDatabase {
  const database: TestDatabase = Object.create(null);
  beforeAll(async () => {
    Object.assign(database, await createDatabase(name));
  });
  afterAll(() => database.drop());
  return database;
}
