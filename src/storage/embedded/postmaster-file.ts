import { readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../core/errors/error-code.ts';

/** What a running server writes about itself into `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  /** TCP port on 127.0.0.1. */
  readonly port: number;
  /** Whether the server accepts connections. */
  readonly ready: boolean;
}

const LINE = { pid: 0, port: 3, status: 7 } as const;

/** Longer than any server takes to write its process number into the file it has just made. */
const UNWRITTEN_MS = 2000;

function pathOf(dataDir: string): string {
  return join(dataDir, 'postmaster.pid');
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function wholeNumber(line: string | undefined): number | null {
  return line !== undefined && /^\d+$/.test(line.trim()) ? Number(line) : null;
}

/** Reads the text of a `postmaster.pid`; null while the server has not written its pid and port yet. */
export function parsePostmaster(text: string): Postmaster | null {
  const lines = text.split('\n');
  const pid = wholeNumber(lines[LINE.pid]);
  const port = wholeNumber(lines[LINE.port]);
  if (pid === null || port === null) return null;
  return { pid, port, ready: lines[LINE.status]?.trim() === 'ready' };
}

/** The server that last claimed the data directory, dead or alive; null when none does. */
export function readPostmaster(dataDir: string): Postmaster | null {
  const text = readText(pathOf(dataDir));
  return text === null ? null : parsePostmaster(text);
}

/** Whether a process has this number, be it a zombie. */
export function pidIsTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * Whether the process is this data directory's server. A killed server can stay behind as a zombie where nobody
 * reaps it, as under the first process of many containers, and its number can be given to another process; the
 * command line tells them apart, because ours names the data directory and a zombie has none.
 */
export function isServing(pid: number, dataDir: string): boolean {
  if (!pidIsTaken(pid)) return false;
  if (process.platform !== 'linux') return true;
  const commandLine = readText(`/proc/${pid}/cmdline`) ?? '';
  return commandLine.split('\0').includes(dataDir);
}

function isStale(text: string, dataDir: string): boolean {
  const pid = wholeNumber(text.split('\n')[LINE.pid]);
  if (pid !== null) return pidIsTaken(pid) && !isServing(pid, dataDir);
  // A server that starts writes its number at once; a file that stays without one was lost with the power.
  const changedMs = statSync(pathOf(dataDir), { throwIfNoEntry: false })?.mtimeMs;
  return changedMs !== undefined && Date.now() - changedMs > UNWRITTEN_MS;
}

/**
 * Removes the claim of a dead server whose process number is still taken, or which has lost its number. PostgreSQL
 * clears every other stale claim itself. Should a new server have written its own claim meanwhile, that one is put
 * back; even then the server's shared memory keeps a second one out.
 */
export function discardStaleClaim(dataDir: string): void {
  const stale = readText(pathOf(dataDir));
  if (stale === null || !isStale(stale, dataDir)) return;
  const aside = `${pathOf(dataDir)}.stale-${process.pid}`;
  try {
    renameSync(pathOf(dataDir), aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (readText(aside) === stale) rmSync(aside, { force: true });
  else renameSync(aside, pathOf(dataDir));
}
