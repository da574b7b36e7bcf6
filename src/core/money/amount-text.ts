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

/** A count: whole ones without decimals. */
export function quantityText(digits: string): string {
  return amountText(digits, 0);
}

/** An amount of money with its currency. */
export function dollarsText(digits: string): string {
  return `US$ ${amountText(digits)}`;
}
