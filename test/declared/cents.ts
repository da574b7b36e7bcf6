/** Hundredths of a dollar. */
export type Cents = bigint;

/** The cents of a JSON number with two decimals. Throws RangeError where it has more. */
export function centsOf(value: number): Cents {
  const cents = Math.round(value * 100);
  if (!Number.isSafeInteger(cents) || cents / 100 !== value) throw new RangeError(`not cents: ${value}`);
  return BigInt(cents);
}

/** The cents of a sum of line amounts, which have up to eight decimals; half a cent goes up. */
export function roundedCents(value: number): Cents {
  return BigInt(Math.floor(Number((value * 100).toFixed(6)) + 0.5));
}

/** As a cell of an annex has it: `1234.50`, `-0.01`. */
export function cellOf(cents: Cents): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The cents of a cell; null where it is no amount with two decimals. */
export function centsOfCell(cell: string): Cents | null {
  if (!/^-?(?:0|[1-9]\d*)\.\d\d$/.test(cell) || cell === '-0.00') return null;
  return BigInt(cell.replace('.', ''));
}

/** That many hundredths of an amount, rounded half up to the cent; the amount is not negative. */
export function percentOf(amount: Cents, percent: bigint): Cents {
  return (amount * percent + 50n) / 100n;
}

/** The sum of what is read off each item. */
export function sumOf<T>(items: readonly T[], centsIn: (item: T) => Cents): Cents {
  return items.reduce((sum, item) => sum + centsIn(item), 0n);
}
