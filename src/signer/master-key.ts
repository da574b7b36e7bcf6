import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { readSync } from 'node:fs';
import { type FileHandle, link, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../core/errors/error-code.ts';
import { decodeStrict } from './strict-base64.ts';

/** A refusal's `message` is one sentence for the operator and never shows the file's content. */
export type MasterKeyReading =
  | { readonly kind: 'read'; readonly key: KeyObject }
  | {
      readonly kind: 'refused';
      readonly failure: 'missing' | 'unreadable' | 'not_a_file' | 'open_to_others' | 'malformed';
      readonly message: string;
    };

export type MasterKeyCreation =
  | { readonly kind: 'created'; readonly key: KeyObject }
  | { readonly kind: 'refused'; readonly failure: 'exists' | 'not_writable'; readonly message: string };

const KEY_BYTES = 32;
/** 32 bytes are 44 characters of base64; a line end may follow. */
const MAX_FILE_BYTES = 256;
const OTHERS = 0o077;

export type MasterKeyOpening = { readonly kind: 'opened'; readonly file: FileHandle } | RefusedReading;

/**
 * Reads a master key: 32 bytes in base64, in a regular file which, where the system has POSIX permissions, nobody
 * but its owner may read or write.
 */
export async function readMasterKeyFile(path: string): Promise<MasterKeyReading> {
  const opening = await openMasterKeyFile(path);
  if (opening.kind === 'refused') return opening;
  const { file } = opening;
  try {
    const key = keyIn(file.fd);
    return key === null ? malformedReading(path) : { kind: 'read', key };
  } catch {
    return unreadableReading(path);
  } finally {
    await file.close();
  }
}

/** Opens the file of a master key without reading it, for whoever is to read it. */
export async function openMasterKeyFile(path: string): Promise<MasterKeyOpening> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    return errorCode(error) === 'ENOENT'
      ? refused('missing', `The master key file ${path} does not exist.`)
      : unreadableReading(path);
  }
  const refusal = await refusalOf(file, path).catch(() => unreadableReading(path));
  if (refusal === null) return { kind: 'opened', file };
  await file.close();
  return refusal;
}

async function refusalOf(file: FileHandle, path: string): Promise<RefusedReading | null> {
  const stats = await file.stat();
  if (!stats.isFile()) return refused('not_a_file', `The master key file ${path} is not a file.`);
  if (process.platform === 'win32' || (stats.mode & OTHERS) === 0) return null;
  return refused(
    'open_to_others',
    `Other users have access to the master key file ${path}: run chmod 600 on it.`,
  );
}

/** The master key in an open file; null where there is none. */
export function keyIn(descriptor: number): KeyObject | null {
  const bytes = Buffer.alloc(MAX_FILE_BYTES + 1);
  const length = readSync(descriptor, bytes, 0, bytes.length, 0);
  const text = length > MAX_FILE_BYTES ? '' : bytes.toString('utf8', 0, length).trim();
  const key = decodeStrict(text, 'base64');
  return key?.length === KEY_BYTES ? createSecretKey(key) : null;
}

function unreadableReading(path: string): RefusedReading {
  return refused('unreadable', `The master key file ${path} cannot be read.`);
}

export function malformedReading(path: string): RefusedReading {
  return refused(
    'malformed',
    `The master key file ${path} does not hold exactly ${KEY_BYTES} bytes in base64.`,
  );
}

/**
 * Makes a new master key file with mode 0600. An existing file stays untouched, also when two processes try at once:
 * the key is written and flushed under a name of its own and then linked to the path, which fails where it is taken.
 * No crash leaves half a key behind under the path.
 */
export async function createMasterKeyFile(path: string): Promise<MasterKeyCreation> {
  const bytes = randomBytes(KEY_BYTES);
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    await writeFlushed(draft, `${bytes.toString('base64')}\n`);
    try {
      await link(draft, path);
    } finally {
      await unlink(draft);
    }
    await flushFolder(dirname(path));
  } catch (error) {
    return errorCode(error) === 'EEXIST'
      ? refused('exists', `${path} exists already; a master key is never overwritten.`)
      : refused('not_writable', `The master key file ${path} cannot be made.`);
  }
  return { kind: 'created', key: createSecretKey(bytes) };
}

async function writeFlushed(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the new name in the folder as durable as the file; Windows cannot open a folder and does it by itself. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

type RefusedReading = Extract<MasterKeyReading, { readonly kind: 'refused' }>;

function refused<Failure extends string>(failure: Failure, message: string) {
  return { kind: 'refused', failure, message } as const;
}
