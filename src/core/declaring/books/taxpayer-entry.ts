import { type Amount, ZERO } from '../../money/decimal.ts';
import type { DeclaredDocument } from '../declared-document.ts';

/** The amounts of a line of the book of sales to taxpayers, and of its sums. */
export interface TaxpayerAmounts {
  readonly exempt: Amount;
  readonly notSubject: Amount;
  /** Without VAT. */
  readonly taxed: Amount;
  readonly vat: Amount;
  readonly perceived: Amount;
  /** What the customer keeps back; no part of the total. */
  readonly retained: Amount;
}

export const NOTHING_ENTERED: TaxpayerAmounts = {
  exempt: ZERO,
  notSubject: ZERO,
  taxed: ZERO,
  vat: ZERO,
  perceived: ZERO,
  retained: ZERO,
};

/** What a type 03 enters, or a note takes back: its amounts are below zero. */
export function taxpayerAmountsOf(document: DeclaredDocument): TaxpayerAmounts {
  const sign = document.tipoDte === '05' ? -1n : 1n;
  return {
    exempt: sign * document.exempt,
    notSubject: sign * document.notSubject,
    taxed: sign * document.taxed,
    vat: sign * document.vat,
    perceived: sign * document.perceived,
    retained: sign * document.retained,
  };
}

export function addedEntries(one: TaxpayerAmounts, other: TaxpayerAmounts): TaxpayerAmounts {
  return {
    exempt: one.exempt + other.exempt,
    notSubject: one.notSubject + other.notSubject,
    taxed: one.taxed + other.taxed,
    vat: one.vat + other.vat,
    perceived: one.perceived + other.perceived,
    retained: one.retained + other.retained,
  };
}

/** What was sold with the VAT and the perception upon it (Reglamento, art. 85). */
export function totalOfEntry({ exempt, notSubject, taxed, vat, perceived }: TaxpayerAmounts): Amount {
  return exempt + notSubject + taxed + vat + perceived;
}
