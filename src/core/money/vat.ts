import { type Amount, divideRounded, proportion8 } from './decimal.ts';

/**
 * VAT ("IVA") is 13 % of the price without it (CAT-006 and CAT-015, codes C4 and 20; Ley de IVA). These are rounded to
 * 8 decimals; who shows cents rounds to cents after.
 */
const PERCENT = 13n;

/** The VAT within an amount that includes it. */
export function vatWithin(amount: Amount): Amount {
  return proportion8(amount, PERCENT, 100n + PERCENT);
}

/** An amount that includes VAT, without it. */
export function withoutVat(amount: Amount): Amount {
  return proportion8(amount, 100n, 100n + PERCENT);
}

/** The VAT on an amount that does not include it. */
export function vatOn(base: Amount): Amount {
  return proportion8(base, PERCENT, 100n);
}

/** Seven decimals: a price without VAT, which has eight, tells the quoted one up to there. */
const TOLD = 10n;

/** The quoted price that `withoutVat` makes this one of: one of up to seven decimals, where there is one. */
export function quotedPrice(net: Amount): Amount {
  const near = net + vatOn(net);
  const price = divideRounded(near, TOLD) * TOLD;
  return withoutVat(price) === net ? price : near;
}
