/**
 * An exact fraction; the denominator is positive. The simulator calculates with fractions and rounds only where
 * the authority does, so that it shares neither code nor method with the product that it judges.
 */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const ZERO: Rational = { numerator: 0n, denominator: 1n };

/** A fraction of two integers. Throws RangeError on a zero denominator. */
export function ratio(numerator: bigint, denominator: bigint): Rational {
  if (denominator === 0n) throw new RangeError('a fraction needs a denominator');
  return denominator < 0n ? { numerator: -numerator, denominator: -denominator } : { numerator, denominator };
}

export function add(a: Rational, b: Rational): Rational {
  if (a.denominator === b.denominator) return ratio(a.numerator + b.numerator, a.denominator);
  if (a.denominator % b.denominator === 0n) {
    return ratio(a.numerator + b.numerator * (a.denominator / b.denominator), a.denominator);
  }
  if (b.denominator % a.denominator === 0n) return add(b, a);
  return ratio(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function negate(a: Rational): Rational {
  return { numerator: -a.numerator, denominator: a.denominator };
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, negate(b));
}

export function multiply(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

export function total(values: readonly Rational[]): Rational {
  return values.reduce(add, ZERO);
}

/** Negative, zero or positive, as `a` is less than, equal to or greater than `b`. */
export function compare(a: Rational, b: Rational): -1 | 0 | 1 {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

export function isZero(a: Rational): boolean {
  return a.numerator === 0n;
}

/** Rounds to two decimals, half away from zero (Manual Funcional V2.0, section XXI). */
export function toCents(a: Rational): Rational {
  const magnitude = a.numerator < 0n ? -a.numerator : a.numerator;
  const cents = (magnitude * 200n + a.denominator) / (a.denominator * 2n);
  return { numerator: a.numerator < 0n ? -cents : cents, denominator: 100n };
}

/** Whether two amounts differ by at most one cent, the authority's tolerance (section XXI). */
export function agree(a: Rational, b: Rational): boolean {
  const difference = subtract(a, b);
  const magnitude = difference.numerator < 0n ? negate(difference) : difference;
  return magnitude.numerator * 100n <= magnitude.denominator;
}

/** Whether an amount in cents is within a cent of an exact value, rounded up or down. */
export function agreeEitherWay(amount: Rational, exact: Rational): boolean {
  const difference = subtract(amount, exact);
  const magnitude = difference.numerator < 0n ? negate(difference) : difference;
  return magnitude.numerator * 50n < magnitude.denominator;
}
