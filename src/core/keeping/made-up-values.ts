import { duiCheckDigit } from '../identifiers/dui.ts';
import { nitCheckDigitHolds, parseNit } from '../identifiers/nit.ts';

/** Puts values of nobody in the place of real ones: the same for the same, of the same kind, whatever their hyphens. */
export interface MadeUpValues {
  instead(text: string): string;
  /**
   * A sentence of which only the words and the paths stay that are known: a value that identifies somebody is replaced as
   * elsewhere, and every other word, number and date, and every name that is replaced elsewhere, is left out.
   */
  within(sentence: string, isKnown: (token: string) => boolean): string;
}

/** A kind of value: how it is recognised, and the nth that is made up. */
interface Kind {
  readonly pattern: RegExp;
  readonly make: (n: number, text: string) => string;
}

const CODE = /[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/i;
const SEAL = /[0-9A-Z]{40}/;
const CONTROL_NUMBER = /DTE-\d\d-[A-Z0-9]{8}-\d{15}/;
const EMAIL = /[^\s@<>()[\],;:]+@[^\s@<>()[\],;:]+/;
const TIME = /\d\d:\d\d[.:]\d\d/;
const DATE = /(?:\d{4}-\d\d-\d\d|\d\d\/\d\d\/\d{4})/;
const DIGITS = /\d[\d-]*\d|\d/;

const KINDS: readonly Kind[] = [
  { pattern: CODE, make: (n) => `AAAAAAAA-0000-4000-8000-${padded(n, 12)}` },
  { pattern: SEAL, make: (n) => `2026${'F'.repeat(30)}${padded(n, 6)}` },
  { pattern: CONTROL_NUMBER, make: (n, text) => `${text.slice(0, 7)}M001P001-${padded(n, 15)}` },
  { pattern: EMAIL, make: (n) => `persona${n}@ejemplo.com` },
];

/** The first date that is replaced becomes this day; the others keep their distance to it. */
const FIRST_DAY_MS = Date.UTC(2026, 10, 20);
const NOON = '12:00:00';

/** Shorter texts are parts of words. */
const SHORTEST_NAME = 3;

/** Begins with nothing replaced. */
export function createMadeUpValues(): MadeUpValues {
  const known = new Map<string, string>();
  let made = 0;
  let shiftMs: number | null = null;

  const remembered = (text: string, make: (n: number) => string): string => {
    const key = text.toUpperCase();
    const found = known.get(key);
    if (found !== undefined) return found;
    made += 1;
    const fresh = make(made);
    known.set(key, fresh);
    return fresh;
  };

  function shifted(date: string): string {
    const [one = '', month = '', other = ''] = date.split(/[-/]/);
    const isIso = one.length === 4;
    const [year, day] = isIso ? [one, other] : [other, one];
    const ms = Date.UTC(Number(year), Number(month) - 1, Number(day));
    shiftMs ??= FIRST_DAY_MS - ms;
    const iso = new Date(ms + shiftMs).toISOString().slice(0, 10);
    return isIso ? iso : iso.split('-').reverse().join('/');
  }

  function instead(text: string): string {
    if (text.trim() === '') return text;
    const kind = KINDS.find(({ pattern }) => isWhole(pattern, text));
    if (kind !== undefined) return remembered(text, (n) => kind.make(n, text));
    if (isWhole(TIME, text)) return NOON;
    const [date = ''] = DATE.exec(text) ?? [];
    if (date !== '' && isTimeOrNothing(text.replace(date, '')))
      return text === date ? shifted(date) : `${shifted(date)} ${NOON}`;
    if (!isWhole(DIGITS, text)) return remembered(text, (n) => `Texto ficticio ${n}`);
    const digits = text.replaceAll('-', '');
    const fresh = remembered(digits, (n) => digitsLike(digits, n));
    return hyphenatedLike(text, fresh);
  }

  function within(sentence: string, isKnown: (token: string) => boolean): string {
    const capitals = sentence.toUpperCase();
    const names = [...known.keys()].filter((name) => capitals.includes(name.trim()) && isName(name));
    const unnamed = names.reduce((text, name) => text.replaceAll(quoted(name), LEFT_OUT), sentence);
    return unnamed.replaceAll(TOKENS, (token) => {
      if (IDENTIFYING.test(token)) return instead(token);
      return isKnown(token) ? token : LEFT_OUT;
    });
  }

  return { instead, within };
}

const isWhole = (pattern: RegExp, text: string): boolean =>
  new RegExp(`^(?:${pattern.source})$`, pattern.flags).test(text);
const isTimeOrNothing = (text: string): boolean => /^[T\s]*(?:\d\d:\d\d[.:]\d\d)?Z?$/.test(text);

/** Values that stand for a person or a document: those of a kind, and as many digits as a NIT or a DUI has. */
const NUMBER = /(?<![p{L}p{N}])(?:\d{4}-?\d{6}-?\d{3}-?\d|\d{8}-?\d)(?![p{L}p{N}])/;
const PIECES = [...KINDS.map(({ pattern }) => pattern), NUMBER].map(({ source }) => source).join('|');
const IDENTIFYING = new RegExp(`^(?:${PIECES})$`, 'iu');

const LETTERS = '[\\p{L}\\p{M}\\p{N}_]+';

/** Every letter and every digit of a sentence is in one of its tokens: such a value, a path or a word. */
const TOKENS = new RegExp(`${PIECES}|(?:#?/)?${LETTERS}(?:[./]${LETTERS}|\\[\\d*\\])+|${LETTERS}`, 'giu');

const LEFT_OUT = '…';

/** Whether a value is one of words, which the authority's own might be. */
function isName(text: string): boolean {
  return text.length >= SHORTEST_NAME && /\p{L}/u.test(text) && !IDENTIFYING.test(text);
}

/** A name where it stands for itself, and is no part of a word or of a path. */
function quoted(name: string): RegExp {
  const words = name
    .trim()
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll(/\s+/g, '\\s+');
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}./[])${words}(?![\\p{L}\\p{M}\\p{N}])`, 'giu');
}

function padded(n: number, length: number): string {
  return String(n).padStart(length, '0').slice(-length);
}

/** As many digits; fourteen are a NIT and nine a DUI that nobody has, with their check digits. */
function digitsLike(digits: string, n: number): string {
  if (digits.length === 14) return nitOf(n);
  if (digits.length === 9) return `${padded(n, 8)}${duiCheckDigit(padded(n, 8))}`;
  return padded(n, digits.length);
}

/** A NIT of 1 January 1990 whose check digit holds. */
function nitOf(n: number): string {
  const start = `0614010190${padded(101 + (n % 800), 3)}`;
  const all = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`);
  return all.find((text) => holds(text)) ?? `${start}0`;
}

function holds(text: string): boolean {
  const nit = parseNit(text);
  return nit !== null && nitCheckDigitHolds(nit);
}

/** The digits with the hyphens where the text has them. */
function hyphenatedLike(text: string, digits: string): string {
  let at = 0;
  return text.replaceAll(/\d/g, () => digits.charAt(at++));
}
