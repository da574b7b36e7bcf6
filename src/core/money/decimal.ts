/**
 * A decimal number held as an integer of hundred-millionths: 1.5 is 150_000_000n. It is wide enough for every
 * amount of the Ministry's schemas (11 integer digits, 8 decimals) and exact where binary floats are not.
 * The one rounding rule is half away from zero (Manual Funcional V2.0, section XXI: "9th decimal >= 5 rounds up").
 */
export type Decimal = bigint;

/**
 * What a decimal measures: dollars, how many of something, or per cent. The mark is the compiler's alone and optional: a
 * result of arithmetic takes the meaning of the place where it is put, but no quantity is taken for an amount.
 */
export type Amount = Decimal & { readonly __measures?: 'dollars' };
export type Quantity = Decimal & { readonly __measures?: 'count' };
export type Percentage = Decimal & { readonly __measures?: 'percent' };

/** Whole cents: 1.50 is 150n. They are no amount of 8 decimals, and the compiler takes neither for the other. */
export type Cents = bigint & { readonly __measures?: 'cents' };

const DECIMALS = 8;
const SCALE = 100_000_000n;
const CENT = 1_000_000n;
const HUNDREDTH_CENT = 10_000n;

export const ZERO: Decimal = 0n;
export const ONE: Decimal = SCALE;
/** The Ministry recomputes each amount and accepts a cent of difference (Manual Funcional V2.0, section XXI). */
export const TOLERANCE_CENTS: Cents = 1n;
export const TOLERANCE: Amount = TOLERANCE_CENTS * CENT;

/** The quotient of two integers, rounded half away from zero. Throws RangeError on a zero divisor. */
export function divideRounded(numerator: bigint, divisor: bigint): bigint {
  const negative = numerator < 0n !== divisor < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = divisor < 0n ? -divisor : divisor;
  const magnitude = (2n * n + d) / (2n * d);
  return negative ? -magnitude : magnitude;
}

/** The exact product of the factors, rounded once, to 8 decimals; one for none. */
export function product8(...factors: readonly Decimal[]): Decimal {
  const exact = factors.reduce((product, factor) => product * factor, SCALE);
  return divideRounded(exact, SCALE ** BigInt(factors.length));
}

/** Rounds to cents, half away from zero; the result is still scaled to 8 decimals. */
export function round2(value: Decimal): Decimal {
  return divideRounded(value, CENT) * CENT;
}

/** Rounds to 4 decimals, half away from zero; the result is still scaled to 8 decimals. */
export function round4(value: Decimal): Decimal {
  return divideRounded(value, HUNDREDTH_CENT) * HUNDREDTH_CENT;
}

/** The sum of all values; zero for none. */
export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total + value, ZERO);
}

/** A decimal from an integer of whole units. */
export function fromInteger(units: bigint | number): Decimal {
  return BigInt(units) * SCALE;
}

const PLAIN_DECIMAL = /^(-?)(\d+)(?:\.(\d{1,8}))?$/;

/**
 * Reads plain decimal text: an optional minus, digits, at most 8 decimals. Exponents, blanks, signs with plus
 * and empty text are `undefined`.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign, units, fraction = ''] = PLAIN_DECIMAL.exec(text) ?? [];
  if (units === undefined) return undefined;
  const magnitude = BigInt(units) * SCALE + BigInt(fraction.padEnd(DECIMALS, '0'));
  return sign === '-' ? -magnitude : magnitude;
}

/** As `parseDecimal`, for text that our own code wrote. Throws TypeError when it is not plain decimal text. */
export function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new TypeError(`not a plain decimal: ${text}`);
  return value;
}

/** The shortest plain decimal text, never with an exponent: "0.1", "-3", "100". */
export function formatDecimal(value: Decimal): string {
  const magnitude = value < 0n ? -value : value;
  const fraction = (magnitude % SCALE).toString().padStart(DECIMALS, '0').replace(/0+$/, '');
  const text = fraction === '' ? `${magnitude / SCALE}` : `${magnitude / SCALE}.${fraction}`;
  return value < 0n ? `-${text}` : text;
}

/** Text with exactly two decimals, after rounding to cents: "0.10", "100.00". */
export function formatCents(value: Amount): string {
  return centsDigits(divideRounded(value, CENT));
}

/** Cents as digits with a point and two decimals: "0.10", "-100.00". */
export function centsDigits(cents: Cents): string {
  const magnitude = cents < 0n ? -cents : cents;
  const text = `${magnitude / 100n}.${(magnitude % 100n).toString().padStart(2, '0')}`;
  return cents < 0n ? `-${text}` : text;
}

/**
 * A number of a request, exact and as JSON can keep it: a double where that prints the decimal that is meant, and its
 * text where no double does.
 */
export type Numeral = number | string;

/** A decimal in the one form that stands for it, so that the same number is always the same numeral. */
export function numeralOf(value: Decimal): Numeral {
  const text = formatDecimal(value);
  const double = Number(text);
  return String(double) === text ? double : text;
}

/** The numeral that a number's text stands for; the text itself where it is none, for whoever says what is wrong. */
export function numeralIn(text: string): Numeral {
  const reading = readDecimal(text);
  return reading.kind === 'decimal' ? numeralOf(reading.value) : text;
}

export type DecimalReading =
  | { readonly kind: 'decimal'; readonly value: Decimal }
  | { readonly kind: 'not_a_number' }
  | { readonly kind: 'too_large' };

/** The form of a number, as a JSON schema's pattern: JSON's own, and the leading zeros that databases write. */
export const NUMBER_FORM = '^-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?$';

const PARTS = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?$/;
const READ_DECIMALS = 8;
/** The schemas allow amounts below 1e11. */
const INTEGER_DIGITS = 11;
const LIMIT = 10n ** BigInt(INTEGER_DIGITS + READ_DECIMALS);

/**
 * Reads the text of a number exactly, exponent included, and rounds it half away from zero to 8 decimals. What then has
 * more than 11 integer digits is too large. Takes time in proportion to the length of the text, whatever it says.
 */
export function readDecimal(text: string): DecimalReading {
  const [, sign, units, fraction = '', exponent = '0'] = PARTS.exec(text) ?? [];
  if (units === undefined) return { kind: 'not_a_number' };
  const all = `${units}${fraction}`;
  const digits = all.replace(/^0+/, '');
  // How many of the digits stand before the decimal point; fewer than none where zeros follow it.
  const point = units.length - (all.length - digits.length) + Number(exponent);
  if (digits === '' || point < -DECIMALS) return { kind: 'decimal', value: ZERO };
  if (point > INTEGER_DIGITS) return { kind: 'too_large' };
  const magnitude = roundedAt(digits, point + READ_DECIMALS);
  if (magnitude >= LIMIT) return { kind: 'too_large' };
  return { kind: 'decimal', value: sign === '-' ? -magnitude : magnitude };
}

/** The first `kept` digits as an integer, rounded by the digit behind them. */
function roundedAt(digits: string, kept: number): bigint {
  const whole = BigInt(digits.slice(0, kept).padEnd(kept, '0') || '0');
  return digits.charAt(kept) >= '5' ? whole + 1n : whole;
}
