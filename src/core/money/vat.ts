import { type Amount, CENT, divideRounded, proportion8 } from './decimal.ts';

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

/**
 * The price with VAT, of the fewest decimals from two on, that `withoutVat` makes this one of: the quoted price of a
 * document that tells only the price without VAT.
 */
export function quotedPrice(net: Amount): Amount {
  const exact = net + vatOn(net);
  for (let unit: bigint = CENT; unit > 1n; unit /= 10n) {
    const price = divideRounded(exact, unit) * unit;
    if (withoutVat(price) === net) return price;
  }
  return exact;
}
