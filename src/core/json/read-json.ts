/** Why a text is no JSON. */
export type JsonFault =
  | 'ends_early'
  | 'open_text'
  | 'broken_text'
  | 'too_deep'
  | 'no_value'
  | 'no_name'
  | 'no_colon'
  | 'no_comma_in_list'
  | 'no_comma_in_object'
  | 'more_follows';

/** Where a text stops being JSON that we read. */
export interface JsonMistake {
  readonly fault: JsonFault;
  /** In UTF-16 units from the beginning. A text that is never closed is a mistake where it begins. */
  readonly at: number;
}

/** What JSON lets pass and a document cannot have. */
export type Finding = 'duplicate_name' | 'long_list' | 'crowded_object';

export interface Found {
  readonly finding: Finding;
  /** In the caller's own names, like `lines[3].quantity`. */
  readonly path: string;
}

/** What a text says beyond the value that JSON.parse makes of it. */
export interface JsonScan {
  /** Null where the text is JSON that JSON.parse reads. */
  readonly mistake: JsonMistake | null;
  /** In the order of the text; no more of them than anybody reads. */
  readonly found: readonly Found[];
  /** By their paths, the texts of the numbers of which a double may keep less than they say. */
  readonly numbers: ReadonlyMap<string, string>;
}

/** Specification part 8: lines of a document, the longest list that any body has. */
export const MOST_ITEMS = 2000;
/** More than any object of any body has. What is longer would only cost time and memory to refuse field by field. */
export const MOST_NAMES = 100;
/** Nesting that no document needs; deeper JSON makes serializers overflow. */
const MOST_DEPTH = 32;
const MOST_FOUND = 50;

const [TAB, LINE_FEED, CARRIAGE_RETURN, BLANK] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, BACKSLASH, COMMA, COLON, MINUS] = [0x22, 0x5c, 0x2c, 0x3a, 0x2d];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

interface Cursor {
  readonly text: string;
  at: number;
  /** The lists and objects around the cursor, the outermost first. */
  readonly containers: Container[];
  readonly found: Found[];
  readonly numbers: Map<string, string>;
}

/** An object that is being read has the names so far; a list has null. */
interface Container {
  readonly names: Set<string> | null;
  lastName: string;
  commas: number;
}

/** Reads a text up to its end or the first mistake. One pass, in linear time, whatever the text is. */
export function scanJson(text: string): JsonScan {
  const cursor: Cursor = { text, at: 0, containers: [], found: [], numbers: new Map() };
  const fault = readValue(cursor) ?? (codeAfterBlanks(cursor) === null ? null : 'more_follows');
  const mistake = fault === null ? null : { fault, at: cursor.at };
  return { mistake, found: cursor.found, numbers: cursor.numbers };
}

/** These readers move the cursor behind what they read; they return a fault, or null. */
function readValue(cursor: Cursor): JsonFault | null {
  const code = codeAfterBlanks(cursor);
  if (code === OPEN_OBJECT) return readEntries(cursor, { names: new Set(), lastName: '', commas: 0 });
  if (code === OPEN_LIST) return readEntries(cursor, { names: null, lastName: '', commas: 0 });
  if (code === QUOTE) return readText(cursor);
  if (code === null) return 'ends_early';
  const isNumber = code === MINUS || (code >= 0x30 && code <= 0x39);
  return isNumber ? readNumber(cursor) : readMatch(cursor, WORD);
}

function readEntries(cursor: Cursor, inside: Container): JsonFault | null {
  if (cursor.containers.length === MOST_DEPTH) return 'too_deep';
  const isList = inside.names === null;
  const close = isList ? CLOSE_LIST : CLOSE_OBJECT;
  cursor.at += 1;
  if (takes(cursor, close)) return null;
  cursor.containers.push(inside);
  do {
    const fault = (isList ? null : readName(cursor, inside)) ?? readValue(cursor);
    if (fault !== null) return fault;
    if (takes(cursor, close)) {
      cursor.containers.pop();
      return null;
    }
  } while (takesComma(cursor, inside));
  return faultHere(cursor, isList ? 'no_comma_in_list' : 'no_comma_in_object');
}

