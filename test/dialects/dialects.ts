import { Decimal } from 'decimal.js';
import type { Random } from '../structure/random.ts';
import { isJson } from '../support/http-caller.ts';
import type { PlainBody } from './plain-body.ts';

/** How the programs of a language write a body. */
export interface Dialect {
  readonly name: string;
  /** The JSON text of a number. */
  number(value: string, random: Random): string;
  /** The JSON text of a small whole code. */
  code(value: number, random: Random): string;
  /** The JSON text of what is not there; null leaves the field out. */
  nothing(of: 'text' | 'object' | 'other', random: Random): string | null;
  text(value: string): string;
  /** Fields of the caller's own that say nothing. */
  readonly strange: readonly string[];
}

const Exact = Decimal.clone({ precision: 1100, toExpNeg: -9e15, toExpPos: 9e15 });

/** Decimals as a table's column has them, `"1.50000000"`; empty arrays for objects, `\r\n` from a form. */
const PHP: Dialect = {
  name: 'PHP',
  number: (value, { below }) => {
    const least = new Exact(value).decimalPlaces();
    return JSON.stringify(new Exact(value).toFixed(least + below(9 - Math.min(least, 8))));
  },
  code: (value, { pick }) => pick([`"${value}"`, `${value}`]),
  nothing: (of, { pick }) => pick(of === 'object' ? ['[]', 'null', '""'] : ['""', 'null', null]),
  text: (value) =>
    JSON.stringify(value.replaceAll('\n', '\r\n'))
      .replaceAll('/', '\\/')
      .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  strange: ['"vendedor_id":null', '"cupon":""'],
};

/** Doubles as `Double.toString` and `BigDecimal` write them: exponents, and the digits of the binary fraction. */
const JAVA: Dialect = {
  name: 'Java',
  number: (value, { pick }) => {
    const exact = binaryDigits(Number(value));
    const scientific = new Exact(value).toExponential().replace('e+', 'E').replace('e-', 'E-');
    const withPoint = scientific.includes('.') ? scientific : scientific.replace('E', '.0E');
    return pick([value, withPoint, scientific, ...(isNoise(exact, value) ? [exact, exact] : [])]);
  },
  code: (value, { pick }) => pick([`${value}`, `${value}.0`, `${value}.0E0`]),
  nothing: (_of, { pick }) => pick(['null', null]),
  text: (value) => JSON.stringify(value.replaceAll('\n', '\r')),
  strange: ['"@class":null'],
};

/** `None` for what is not there, and floats by their `repr` after some arithmetic: `3.3000000000000003`, `1e-05`. */
const PYTHON: Dialect = {
  name: 'Python',
  number: (value, { pick }) => {
    const noisy = neighbours(Number(value))
      .map((near) => repr(near))
      .filter((text) => isNoise(text, value));
    return pick([repr(Number(value)), ...noisy, ...noisy]);
  },
  code: (value, { pick }) => pick([`${value}`, `${value}.0`]),
  nothing: () => 'null',
  text: (value) => JSON.stringify(value),
  strange: ['"_state":null', '"notas":null'],
};

export const DIALECTS: readonly Dialect[] = [PHP, JAVA, PYTHON];

/** What lies nearer to the number than half of the eighth decimal is the number, for whoever rounds. */
function isNoise(text: string, value: string): boolean {
  return new Exact(text).minus(value).abs().lt('5e-9');
}

/** All decimals of a double, as many as 1,074. */
function binaryDigits(double: number): string {
  let [numerator, places] = [double, 0];
  while (!Number.isInteger(numerator)) [numerator, places] = [numerator * 2, places + 1];
  return new Exact(numerator).div(new Exact(2).pow(places)).toFixed();
}

/** The doubles next to this one, which is not negative. */
function neighbours(double: number): readonly number[] {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, double);
  const here = bits.getBigUint64(0);
  return [here + 1n, here === 0n ? 0n : here - 1n].map((near) => {
    bits.setBigUint64(0, near);
    return bits.getFloat64(0);
  });
}

/** As Python prints a float: a point or an exponent of at least two digits. */
function repr(double: number): string {
  const text = String(double);
  if (double !== 0 && Math.abs(double) < 1e-4) return double.toExponential().replace(/e-(\d)$/, 'e-0$1');
  return /[.e]/.test(text) ? text : `${text}.0`;
}

const NUMBERS = new Set(['quantity', 'unit_price', 'discount_percentage', 'amount', 'freight', 'insurance']);
const CODES = new Set([
  'transaction_condition',
  'deadline',
  'period',
  'type_contributor',
  'person_type',
  'item_type',
]);
const OBJECTS = new Set(['customer', 'export']);
const LISTS = new Set(['payments', 'appendix']);

/** The JSON text with which a program of the language would send a body. */
export function written(body: PlainBody, dialect: Dialect, random: Random): string {
  const fields = Object.entries(body).flatMap(([name, value]) => {
    const text = fieldText(name, value, { dialect, random });
    return text === null ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  const strange = random.below(3) === 0 ? dialect.strange : [];
  return `{${[...fields, ...strange].join(',')}}`;
}

function fieldText(
  name: string,
  value: unknown,
  { dialect, random }: { readonly dialect: Dialect; readonly random: Random },
): string | null {
  if (value === null) return dialect.nothing(OBJECTS.has(name) ? 'object' : kindOf(name), random);
  if (NUMBERS.has(name)) return dialect.number(new Exact(String(value)).toFixed(), random);
  if (CODES.has(name)) return dialect.code(Number(value), random);
  if (typeof value === 'string') return dialect.text(value);
  if (Array.isArray(value)) return `[${value.map((item) => written(item, dialect, random)).join(',')}]`;
  return isJson(value) ? written(value, dialect, random) : JSON.stringify(value);
}

function kindOf(name: string): 'text' | 'other' {
  return NUMBERS.has(name) || CODES.has(name) || LISTS.has(name) ? 'other' : 'text';
}
