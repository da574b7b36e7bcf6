/** Where a text stops being JSON; lines and columns are counted from 1. */
export interface JsonMistake {
  readonly line: number;
  readonly column: number;
  /** What is wrong there, as the rest of a sentence. */
  readonly reason: string;
}

export type JsonReading =
  /** `repeated` holds the paths of members that stand twice in one object, where JSON.parse keeps the last. */
  | { readonly kind: 'json'; readonly value: unknown; readonly repeated: readonly string[] }
  | ({ readonly kind: 'mistake' } & JsonMistake);

interface Cursor {
  readonly text: string;
  at: number;
  readonly repeated: string[];
}

/** Null when what was looked for is there. */
type Reason = string | null;

const STRING = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const BLANKS = /[ \t\r\n]*/y;
const DEEPEST = 64;
const ENDS_EARLY = 'the file ends too early';

/** Reads JSON as JSON.parse does, and says where it is wrong, which JSON.parse often does not. */
export function readJsonText(text: string): JsonReading {
  const cursor: Cursor = { text, at: 0, repeated: [] };
  const reason = readValue(cursor, '', 0) ?? readEnd(cursor);
  if (reason !== null) return { kind: 'mistake', ...placeOf(text, cursor.at), reason };
  const value: unknown = JSON.parse(text);
  return { kind: 'json', value, repeated: cursor.repeated };
}

function placeOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Takes what the pattern matches at the cursor; null where it does not match. */
function take(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0] ?? null;
  cursor.at += found?.length ?? 0;
  return found;
}

function readEnd(cursor: Cursor): Reason {
  take(cursor, BLANKS);
  return cursor.at === cursor.text.length ? null : 'something follows the end of the value';
}

function readValue(cursor: Cursor, path: string, depth: number): Reason {
  take(cursor, BLANKS);
  const next = cursor.text[cursor.at];
  if (next === undefined) return ENDS_EARLY;
  if (depth > DEEPEST) return 'it is nested too deeply';
  if (next === '{') return readMembers(cursor, path, depth + 1);
  if (next === '[') return readItems(cursor, path, depth + 1);
  if (next === '"') return readString(cursor) === null ? brokenString(cursor) : null;
  const found = take(cursor, NUMBER) ?? take(cursor, WORD);
  return found === null ? 'a value is expected here' : null;
}

/** The string's raw text without its quotes; null where it is none. */
function readString(cursor: Cursor): string | null {
  const start = cursor.at;
  const found = take(cursor, STRING);
  if (found === null) return null;
  const control = [...found].findIndex((character) => character < ' ');
  if (control < 0) return found.slice(1, -1);
  cursor.at = start;
  return null;
}

function brokenString(cursor: Cursor): string {
  return cursor.text.indexOf('"', cursor.at + 1) < 0
    ? 'a text begins here and has no closing quotation mark'
    : 'a text begins here that holds a line break, a control character or a wrong \\ escape';
}

function readItems(cursor: Cursor, path: string, depth: number): Reason {
  cursor.at += 1;
  if (skipTo(cursor, ']')) return null;
  for (let index = 0; ; index += 1) {
    const reason = readValue(cursor, `${path}[${index}]`, depth);
    if (reason !== null) return reason;
    if (skipTo(cursor, ']')) return null;
    if (!skipTo(cursor, ',')) return missing(cursor, 'a comma or ] is expected here');
  }
}

function readMembers(cursor: Cursor, path: string, depth: number): Reason {
  cursor.at += 1;
  if (skipTo(cursor, '}')) return null;
  const names = new Set<string>();
  for (;;) {
    take(cursor, BLANKS);
    const name = readString(cursor);
    if (name === null) return missing(cursor, 'a field name in quotation marks is expected here');
    const memberPath = path === '' ? name : `${path}.${name}`;
    if (names.has(name)) cursor.repeated.push(memberPath);
    names.add(name);
    if (!skipTo(cursor, ':')) return missing(cursor, 'a colon is expected here');
    const reason = readValue(cursor, memberPath, depth);
    if (reason !== null) return reason;
    if (skipTo(cursor, '}')) return null;
    if (!skipTo(cursor, ',')) return missing(cursor, 'a comma or } is expected here');
  }
}

function skipTo(cursor: Cursor, character: string): boolean {
  take(cursor, BLANKS);
  const found = cursor.text[cursor.at] === character;
  if (found) cursor.at += 1;
  return found;
}

function missing(cursor: Cursor, reason: string): string {
  return cursor.at >= cursor.text.length ? ENDS_EARLY : reason;
}
