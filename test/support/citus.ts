import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { distribute } from '../../src/storage/distribution/distribute.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../src/storage/embedded/start.ts';
import { migrate } from '../../src/storage/server/migrate.ts';
import { blockWith, statementsOf } from './scale-page.ts';
import { carryOut, connected } from './superuser.ts';

/** Where the servers of a run stand, and the programs that they are started with. */
export interface CitusPlace {
  readonly binDir: string;
  readonly directory: string;
}

/** What `.ci/run` prepares, and where it notes that a server starts with the library. */
const PREPARED = join(import.meta.dirname, '../../.ci/citus');
const NOTE = join(PREPARED, 'starts');

const SERVERS = ['citus-0', 'citus-1', 'citus-2'];
/** The one of most tests, and one for those that change how it is spread. */
export type CitusDatabase = 'sello' | 'moved';
const READY = 'spread for this test run';
/** The test workers take turns at making the database. */
const LOCK = 7_355_609;

/** What docs/scale.md asks of every server, and what makes servers of this machine reach each other. */
export const CITUS_SETTINGS: Readonly<Record<string, string>> = {
  ...settingsOf(blockWith('shared_preload_libraries')),
  max_connections: '200',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.enable_statistics_collection': 'off',
};

/** What is lost with a server of the tests does not matter. */
const SETTINGS: Readonly<Record<string, string>> = {
  ...CITUS_SETTINGS,
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '256MB',
  shared_buffers: '32MB',
  'citus.shard_count': '4',
};

/** What proves a scope on the servers of the tests, whose hashes stand in the database. */
export function passOf(scope: string): string {
  return `the tests act for ${scope}`;
}

/**
 * The programs of a PostgreSQL whose server starts with Citus: those that a developer names, else those that were prepared; null
 * where there are none. A library for another minor version may be there and not start.
 */
export function citusBin(): string | null {
  const named = process.env['SELLO_TEST_CITUS_BIN'];
  if (named !== undefined) return named;
  return existsSync(NOTE) ? join(PREPARED, 'usr/lib/postgresql/15/bin') : null;
}

/** The database of the run: the first who asks has three servers started, and the database made and spread over two of them. */
export async function citusUrl(place: CitusPlace, database: CitusDatabase): Promise<string> {
  const servers = await Promise.all(SERVERS.map((name) => startServer(place, name, SETTINGS)));
  const [first] = servers;
  if (first === undefined) throw new Error('there is no first server');
  await connected(first.url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query(
      `SELECT FROM pg_database d WHERE datname = $1 AND shobj_description(d.oid, 'pg_database') = $2`,
      [database, READY],
    );
    if (rowCount === 0) {
      await spreadOver(
        servers.map(({ url }) => url),
        database,
      );
      await client.query(`COMMENT ON DATABASE ${database} IS '${READY}'`);
    }
  });
  return inDatabase(first.url, database);
}

/** The servers come to each other as roles that have no password. */
export async function startServer(
  { binDir, directory }: CitusPlace,
  name: string,
  settings: Readonly<Record<string, string>>,
): Promise<EmbeddedPostgres> {
  const server = await startEmbedded(join(directory, name), { binDir, settings });
  const file = join(directory, name, 'pg_hba.conf');
  const text = readFileSync(file, 'utf8');
  if (text.includes('scram-sha-256')) {
    writeFileSync(file, text.replaceAll('scram-sha-256', 'trust'));
    await carryOut(server.url, ['SELECT pg_reload_conf()']);
  }
  return server;
}

async function spreadOver(urls: readonly string[], database: CitusDatabase): Promise<void> {
  for (const url of urls)
    await carryOut(url, [`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`, `CREATE DATABASE ${database}`]);
  const own = urls.map((url) => inDatabase(url, database));
  const [first = ''] = own;
  await joinServers(own);
  await migrate(first);
  const spread = await distribute(first, () => undefined);
  if (spread.kind === 'refused') throw new Error(spread.why);
  const proof = `sha256(convert_to('queues ${passOf('queues')}', 'UTF8'))`;
  await carryOut(first, [`INSERT INTO passes (scope, sha256) VALUES ('queues', ${proof})`]);
}

/** The settings of a block of postgresql.conf. */
function settingsOf(block: string): Readonly<Record<string, string>> {
  const lines = block.matchAll(/^(\w+) = '?([^'#\s]+)/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}

/** Makes one database of those at these addresses, of which the first one knows the others, with the statements of docs/scale.md. */
export async function joinServers(urls: readonly string[]): Promise<void> {
  const [extension = '', ...onTheFirst] = statementsOf(
    blockWith('citus_set_coordinator_host'),
    portsOf(urls),
  );
  for (const url of urls) await carryOut(url, [extension]);
  await carryOut(urls[0] ?? '', onTheFirst);
}

export function portsOf(urls: readonly string[]): readonly string[] {
  return urls.map((url) => new URL(url).port);
}

function inDatabase(url: string, database: CitusDatabase): string {
  const own = new URL(url);
  own.pathname = `/${database}`;
  return own.href;
}

/** Ends the servers that the tests of a run have started. */
export async function endCitus({ binDir, directory }: CitusPlace): Promise<void> {
  for (const name of SERVERS) {
    if (!existsSync(join(directory, name, 'postmaster.pid'))) continue;
    const server = await startEmbedded(join(directory, name), { binDir, settings: SETTINGS });
    await server.stop();
  }
}
