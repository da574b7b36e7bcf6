import { Decimal } from 'decimal.js';

/**
 * Decimals of 40 digits, rounded half up: the arithmetic of the oracles. A quantity, a price and a percentage that fit
 * the schemas multiply to at most 38 digits, so that nothing is rounded but where a rule says so.
 */
export const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });
export type Exact = Decimal;

/** Eight decimals: what a line keeps (Manual Funcional V2.0, section XXI). */
export function fine(value: Exact): Exact {
  return value.toDecimalPlaces(8);
}

/** Two decimals: what a summary keeps. */
export function cents(value: Exact): Exact {
  return value.toDecimalPlaces(2);
}

/** The exact sum of what is read off each item. */
export function sumOf<T>(items: readonly T[], amountOf: (item: T) => Exact): Exact {
  return items.reduce((sum, item) => sum.plus(amountOf(item)), new Exact(0));
}
