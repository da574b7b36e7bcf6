import { randomBytes } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseObstacle } from '../connection/database-obstacle.ts';

/** The folder of the journal takes no line: it is full, read-only or away. Nothing may be numbered that it cannot tell of. */
export class JournalUnwritable extends Error {
  override readonly name = 'JournalUnwritable';
}

/** Why a node could keep nothing when this was thrown, its database or its journal; null where something else is wrong. */
export function keepingObstacle(error: unknown): string | null {
  return error instanceof JournalUnwritable ? 'journal' : databaseObstacle(error);
}

/** The room that a journal has for what is under way, and what is known of it. */
export interface Room {
  /** Resolves where there is room for what is begun now; looks where that is not known. Rejects with JournalUnwritable. */
  check(): Promise<void>;
  /** Looks whether a byte can be written, and the reserve is there. */
  isThere(): Promise<boolean>;
  /** Gives the reserve up for what could not be written; another journal of the folder may have done so. Rejects with JournalUnwritable. */
  use(error: unknown): Promise<void>;
  /** What to throw where it did not help. */
  without(error: unknown): JournalUnwritable;
}

/** A file of as many bytes as what is under way at a time takes; on a full disk it is given up for that. */
const RESERVE = 'reserve';
const RESERVE_BYTES = 1024 * 1024;
/** So long after a look that found no room nobody looks again. */
const REST_MS = 250;

/**
 * Keeps a reserve in the folder, so that a sale which has its number when the disk fills up can still be written down, and
 * the next one is refused before it has one. It is refused until the reserve is back, which the next sale or look makes.
 */
export function createRoom(folder: string): Room {
  const probe = join(folder, `probe-${process.pid}-${randomBytes(4).toString('hex')}`);
  let isKnown = false;
  let refused: { readonly error: JournalUnwritable; readonly atMs: number } | null = null;
  let looking: Promise<void> | null = null;

  const without = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const unwritable = new JournalUnwritable(`the journal cannot be written: ${reason}`, { cause: error });
    isKnown = false;
    refused = { error: unwritable, atMs: performance.now() };
    return unwritable;
  };
  const look = async () => {
    try {
      await writeProbe(probe);
      await keepReserve(join(folder, RESERVE));
      isKnown = true;
    } catch (error) {
      throw without(error);
    } finally {
      looking = null;
    }
  };
  const lookOnce = () => {
    looking ??= look();
    return looking;
  };
  return {
    async check() {
      if (isKnown) return;
      if (refused !== null && performance.now() - refused.atMs < REST_MS) throw refused.error;
      await lookOnce();
    },
    isThere: () =>
      lookOnce().then(
        () => true,
        () => false,
      ),
    async use(error) {
      isKnown = false;
      await rm(join(folder, RESERVE), { force: true }).catch(() => {
        throw without(error);
      });
    },
    without,
  };
}

async function writeProbe(path: string): Promise<void> {
  try {
    await writeFile(path, '\n', { mode: 0o600 });
  } finally {
    await rm(path, { force: true });
  }
}

/** Its bytes are random, because a disk that compresses gives no room for others. */
async function keepReserve(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.size === RESERVE_BYTES) return;
  try {
    await writeFile(path, randomBytes(RESERVE_BYTES), { mode: 0o600 });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
