import { type Decimal, formatDecimal } from './decimal.ts';
import { readDecimal } from './read-decimal.ts';

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
