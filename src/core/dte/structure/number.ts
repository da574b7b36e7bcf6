import { report, type Shape, value } from './shape.ts';

/** Every amount of the official schemas is smaller than this, whatever its sign. */
export const LIMIT = 100_000_000_000;

/** Bounds that may be reached (`min`, `max`) and bounds that may not (`above`, `below`). */
export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly below?: number;
}

/** Any number. */
export const anyNumber: Shape = value(isNumber, 'must be a number');

/** A number in a range. */
export function number(range: NumberRange): Shape {
  return (candidate, at, found) => {
    if (!isNumber(candidate)) report(found, at, 'must be a number');
    else if (!isWithin(candidate, range)) report(found, at, 'is out of its range');
  };
}

/** A whole number, in a range where one is given. */
export function integer(range: NumberRange = {}): Shape {
  return (candidate, at, found) => {
    if (!isNumber(candidate) || !Number.isInteger(candidate)) report(found, at, 'must be a whole number');
    else if (!isWithin(candidate, range)) report(found, at, 'is out of its range');
  };
}

/** An amount with at most so many decimals, in a range. */
export function amount(decimals: number, range: NumberRange): Shape {
  return (candidate, at, found) => {
    if (!isNumber(candidate)) report(found, at, 'must be a number');
    else if (!isWithin(candidate, range)) report(found, at, 'is out of its range');
    else if (decimalsOf(candidate) > decimals) report(found, at, `has more than ${decimals} decimals`);
  };
}

/** JSON can write numbers that no double holds; they are read as infinite and are no amounts. */
function isNumber(candidate: unknown): candidate is number {
  return typeof candidate === 'number' && Number.isFinite(candidate);
}

function isWithin(candidate: number, { min, max, above, below }: NumberRange): boolean {
  if (min !== undefined && candidate < min) return false;
  if (max !== undefined && candidate > max) return false;
  if (above !== undefined && candidate <= above) return false;
  return below === undefined || candidate < below;
}

/**
 * The decimals of a number's shortest text. Dividing by 0.01 or 1e-8 would refuse a good part of the valid amounts,
 * because neither has an exact binary form.
 */
export function decimalsOf(candidate: number): number {
  if (Number.isInteger(candidate)) return 0;
  const text = String(candidate);
  const exponentAt = text.indexOf('e');
  const mantissa = exponentAt < 0 ? text : text.slice(0, exponentAt);
  const exponent = exponentAt < 0 ? 0 : Number(text.slice(exponentAt + 1));
  const point = mantissa.indexOf('.');
  const written = point < 0 ? 0 : mantissa.length - point - 1;
  return Math.max(0, written - exponent);
}
