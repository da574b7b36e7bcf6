/** What JSON lets pass and a document cannot have. */
export type Finding = 'duplicate_name' | 'long_list' | 'crowded_object';

export interface Found {
  readonly finding: Finding;
  /** In the caller's own names, like `lines[3].quantity`. */
  readonly path: string;
}

/** What a text that is valid JSON says beyond its values. */
export interface Scan {
  /** The first thing that is wrong with it; null where nothing is. */
  readonly found: Found | null;
  /** By their paths, the texts of the numbers of which a double may keep less than they say. */
  readonly numbers: ReadonlyMap<string, string>;
}

/** Specification part 8: lines of a document, the longest list that any body has. */
export const MOST_ITEMS = 2000;
/** More than any object of any body has. What is longer would only cost time and memory to refuse field by field. */
export const MOST_NAMES = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const MINUS = 0x2d;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** An object that is being read has the names so far; a list has null. */
interface Container {
  readonly names: Set<string> | null;
  lastName: string;
  commas: number;
}

/** Reads a text that is valid JSON up to its end or the first thing that is wrong. One pass, in linear time. */
export function scanJson(text: string): Scan {
  const numbers = new Map<string, string>();
  return { found: firstFinding(text, numbers), numbers };
}

function firstFinding(text: string, numbers: Map<string, string>): Found | null {
  const containers: Container[] = [];
  let nameExpected = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const inside = containers.at(-1);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (nameExpected && inside !== undefined && !isNewName(inside, text.slice(at, end + 1)))
        return { finding: 'duplicate_name', path: pathOf(containers) };
      nameExpected = false;
      at = end;
    } else if (isNumberStart(code)) {
      const end = endOfNumber(text, at);
      const number = text.slice(at, end);
      if (!isDouble(number)) numbers.set(pathOf(containers), number);
      at = end - 1;
    } else if (code === COMMA && inside !== undefined) {
      inside.commas += 1;
      if (isFull(inside)) return { finding: fullness(inside), path: pathOf(containers.slice(0, -1)) };
      nameExpected = inside.names !== null;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      containers.push({ names: code === OPEN_OBJECT ? new Set() : null, lastName: '', commas: 0 });
      nameExpected = code === OPEN_OBJECT;
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      containers.pop();
      nameExpected = false;
    }
  }
  return null;
}

function pathOf(containers: readonly Container[]): string {
  const path = containers.map(({ names, lastName, commas }) =>
    names === null ? `[${commas}]` : `.${lastName}`,
  );
  return path.join('').replace(/^\./, '');
}

/** Notes a name of an object; `"a"` and `"\u0061"` are the same. */
function isNewName(inside: Container, quoted: string): boolean {
  const name = quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  inside.lastName = name;
  if (inside.names?.has(name) === true) return false;
  inside.names?.add(name);
  return true;
}

function isFull({ names, commas }: Container): boolean {
  return commas >= (names === null ? MOST_ITEMS : MOST_NAMES);
}

function fullness({ names }: Container): Finding {
  return names === null ? 'long_list' : 'crowded_object';
}

/** The closing quotation mark of the string that begins here, or the end of the text. */
export function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    index += code === BACKSLASH ? 2 : 1;
  }
  return index;
}

function isNumberStart(code: number): boolean {
  return code === MINUS || (code >= 0x30 && code <= 0x39);
}

/** Behind the last of digits, signs, point and exponent. */
function endOfNumber(text: string, start: number): number {
  const after = /[^-+.\deE]/g;
  after.lastIndex = start;
  return after.exec(text)?.index ?? text.length;
}

/** Decimals of up to this many digits survive a double; `Number.MAX_SAFE_INTEGER` has 16. */
const SAFE_DIGITS = 15;

/** Whether a double certainly keeps all of a number. */
function isDouble(number: string): boolean {
  return number.length <= SAFE_DIGITS && !/[eE]/.test(number);
}
