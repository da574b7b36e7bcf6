import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../core/errors/error-code.ts';
import type { Setup } from './data-directory.ts';
import { EmbeddedPostgresError } from './failure.ts';
import { commandAs } from './identity.ts';
import { isServing, readPostmaster } from './postmaster-file.ts';

/** A server that we have started and that may or may not be ready. */
export interface ServerProcess {
  readonly pid: number | undefined;
  /** What it printed so far, when it has ended; null while it runs. */
  ended(): string | null;
}

/** Nothing in a configuration file may weaken what the archive's durability rests on. */
const SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_checkpoints: 'off',
  shared_buffers: '64MB',
  max_connections: '100',
};

const LOG_FILE = 'sello-postgres.log';
const LOG_MAX_BYTES = 4 * 1024 * 1024;

const FAST_SHUTDOWN_MS = 60_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;
const POLL_MS = 10;

function openLog(path: string): { readonly descriptor: number; readonly start: number } {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const keep = size < LOG_MAX_BYTES;
  return { descriptor: openSync(path, keep ? 'a' : 'w', 0o600), start: keep ? size : 0 };
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

function argumentsFor(setup: Setup, port: number): readonly string[] {
  const settings = { ...SETTINGS, ...setup.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', setup.dataDir, '-p', String(port), ...flags];
}

/**
 * Starts the server in a process group of its own, so that Ctrl-C reaches Sello alone and the database outlives the
 * service's last write. Its output goes to a file, because a pipe would end with this process.
 */
export async function launch(setup: Setup): Promise<ServerProcess> {
  const logPath = join(setup.dataDir, LOG_FILE);
  const port = await freePort();
  const log = openLog(logPath);
  const program = join(setup.binaries.binDir, 'postgres');
  const command = commandAs(setup.identity, [program, ...argumentsFor(setup, port)]);
  const child = spawn(command.file, command.args, {
    ...setup.identity.credentials,
    cwd: setup.dataDir,
    env: setup.binaries.env,
    stdio: ['ignore', 'ignore', log.descriptor],
    detached: true,
    windowsHide: true,
  });
  closeSync(log.descriptor);
  child.unref();
  let failure = '';
  let hasEnded = false;
  child.once('error', (error) => {
    failure = error.message;
    hasEnded = true;
  });
  child.once('exit', () => {
    hasEnded = true;
  });
  setup.whileWaiting();
  return {
    pid: child.pid,
    ended: () => (hasEnded ? failure + readFileSync(logPath).subarray(log.start).toString('utf8') : null),
  };
}

async function waitUntilGone(setup: Setup, pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isServing(pid, setup.dataDir)) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** Windows knows no signals: the server's own control program asks it to end. */
async function endThroughControl(setup: Setup): Promise<void> {
  const program = join(setup.binaries.binDir, 'pg_ctl.exe');
  const child = spawn(program, ['stop', '-m', 'fast', '-D', setup.dataDir], {
    env: setup.binaries.env,
    stdio: 'ignore',
  });
  await new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
}

/**
 * Ends the data directory's server and returns when its process is gone: first the shutdown that writes everything
 * out, then, when that takes longer than a minute, the one that leaves the rest to recovery.
 */
export async function endServer(setup: Setup): Promise<void> {
  const server = readPostmaster(setup.dataDir);
  if (server === null || !isServing(server.pid, setup.dataDir)) return;
  if (process.platform === 'win32') await endThroughControl(setup);
  else signal(server.pid, 'SIGINT');
  if (await waitUntilGone(setup, server.pid, FAST_SHUTDOWN_MS)) return;
  signal(server.pid, 'SIGQUIT');
  if (await waitUntilGone(setup, server.pid, IMMEDIATE_SHUTDOWN_MS)) return;
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL in ${setup.dataDir} (process ${server.pid}) does not end.`,
  );
}