function takesComma(cursor: Cursor, inside: Container): boolean {
  if (!takes(cursor, COMMA)) return false;
  inside.commas += 1;
  if (inside.commas === (inside.names === null ? MOST_ITEMS : MOST_NAMES))
    note(cursor, inside.names === null ? 'long_list' : 'crowded_object', cursor.containers.slice(0, -1));
  return true;
}

/** Reads a name and its colon; `"a"` and `"\u0061"` are the same name. */
function readName(cursor: Cursor, inside: Container): JsonFault | null {
  if (codeAfterBlanks(cursor) !== QUOTE) return faultHere(cursor, 'no_name');
  const start = cursor.at;
  const fault = readText(cursor);
  if (fault !== null) return fault;
  const quoted = cursor.text.slice(start, cursor.at);
  const name = quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  inside.lastName = name;
  if (inside.names?.has(name) === true) note(cursor, 'duplicate_name', cursor.containers);
  else if (inside.commas < MOST_NAMES) inside.names?.add(name);
  return takes(cursor, COLON) ? null : faultHere(cursor, 'no_colon');
}

function readText(cursor: Cursor): JsonFault | null {
  const { text } = cursor;
  for (let at = cursor.at + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      cursor.at = at + 1;
      return null;
    }
    if (code !== BACKSLASH && code >= BLANK) continue;
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) {
      cursor.at = at;
      return 'broken_text';
    }
    at = ESCAPE.lastIndex - 1;
  }
  return 'open_text';
}

/** Decimals of up to this many digits survive a double; `Number.MAX_SAFE_INTEGER` has 16. */
const SAFE_DIGITS = 15;

function readNumber(cursor: Cursor): JsonFault | null {
  const start = cursor.at;
  const fault = readMatch(cursor, NUMBER);
  if (fault !== null) return fault;
  const number = cursor.text.slice(start, cursor.at);
  const isDouble = number.length <= SAFE_DIGITS && !/[eE]/.test(number);
  if (!isDouble) cursor.numbers.set(pathOf(cursor.containers), number);
  return null;
}

function readMatch(cursor: Cursor, pattern: RegExp): JsonFault | null {
  pattern.lastIndex = cursor.at;
  if (!pattern.test(cursor.text)) return 'no_value';
  cursor.at = pattern.lastIndex;
  return null;
}

/** Moves the cursor behind blanks and returns the code that follows; null at the end of the text. */
function codeAfterBlanks(cursor: Cursor): number | null {
  const { text } = cursor;
  while (cursor.at < text.length) {
    const code = text.charCodeAt(cursor.at);
    if (code !== BLANK && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return code;
    cursor.at += 1;
  }
  return null;
}

function takes(cursor: Cursor, code: number): boolean {
  const isThere = codeAfterBlanks(cursor) === code;
  if (isThere) cursor.at += 1;
  return isThere;
}

function faultHere({ text, at }: Cursor, fault: JsonFault): JsonFault {
  return at < text.length ? fault : 'ends_early';
}

function note({ found }: Cursor, finding: Finding, containers: readonly Container[]): void {
  if (found.length < MOST_FOUND) found.push({ finding, path: pathOf(containers) });
}

function pathOf(containers: readonly Container[]): string {
  const path = containers.map(({ names, lastName, commas }) =>
    names === null ? `[${commas}]` : `.${lastName}`,
  );
  return path.join('').replace(/^\./, '');
}

/** A JSON object whose members are not known. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of these bytes; null where they are no valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The JSON object in these bytes; null when they are no valid UTF-8, no JSON or no object. */
export function parseJsonObject(bytes: Uint8Array): JsonObject | null {
  try {
    const value: unknown = JSON.parse(decodeUtf8(bytes) ?? '');
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** What a text says as JSON; the text itself where it is none. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
