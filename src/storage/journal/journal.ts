import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '../../core/calendar/spans.ts';
import { createGathering } from '../connection/gathering.ts';
import type { JournalLine } from './lines.ts';
import { createRoom } from './room.ts';

/** What a node has done, written down apart from the database. */
export interface Journal {
  /** Notes a line that is written with the next one that somebody waits for. */
  note(line: JournalLine): void;
  /**
   * Resolves when the line and everything noted before has been handed to the operating system. Rejects with
   * JournalUnwritable.
   */
  write(line: JournalLine): Promise<void>;
  /** Resolves where what is begun now can be written down. Rejects with JournalUnwritable. */
  check(): Promise<void>;
  /** Whether a byte can be written now. */
  isWritable(): Promise<boolean>;
  close(): Promise<void>;
}

export interface JournalLimits {
  /** Bytes after which a file is ended and the next one begun. */
  readonly fileBytes: number;
  /** Files are removed so long after their last line. */
  readonly keepMs: number;
}

/** Longer than any backup should be old when it is restored. */
export const JOURNAL_LIMITS: JournalLimits = { fileBytes: 64 * 1024 * 1024, keepMs: 60 * DAY_MS };

const FILE = /^journal-.*\.jsonl$/;
const MOST_TOGETHER = 256;

/**
 * Appends to files of this process alone in the folder, which is made. Lines that wait at the same moment share a write;
 * none waits for the disk, because the journal is for a lost database, not for a lost machine.
 */
export function openJournal(folder: string, limits: JournalLimits = JOURNAL_LIMITS): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let noted: string[] = [];
  const room = createRoom(folder);
  const files = createFiles(folder, limits);
  const write = createGathering<string, true>({
    mostItems: MOST_TOGETHER,
    lanes: 1,
    async carryOut(texts) {
      const chunk = Buffer.from(texts.join(''));
      await files.append(chunk).catch(async (error: unknown) => {
        await room.use(error);
        await files.append(chunk).catch((again: unknown) => {
          throw room.without(again);
        });
      });
      return texts.map(() => true);
    },
  });

  return {
    note(line) {
      noted.push(textOf(line));
    },
    async write(line) {
      const before = noted;
      noted = [];
      await write([...before, textOf(line)].join(''));
    },
    check: room.check,
    async isWritable() {
      const isThere = await room.isThere();
      // The file may be one that nobody finds any more.
      if (!isThere) await files.leave();
      return isThere;
    },
    async close() {
      if (noted.length > 0) await write(noted.join(''));
      noted = [];
      await files.leave();
    },
  };
}

/** One file after the other. What could not be appended leaves no half a line, as far as that can be done. */
function createFiles(folder: string, limits: JournalLimits) {
  let file: FileHandle | null = null;
  let bytes = 0;

  async function leave(): Promise<void> {
    const left = file;
    file = null;
    await left?.close();
  }

  return {
    leave,
    async append(chunk: Buffer): Promise<void> {
      try {
        if (file === null) {
          await removeOld(folder, Date.now() - limits.keepMs);
          file = await open(join(folder, nameNow()), 'a', 0o600);
          bytes = 0;
        }
        await file.appendFile(chunk);
      } catch (error) {
        await file?.truncate(bytes).catch(() => undefined);
        await leave().catch(() => undefined);
        throw error;
      }
      bytes += chunk.byteLength;
      if (bytes >= limits.fileBytes) await leave();
    },
  };
}

function textOf(line: JournalLine): string {
  return `${JSON.stringify(line)}\n`;
}

function nameNow(): string {
  const now = new Date().toISOString().replaceAll(/[-:.]/g, '');
  return `journal-${now}-${process.pid}-${randomBytes(4).toString('hex')}.jsonl`;
}

async function removeOld(folder: string, beforeMs: number): Promise<void> {
  for (const name of (await readdir(folder)).filter(isJournal)) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < beforeMs) await rm(path, { force: true });
  }
}

/** Whether a file of this name is a journal. */
export function isJournal(name: string): boolean {
  return FILE.test(name);
}
