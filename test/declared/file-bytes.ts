export interface FileFault {
  /** From 1; 0 where the whole file is meant. */
  readonly line: number;
  /** A letter of the manual; null where the whole line is meant. */
  readonly column: string | null;
  readonly why: string;
}

export interface ReadFile {
  readonly rows: readonly (readonly string[])[];
  readonly faults: readonly FileFault[];
}

const LONGEST_NAME = 25;
/** What Windows-1252 has between 0x80 and 0x9F; a dot where it has nothing. */
const UPPER = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ';
const FIRST_UPPER = 0x80;
const LATIN = 0xa0;

/** What a name of a file may not be. */
export function faultsOfName(name: string): readonly FileFault[] {
  const whole = (why: string) => [{ line: 0, column: null, why }];
  if (name.length > LONGEST_NAME) return whole('the name has more than 25 characters');
  return /\.csv$/i.test(name) ? [] : whole('the name does not end in .csv');
}

/** Takes a file apart into cells, and says what its bytes may not be. */
export function readBytes(bytes: Uint8Array): ReadFile {
  if (bytes.length === 0) return { rows: [], faults: [] };
  const faults: FileFault[] = [];
  const whole = (why: string) => faults.push({ line: 0, column: null, why });
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) whole('a byte order mark');
  else if (isUtf8(bytes)) whole('UTF-8 instead of Windows-1252');
  const text = [...bytes].map(characterOf).join('');
  if (!text.endsWith('\r\n')) whole('the last line has no end');
  const lines = (text.endsWith('\r\n') ? text.slice(0, -2) : text).split('\r\n');
  lines.forEach((line, index) => {
    for (const why of faultsOfLine(line)) faults.push({ line: index + 1, column: null, why });
  });
  return { rows: lines.map((line) => line.split(';')), faults };
}

function faultsOfLine(line: string): readonly string[] {
  return [
    ...(line === '' ? ['an empty line'] : []),
    ...(/[\r\n]/.test(line) ? ['a line end that is not CRLF'] : []),
    ...(/["']/.test(line) ? ['a quote'] : []),
    ...(line.includes('\ufffd') ? ['a byte that Windows-1252 does not have'] : []),
    ...([...line].some(isControl) ? ['a control character'] : []),
  ];
}

function isControl(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 0x20 && character !== '\r' && character !== '\n';
}

function characterOf(byte: number): string {
  if (byte < FIRST_UPPER || byte >= LATIN) return String.fromCharCode(byte);
  const character = UPPER[byte - FIRST_UPPER] ?? '.';
  return character === '.' ? '\ufffd' : character;
}

/** Whether there is anything beyond ASCII, and all of it reads as UTF-8 of letters that people write here. */
function isUtf8(bytes: Uint8Array): boolean {
  if (bytes.every((byte) => byte < FIRST_UPPER)) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /^[\0-\u024f\u2000-\u21ff]*$/.test(text);
  } catch {
    return false;
  }
}
