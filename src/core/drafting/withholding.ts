import { type Amount, decimal, proportion8, round2 } from '../money/decimal.ts';

/** CT 162 and 163: 1 % of VAT is retained or perceived from this base without VAT on. */
const FROM: Amount = decimal('100');
/** Specification 2.6: large taxpayers and the government retain, small and medium ones are perceived from. */
const RETAINING: readonly (number | null)[] = [3, 4];
const PERCEIVED: readonly (number | null)[] = [1, 2];

/** One per cent of a line's base, to 8 decimals. */
export function onePercentOfLine(base: Amount): Amount {
  return proportion8(base, 1n, 100n);
}

/** One per cent of the base, in cents. */
export function onePercent(base: Amount): Amount {
  return round2(onePercentOfLine(base));
}

/** The VAT that a large taxpayer or the government keeps back from what it pays. */
export function ivaRetained(typeContributor: number | null, base: Amount): Amount {
  return RETAINING.includes(typeContributor) && base >= FROM ? onePercent(base) : 0n;
}

/** The VAT that a perception agent adds to what a small or medium taxpayer pays. */
export function ivaPerceived(agent: boolean, typeContributor: number | null, base: Amount): Amount {
  return agent && PERCEIVED.includes(typeContributor) && base >= FROM ? onePercent(base) : 0n;
}
