import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbedded } from '../../src/storage/embedded/start.ts';
import { type CitusPlace, citusBin, endCitus } from './citus.ts';
import type { TestCluster } from './database.ts';
import {
  makePlace,
  quickFolder,
  removeAbandonedPlaces,
  removePlace,
  tryToRemovePlace,
} from './temporary-place.ts';

/** Debian's place, or the one a developer names. */
const POSTGRES_15_BIN = process.env['SELLO_TEST_PG15_BIN'] ?? '/usr/lib/postgresql/15/bin';

/** Where a run leaves word of its half to the next one. */
const HALF = join(import.meta.dirname, '../../node_modules/.cache/sello/half');

/** What a test run leaves in its databases is thrown away, so nothing waits for the disk. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '200', max_wal_size: '256MB' };

let directory = '';
let running: readonly EmbeddedPostgres[] = [];
let citus: CitusPlace | null = null;

async function startPostgres15(): Promise<EmbeddedPostgres | null> {
  if (!existsSync(join(POSTGRES_15_BIN, 'postgres'))) return null;
  return startEmbedded(join(directory, '15'), { binDir: POSTGRES_15_BIN, settings: SETTINGS });
}

/**
 * The servers stand in process groups of their own, so that no Ctrl-C reaches them: whichever way this process ends,
 * it takes them with it.
 */
function stopWhateverHappens(): void {
  process.once('exit', () => tryToRemovePlace(directory));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** The half that the run before did not have; SELLO_TEST_HALF repeats one. */
function takeHalf(): 0 | 1 {
  const asked = process.env['SELLO_TEST_HALF'];
  const before = existsSync(HALF) ? readFileSync(HALF, 'utf8') : String(randomInt(2));
  const half = (asked ?? (before === '0' ? '1' : '0')) === '0' ? 0 : 1;
  mkdirSync(dirname(HALF), { recursive: true });
  writeFileSync(HALF, String(half));
  process.stdout.write(
    `Files that run on one PostgreSQL version: half ${half} (SELLO_TEST_HALF=${half} repeats it).\n`,
  );
  return half;
}

/** Starts the databases of a test run: vitest calls this once, before any test file. */
export async function setup(project: TestProject): Promise<void> {
  removeAbandonedPlaces();
  directory = makePlace(0o755, quickFolder());
  stopWhateverHappens();
  const starting = [startEmbedded(join(directory, '18'), { settings: SETTINGS }), startPostgres15()] as const;
  // When one fails, the other must not go on in a directory that is being removed.
  await Promise.allSettled(starting);
  const [newer, older] = await Promise.all(starting);
  running = older === null ? [newer] : [newer, older];
  const clusters: readonly TestCluster[] = [
    { name: 'PostgreSQL 18', available: true, url: newer.url },
    { name: 'PostgreSQL 15', available: older !== null, url: older?.url ?? '' },
  ];
  project.provide('clusters', clusters);
  project.provide('half', takeHalf());
  const binDir = citusBin();
  citus = binDir === null ? null : { binDir, directory };
  project.provide('citus', citus);
}

/** Ends the databases of a test run: vitest calls this once, after the last test file. */
export async function teardown(): Promise<void> {
  if (citus !== null) await endCitus(citus);
  await Promise.all(running.map((server) => server.stop()));
  removePlace(directory);
}
