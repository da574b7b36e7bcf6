import { parseCivilDate } from '../../calendar/civil-date.ts';
import { isEmail } from '../../identifiers/email.ts';
import { codePointCount } from '../../identifiers/plain-text.ts';
import { report, type Shape } from './shape.ts';

/** Limits of a text; lengths are code points, as JSON Schema counts them. */
export interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
}

/** Text within limits; any text without them. */
export function text(limits: TextLimits = {}): Shape {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern = null } = limits;
  const length = lengthInWords(min, max);
  return (candidate, at, found) => {
    if (typeof candidate !== 'string') report(found, at, 'must be text');
    else if (!isWithin(candidate, min, max)) report(found, at, `must have ${length} characters`);
    else if (pattern !== null && !pattern.test(candidate)) report(found, at, 'does not have its pattern');
  };
}

function lengthInWords(min: number, max: number): string {
  if (min === max) return `exactly ${min}`;
  return max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;
}

/** A code point is one UTF-16 unit or two, so that most texts need no counting. */
function isWithin(candidate: string, min: number, max: number): boolean {
  const units = candidate.length;
  if (units < min || units > 2 * max) return false;
  if (units <= max && units >= 2 * min) return true;
  const count = codePointCount(candidate);
  return count >= min && count <= max;
}

/** A day of the calendar, `YYYY-MM-DD`. */
export const date: Shape = (candidate, at, found) => {
  if (typeof candidate !== 'string') report(found, at, 'must be text');
  else if (parseCivilDate(candidate) === null) report(found, at, 'must be a date');
};

/** An e-mail address where v1 asks for the format. What an address is, `identifiers/email.ts` says. */
export const email: Shape = (candidate, at, found) => {
  if (typeof candidate !== 'string') report(found, at, 'must be text');
  else if (!isEmail(candidate)) report(found, at, 'must be an e-mail address');
};
