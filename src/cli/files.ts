import { createWriteStream } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../core/errors/error-code.ts';
import { type JsonFault, type JsonMistake, scanJson } from '../core/json/read-json.ts';
import type { Problem } from '../core/refusals/refusal.ts';
import { CommandFailure, UsageFailure } from './failure.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it does not exist',
};

/** Larger than any file that a command takes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The bytes of a file that was named on the command line; `-` is the standard input. */
export async function readBytes(path: string): Promise<Uint8Array> {
  const bytes = await (path === '-' ? buffer(process.stdin) : readFile(path)).catch((error: unknown) => {
    const reason = REASONS[errorCode(error)] ?? (error instanceof Error ? error.message : String(error));
    throw new CommandFailure('unreadable_file', `${path} cannot be read: ${reason}.`);
  });
  if (bytes.length <= MAX_BYTES) return bytes;
  throw new CommandFailure('unreadable_file', `${path} cannot be read: it is larger than 4 MB.`);
}

/** UTF-8 without a byte order mark, which Windows editors put at the beginning. */
export async function readText(path: string): Promise<string> {
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

/** The rest of the sentence that says where a file is no JSON. */
const FAULTS: Readonly<Record<JsonFault, string>> = {
  ends_early: 'the file ends too early',
  open_text: 'a text begins here and has no closing quotation mark',
  broken_text: 'a text may not hold this line break or control character, nor this \\ escape',
  too_deep: 'it is nested too deeply',
  no_value: 'a value is expected here',
  no_name: 'a field name in quotation marks is expected here',
  no_colon: 'a colon is expected here',
  no_comma_in_list: 'a comma or ] is expected here',
  no_comma_in_object: 'a comma or } is expected here',
  more_follows: 'something follows the end of the value',
};

/** The JSON value of a file, and the paths of the fields that stand in it twice, of which JSON.parse keeps the last. */
export async function readJsonFile(
  path: string,
): Promise<{ readonly value: unknown; readonly repeated: readonly string[] }> {
  const text = await readText(path);
  const { mistake, found } = scanJson(text);
  if (mistake !== null)
    throw new CommandFailure('not_json', `${path} is not JSON: ${placeOf(mistake, text)}.`);
  const repeated = found.filter(({ finding }) => finding === 'duplicate_name');
  return { value: JSON.parse(text), repeated: repeated.map((field) => field.path) };
}

/** Lines and columns are counted from 1. */
function placeOf({ fault, at }: JsonMistake, text: string): string {
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${FAULTS[fault]}`;
}

/** A file in whose content something is wrong, so that nothing was done with it. */
export function faultyFile(code: string, path: string, problems: readonly Problem[]): CommandFailure {
  const count = problems.length === 1 ? 'one mistake' : `${problems.length} mistakes`;
  return new CommandFailure(code, `${path} has ${count}; nothing was changed.`, problems);
}

/** Which of these the name of a file ends with, in whatever letters. Throws UsageFailure where it is none. */
export function endingOf<Ending extends string>(path: string, endings: readonly Ending[]): Ending {
  const ending = endings.find((one) => path.toLowerCase().endsWith(`.${one}`));
  if (ending !== undefined) return ending;
  const named = endings.map((one) => `.${one}`).join(' or ');
  throw new UsageFailure(`The name of the file must end with ${named}.`);
}

/** Writes a file piece by piece; one that is there is never written over. */
export async function writeNew(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const source = Readable.from(pieces, { objectMode: false });
  await pipeline(source, createWriteStream(path, { flags: 'wx' }));
}

/**
 * Makes a folder with the folders above it. Node's own recursive way never returns where the system says of a folder
 * that is there that it is not, as for everything under /proc. Throws CommandFailure there, which ends with the
 * remedy, and what the system says elsewhere.
 */
export async function makeFolder(path: string, remedy = 'set SELLO_DATA_DIR to another one'): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent, remedy);
  await mkdir(path, { mode: 0o755 }).catch(async (error: unknown) => {
    if (errorCode(error) === 'EEXIST' && (await isFolder(path))) return;
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new CommandFailure(
      'environment',
      `The folder ${path} cannot be made, because ${parent} takes no folders: ${remedy}.`,
    );
  });
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
