import { createReadStream, type PathLike } from 'node:fs';
import { type FileHandle, mkdir, open, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readPlainJson } from '../exact/json.ts';

/** Where a line lies in the state file, in bytes. */
export interface Position {
  readonly at: number;
  readonly length: number;
}

export interface Appended extends Position {
  /** Resolves when the line has reached the disk; rejects when it could not be written. */
  readonly durable: Promise<void>;
}

/** An append-only file of JSON lines. */
export interface Journal {
  readonly append: (entry: unknown) => Appended;
  /** Resolves when all that was appended so far has reached the disk. */
  readonly flushed: () => Promise<void>;
  readonly read: (position: Position) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const NEWLINE = 0x0a;

/**
 * Opens the state file, creating it where it is missing, and hands every entry to `replay` in order. A last line
 * that a crash tore is cut off: nothing was answered on its strength. Throws where an earlier line is unreadable.
 */
export async function openJournal(
  file: string,
  replay: (entry: unknown, position: Position) => void,
): Promise<Journal> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a+', 0o600);
  const intact = await replayLines(file, replay);
  if (intact < (await stat(file)).size) await truncate(file, intact);
  return journalOn(handle, intact);
}

async function replayLines(
  file: PathLike,
  replay: (entry: unknown, position: Position) => void,
): Promise<number> {
  let rest: Buffer = Buffer.alloc(0);
  let at = 0;
  let torn: number | null = null;
  for await (const chunk of createReadStream(file)) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      if (torn !== null) throw new Error(`the state file ${file} is damaged at byte ${torn}`);
      const entry = readPlainJson(rest.toString('utf8', 0, end));
      if (entry === undefined) torn = at;
      else replay(entry, { at, length: end });
      at += end + 1;
      rest = rest.subarray(end + 1);
    }
  }
  return torn ?? at;
}

interface Waiting {
  readonly line: Buffer;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

function journalOn(handle: FileHandle, size: number): Journal {
  let end = size;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;
  let failure: Error | null = null;
  const drain = async () => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      failure = failure ?? (await write(handle, batch));
      settle(batch, failure);
    }
    writing = null;
  };
  const append = (entry: unknown): Appended => {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    const position = { at: end, length: line.length - 1 };
    end += line.length;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {});
    waiting.push({ line, resolve, reject });
    writing ??= drain();
    return { ...position, durable: promise };
  };
  const flushed = async () => {
    await writing;
  };
  return {
    append,
    flushed,
    read: (position) => readLine(handle, position),
    close: async () => {
      await flushed();
      await handle.close();
    },
  };
}

/** Lines that wait at the same moment share one write and one flush. */
async function write(handle: FileHandle, batch: readonly Waiting[]): Promise<Error | null> {
  try {
    await handle.appendFile(Buffer.concat(batch.map(({ line }) => line)));
    await handle.datasync();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** After a failed write nothing more is written, so that no line follows a half-written one. */
function settle(batch: readonly Waiting[], failure: Error | null): void {
  for (const { resolve, reject } of batch) {
    if (failure === null) resolve();
    else reject(failure);
  }
}

async function readLine(handle: FileHandle, { at, length }: Position): Promise<unknown> {
  const { buffer } = await handle.read({ buffer: Buffer.alloc(length), position: at });
  return readPlainJson(buffer.toString('utf8'));
}
