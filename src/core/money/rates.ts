import { type Amount, divideRounded, round2 } from './decimal.ts';

/** A rate of a tax, in whole per cents of its base. The mark is the compiler's alone, as that of an amount. */
export type Rate = bigint & { readonly __measures?: 'rate' };

/** VAT ("IVA") is 13 % of the price without it (Ley de IVA, art. 54; CAT-015, code 20, and CAT-006, code C4). */
export const VAT: Rate = 13n;
/** What is retained or perceived of VAT in advance: 1 % of the price without it (Código Tributario, art. 162 and 163). */
export const ADVANCED_VAT: Rate = 1n;
/** Income tax ("renta") that is kept back from services: 10 % of what they cost (Código Tributario, art. 156). */
export const INCOME_TAX: Rate = 10n;

/** The whole of a base, as rates count it. */
export const WHOLE: Rate = 100n;

/** The tax on a base without it, rounded once: an amount to 8 decimals, cents to cents. */
export function taxOn(base: bigint, rate: Rate): bigint {
  return divideRounded(base * rate, WHOLE);
}

/** What includes VAT without it, rounded once: an amount to 8 decimals, cents to cents. */
export function withoutVat(whole: bigint): bigint {
  return divideRounded(whole * WHOLE, WHOLE + VAT);
}

/** The VAT within an amount that includes it, to 8 decimals. */
export function vatWithin(amount: Amount): Amount {
  return divideRounded(amount * VAT, WHOLE + VAT);
}

/** The VAT on an amount that does not include it, to 8 decimals. */
export function vatOn(base: Amount): Amount {
  return taxOn(base, VAT);
}

/** The VAT that is retained or perceived of a line's base, to 8 decimals. */
export function onePercentOfLine(base: Amount): Amount {
  return taxOn(base, ADVANCED_VAT);
}

/** The VAT that is retained or perceived of a base, in cents. */
export function onePercent(base: Amount): Amount {
  return round2(onePercentOfLine(base));
}

/** The income tax that is kept back from services, in cents. */
export function incomeTaxOn(services: Amount): Amount {
  return round2(taxOn(services, INCOME_TAX));
}
