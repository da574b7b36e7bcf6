import { formatCents, formatDecimal, parseDecimal, round4 } from './decimal.ts';

const AMOUNT = /^(-?)(\d+)(?:\.(\d+))?$/;
const CENTS = 2;

/**
 * An amount as people read it: thousands apart, at least two decimals and all that the document has, "82,070.3125".
 * What is no plain decimal is shown as it stands.
 */
export function amountText(digits: string, leastDecimals = CENTS): string {
  const [, sign, units, fraction = ''] = AMOUNT.exec(digits) ?? [];
  if (units === undefined) return digits;
  const decimals = fraction.padEnd(leastDecimals, '0');
  const whole = units.length > 3 ? units.replace(/\B(?=(?:\d{3})+$)/g, ',') : units;
  return `${sign}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}

/** An amount rounded to cents, as people read it; what is no plain decimal is shown as it stands. */
export function centsText(digits: string): string {
  const value = parseDecimal(digits);
  return amountText(value === undefined ? digits : formatCents(value));
}

/** The price of a unit with as many decimals as it has, from 2 to 4; what is no plain decimal is shown as it stands. */
export function priceText(digits: string): string {
  const value = parseDecimal(digits);
  return amountText(value === undefined ? digits : formatDecimal(round4(value)));
}

/** A count: whole ones without decimals. */
export function quantityText(digits: string): string {
  return amountText(digits, 0);
}

/** An amount of money with its currency. */
export function dollarsText(digits: string): string {
  return `US$ ${amountText(digits)}`;
}
