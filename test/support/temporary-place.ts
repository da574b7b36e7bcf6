import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isServing, readPostmaster } from '../../src/storage/embedded/postmaster-file.ts';

/** The name of a place carries the number of the process that made it and is to remove it. */
const NAME = /^sello-test-(\d+)-/;

/** A folder of the system's whose files are in memory, where a thousand of them are copied in a tenth of the time. */
const IN_MEMORY = '/dev/shm';
/** What the databases of a run take at most, with room for what else the machine keeps there. */
const ROOM_BYTES = 6 * 1024 ** 3;

/** Where databases stand that are lost with their run: in memory if there is room, else among the other temporary files. */
export function quickFolder(): string {
  return existsSync(IN_MEMORY) && freeBytes(IN_MEMORY) >= ROOM_BYTES ? IN_MEMORY : tmpdir();
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Makes an empty directory in which tests put databases; `mode` decides who may enter. */
export function makePlace(mode: number, folder = tmpdir()): string {
  const place = mkdtempSync(join(folder, `sello-test-${process.pid}-`));
  chmodSync(place, mode);
  return place;
}

const ENDED_TIMEOUT_MS = 10_000;
const POLL_MS = 10;

function endServer(dataDir: string): void {
  const server = readPostmaster(dataDir);
  if (server === null || !isServing(server.pid, dataDir)) return;
  process.kill(server.pid, 'SIGQUIT');
  const deadline = Date.now() + ENDED_TIMEOUT_MS;
  // Whoever is about to exit can only wait without giving way to anything else.
  while (isServing(server.pid, dataDir) && Date.now() < deadline)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
}

function claimsIn(place: string): readonly string[] {
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => basename(name) === 'postmaster.pid').map((name) => join(place, name));
}

/** Removes a place; the servers of the databases in it, however they were left, are ended without ceremony. */
export function removePlace(place: string): void {
  if (!existsSync(place)) return;
  for (const claim of claimsIn(place)) endServer(dirname(claim));
  rmSync(place, { recursive: true, force: true });
}

/** The same, leaving to the next run what another process is still writing or owns. */
export function tryToRemovePlace(place: string): void {
  try {
    removePlace(place);
  } catch {
    // Whoever comes next finds the process that made it gone.
  }
}

/** Whether a process of that number runs that this one may signal. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Removes what test runs left that were killed. */
export function removeAbandonedPlaces(): void {
  for (const folder of new Set([tmpdir(), IN_MEMORY])) {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of names) {
      const pid = NAME.exec(name)?.[1];
      if (pid !== undefined && !isAlive(Number(pid))) tryToRemovePlace(join(folder, name));
    }
  }
}
