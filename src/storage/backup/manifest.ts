import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a backup says of itself. */
export interface Manifest {
  readonly format: 1;
  /** The version of the Sello that made it. */
  readonly version: string;
  /** The migrations that the database had had, in order. */
  readonly migrations: readonly string[];
  readonly takenAt: string;
  /** Which log the history was written in, and how far it had come. */
  readonly identity: string;
  readonly place: string;
  readonly tables: readonly TableFile[];
}

/** A table as lines of JSON, compressed by gzip; the hash is over the file. */
export interface TableFile {
  readonly table: string;
  readonly rows: number;
  readonly sha256: string;
}

export const MANIFEST = 'manifest.json';

export function fileOf({ table }: Pick<TableFile, 'table'>): string {
  return `${table}.jsonl.gz`;
}

/** Why a folder is no backup that can be restored, as a sentence. */
export class UnsoundBackup extends Error {
  override readonly name = 'UnsoundBackup';
}

/** Reads a backup's manifest and looks at every file of it. Throws UnsoundBackup. */
export async function readBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const one of manifest.tables) {
    const sha256 = await hashOf(join(folder, fileOf(one))).catch(() => null);
    if (sha256 === null) throw new UnsoundBackup(`${fileOf(one)} of the backup is missing.`);
    if (sha256 !== one.sha256) throw new UnsoundBackup(`${fileOf(one)} of the backup is not as it was made.`);
  }
  return manifest;
}

/** Throws UnsoundBackup where there is none, or one that this version cannot read. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'));
    if (isManifest(value)) return value;
  } catch {
    throw new UnsoundBackup(`${folder} holds no backup of Sello.`);
  }
  throw new UnsoundBackup(`${folder} holds a backup of another version of Sello.`);
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  return 'format' in value && value.format === 1 && 'tables' in value && Array.isArray(value.tables);
}

/** The SHA-256 of a file, hexadecimal. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
