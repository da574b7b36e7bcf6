import { type Amount, type Cents, centsDigits, formatCents } from '../money/decimal.ts';
import { withoutVat } from '../money/rates.ts';

/** The cents of an amount as annexes write it: a point, two decimals, no thousands apart; null where it is none. */
export function centsIn(cell: string): Cents | null {
  const [, sign, units, cents] = /^(-?)([0-9]+)\.([0-9]{2})$/.exec(cell) ?? [];
  if (units === undefined || cents === undefined) return null;
  const magnitude = BigInt(units) * 100n + BigInt(cents);
  return sign === '-' ? -magnitude : magnitude;
}

/** The cents of a cell; what is no amount counts as nothing. */
export function centsOf(cell: string): Cents {
  return centsIn(cell) ?? 0n;
}

/** An amount as annexes write it: `0.00` where it is nothing, never blank. */
export function annexAmount(value: Amount): string {
  return formatCents(value);
}

/** Cents as annexes write them. */
export function centsCell(cents: Cents): string {
  return centsDigits(cents);
}

/** What cents with VAT in them are without it: the portal divides the sum of a month's invoices, not each of them. */
export function netCents(cents: Cents): Cents {
  return withoutVat(cents);
}
