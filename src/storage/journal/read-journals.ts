import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isSeenLog, type SeenLog } from '../log/position-file.ts';
import { foldLines, type JournaledDocument } from './fold.ts';
import { isJournal } from './journal.ts';
import { type JournalLine, readLine } from './lines.ts';
import { linesIn } from './lines-in.ts';

/** What stands in the folders of nodes. */
export interface Journals {
  /** The oldest first. */
  readonly files: readonly string[];
  readonly positions: readonly SeenLog[];
}

/** Finds journals and positions in these folders and everything below; a folder that is not there has none. */
export async function findJournals(folders: readonly string[]): Promise<Journals> {
  const paths = (await Promise.all(folders.map(filesBelow))).flat();
  const files = paths.filter((path) => isJournal(basename(path)));
  const positions = await Promise.all(
    paths.filter((path) => basename(path) === 'position.json').map(readSeen),
  );
  return {
    files: files.toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1)),
    positions: positions.filter((one) => one !== null),
  };
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noneIfMissing);
  return found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function noneIfMissing(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}

async function readSeen(path: string): Promise<SeenLog | null> {
  const value: unknown = JSON.parse(await readFile(path, 'utf8'));
  return isSeenLog(value) ? value : null;
}

/** Whether a journal has lines from then on. */
export async function isSince(path: string, sinceMs: number): Promise<boolean> {
  return (await stat(path)).mtimeMs >= sinceMs;
}

/** The documents of one journal, by company; `unreadable` counts the lines that a crash cut off. */
export async function readJournal(path: string): Promise<{
  readonly byCompany: ReadonlyMap<string, readonly JournaledDocument[]>;
  readonly unreadable: number;
}> {
  const lines = new Map<string, [JournalLine, ...JournalLine[]]>();
  let unreadable = 0;
  for await (const text of linesIn(createReadStream(path))) {
    const line = readLine(text);
    if (line === null) {
      unreadable += 1;
      continue;
    }
    const known = lines.get(line.documentId);
    if (known === undefined) lines.set(line.documentId, [line]);
    else known.push(line);
  }
  const documents = [...lines.values()].map(foldLines);
  return { byCompany: Map.groupBy(documents, ({ companyId }) => companyId), unreadable };
}
