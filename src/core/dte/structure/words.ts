import { parseCivilDate } from '../../calendar/el-salvador-time.ts';
import { isEmail } from '../../identifiers/email.ts';
import { codePointCount } from '../../identifiers/text.ts';

/** Adds to `found` whatever is wrong with a value. */
export type Check = (value: unknown, at: Place, found: StructureProblem[]) => void;

/** What a table says in words of one value. */
export interface Said {
  readonly check: Check;
  readonly orNull: boolean;
  /** What stands there where a draft gives nothing. */
  readonly fallback: number | undefined;
}

/**
 * The words, in this order: a kind; of a number how many decimals it has at most; bounds that it may reach (`1..25`,
 * `..0`), of a text in code points; bounds that it may not (`>0`, `<1e11`); a pattern of a text; whether null will do;
 * and the number that stands there where nothing is given.
 */
const WORDS = new RegExp(
  '^(?<kind>text|date|email|number|whole)' +
    '(?: (?<decimals>[0-9]) decimals)?' +
    '(?: (?<min>[0-9]+)?[.][.](?<max>[0-9]+)?)?' +
    '(?: >(?<above>[-0-9e]+))?(?: <(?<below>[0-9e]+))?' +
    '(?: like (?<pattern>[^ ]+))?' +
    '(?<orNull> or null)?' +
    '(?: = (?<fallback>[0-9]+))?$',
);

type Parts = Readonly<Record<string, string | undefined>>;

/** Reads the words of a table. Throws RangeError for any others. */
export function readWords(words: string): Said {
  const parts: Parts | undefined = WORDS.exec(words)?.groups;
  if (parts === undefined) throw new RangeError(`no words of a table: ${words}`);
  const { orNull, fallback } = parts;
  return {
    check: checkOf(parts),
    orNull: orNull !== undefined,
    fallback: fallback === undefined ? undefined : Number(fallback),
  };
}

function checkOf(parts: Parts): Check {
  switch (parts['kind']) {
    case 'text':
      return text(parts);
    case 'date':
      return date;
    case 'email':
      return email;
    default:
      return number(parts);
  }
}

function bound(digits: string | undefined, otherwise: number): number {
  return digits === undefined ? otherwise : Number(digits);
}

/** Text within limits; lengths are code points, as JSON Schema counts them. */
function text({ min: shortest, max: longest, pattern: source }: Parts): Check {
  const min = bound(shortest, 0);
  const max = bound(longest, Number.POSITIVE_INFINITY);
  const pattern = source === undefined ? null : new RegExp(source);
  const length = lengthInWords(min, max);
  return (candidate, at, found) => {
    if (typeof candidate !== 'string') report(found, at, 'must be text');
    else if (!hasLength(candidate, min, max)) report(found, at, `must have ${length} characters`);
    else if (pattern !== null && !pattern.test(candidate)) report(found, at, 'does not have its pattern');
  };
}

function lengthInWords(min: number, max: number): string {
  if (min === max) return `exactly ${min}`;
  return max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;
}

/** A code point is one UTF-16 unit or two, so that most texts need no counting. */
function hasLength(candidate: string, min: number, max: number): boolean {
  const units = candidate.length;
  if (units < min || units > 2 * max) return false;
  if (units <= max && units >= 2 * min) return true;
  const count = codePointCount(candidate);
  return count >= min && count <= max;
}

/** A day of the calendar, `YYYY-MM-DD`. */
const date: Check = (candidate, at, found) => {
  if (typeof candidate !== 'string') report(found, at, 'must be text');
  else if (parseCivilDate(candidate) === null) report(found, at, 'must be a date');
};

/** An e-mail address where v1 asks for the format. What an address is, `identifiers/email.ts` says. */
const email: Check = (candidate, at, found) => {
  if (typeof candidate !== 'string') report(found, at, 'must be text');
  else if (!isEmail(candidate)) report(found, at, 'must be an e-mail address');
};

/** JSON can write numbers that no double holds; they are read as infinite and are no amounts. */
function number(parts: Parts): Check {
  const kind = parts['kind'] === 'whole' ? 'a whole number' : 'a number';
  const isKind = parts['kind'] === 'whole' ? Number.isInteger : Number.isFinite;
  const min = bound(parts['min'], Number.NEGATIVE_INFINITY);
  const max = bound(parts['max'], Number.POSITIVE_INFINITY);
  const above = bound(parts['above'], Number.NEGATIVE_INFINITY);
  const below = bound(parts['below'], Number.POSITIVE_INFINITY);
  const decimals = bound(parts['decimals'], Number.POSITIVE_INFINITY);
  return (candidate, at, found) => {
    if (typeof candidate !== 'number' || !isKind(candidate)) report(found, at, `must be ${kind}`);
    else if (candidate < min || candidate > max || candidate <= above || candidate >= below)
      report(found, at, 'is out of its range');
    else if (decimalsOf(candidate) > decimals) report(found, at, `has more than ${decimals} decimals`);
  };
}

/**
 * The decimals of a number's shortest text. Dividing by 0.01 or 1e-8 would refuse a good part of the valid amounts,
 * because neither has an exact binary form.
 */
export function decimalsOf(candidate: number): number {
  if (Number.isInteger(candidate)) return 0;
  const digits = String(candidate);
  const exponentAt = digits.indexOf('e');
  const mantissa = exponentAt < 0 ? digits : digits.slice(0, exponentAt);
  const exponent = exponentAt < 0 ? 0 : Number(digits.slice(exponentAt + 1));
  const point = mantissa.indexOf('.');
  const written = point < 0 ? 0 : mantissa.length - point - 1;
  return Math.max(0, written - exponent);
}

/** One thing wrong with the structure of an official document; neither path nor message carries a value. */
export interface StructureProblem {
  /** Where, as the Ministry writes it: `#/resumen/pagos/0/periodo`. */
  readonly path: string;
  /** What is wrong, in English, for our own log. */
  readonly message: string;
}

/** Where a value stands: a key or an index in something else. It is spelled out only when there is a problem. */
export interface Place {
  readonly parent: Place | null;
  readonly step: string | number;
}

/** Where a document begins. */
export const ROOT: Place = { parent: null, step: '#' };

/** The place in the Ministry's notation; keys are escaped as in RFC 6901. */
export function pathOf(place: Place): string {
  const steps: string[] = [];
  for (let at: Place | null = place; at !== null; at = at.parent) {
    steps.push(String(at.step).replaceAll('~', '~0').replaceAll('/', '~1'));
  }
  return steps.reverse().join('/');
}

/** Notes a problem. */
export function report(found: StructureProblem[], at: Place, message: string): void {
  found.push({ path: pathOf(at), message });
}
