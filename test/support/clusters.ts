import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isServing, readPostmaster } from '../../src/storage/embedded/postmaster-file.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../src/storage/embedded/start.ts';
import type { TestCluster } from './database.ts';

const DIRECTORY_PREFIX = 'sello-test-';

/** Debian's place, or the one a developer names. */
const POSTGRES_15_BIN = process.env['SELLO_TEST_PG15_BIN'] ?? '/usr/lib/postgresql/15/bin';

/** What a test run leaves in its databases is thrown away, so nothing waits for the disk. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '200' };

let directory = '';
let running: readonly EmbeddedPostgres[] = [];

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function removeDatabase(dataDir: string): void {
  const server = readPostmaster(dataDir);
  if (server !== null && isServing(server.pid, dataDir)) process.kill(server.pid, 'SIGQUIT');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** A test run that was killed leaves its servers behind; the next one of the same user ends them. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^sello-test-(\d+)-/.exec(name)?.[1] ?? process.pid);
    if (pid === process.pid || isAlive(pid)) continue;
    const abandoned = join(tmpdir(), name);
    try {
      for (const dataDir of readdirSync(abandoned)) removeDatabase(join(abandoned, dataDir));
      rmSync(abandoned, { recursive: true, force: true });
    } catch {
      // Another user's, who will remove it.
    }
  }
}

async function startPostgres15(): Promise<EmbeddedPostgres | null> {
  if (!existsSync(join(POSTGRES_15_BIN, 'postgres'))) return null;
  return startEmbedded(join(directory, '15'), { binDir: POSTGRES_15_BIN, settings: SETTINGS });
}

async function stopAll(): Promise<void> {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(directory, { recursive: true, force: true });
}

/** The servers stand in process groups of their own: a Ctrl-C here, which npm sends twice, does not reach them. */
function stopOnSignal(signal: 'SIGINT' | 'SIGTERM', exitCode: number): void {
  process.on(signal, () => {
    stopAll().finally(() => process.exit(exitCode));
  });
}

/** Starts the databases of a test run: vitest calls this once, before any test file. */
export async function setup(project: TestProject): Promise<void> {
  removeAbandoned();
  directory = mkdtempSync(join(tmpdir(), `${DIRECTORY_PREFIX}${process.pid}-`));
  chmodSync(directory, 0o755);
  stopOnSignal('SIGINT', 130);
  stopOnSignal('SIGTERM', 143);
  const [newer, older] = await Promise.all([
    startEmbedded(join(directory, '18'), { settings: SETTINGS }),
    startPostgres15(),
  ]);
  running = older === null ? [newer] : [newer, older];
  const clusters: readonly TestCluster[] = [
    { name: 'PostgreSQL 18', available: true, url: newer.url },
    { name: 'PostgreSQL 15', available: older !== null, url: older?.url ?? '' },
  ];
  project.provide('clusters', clusters);
}

/** Ends the databases of a test run: vitest calls this once, after the last test file. */
export async function teardown(): Promise<void> {
  await stopAll();
}
