import { readFile } from 'node:fs/promises';
import { CommandFailure, errorCode } from './failure.ts';
import { type JsonReading, readJsonText } from './json-text.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it does not exist',
};

/** Larger than any file that a command takes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The bytes of a file that was named on the command line. */
export async function readBytes(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path).catch((error: unknown) => {
    const reason = REASONS[errorCode(error)] ?? (error instanceof Error ? error.message : String(error));
    throw new CommandFailure('unreadable_file', `${path} cannot be read: ${reason}.`);
  });
  if (bytes.length <= MAX_BYTES) return bytes;
  throw new CommandFailure('unreadable_file', `${path} cannot be read: it is larger than 4 MB.`);
}

/** UTF-8 without a byte order mark, which Windows editors put at the beginning. */
async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(path));
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure('unreadable_file', `${path} is not text in UTF-8: save it as UTF-8.`);
  }
}

/** A password alone in a file; the line end that editors add is no part of it. */
export async function readPassword(path: string): Promise<string> {
  const password = (await readText(path)).replace(/\r?\n$/, '');
  if (password !== '') return password;
  throw new CommandFailure('unreadable_file', `${path} is empty: it must hold the password.`);
}

/** The JSON value of a file, and the fields that stand in it twice. */
export async function readJsonFile(path: string): Promise<Extract<JsonReading, { kind: 'json' }>> {
  const reading = readJsonText(await readText(path));
  if (reading.kind === 'json') return reading;
  const { line, column, reason } = reading;
  throw new CommandFailure('not_json', `${path} is not JSON: line ${line}, column ${column}: ${reason}.`);
}
