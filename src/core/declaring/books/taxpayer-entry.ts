import { signOf } from '../../dte/kinds.ts';
import type { Amount } from '../../money/decimal.ts';
import { addedByName, byName } from '../../records/by-name.ts';
import type { DeclaredDocument } from '../declared-document.ts';

/** The amounts of a line of the book of sales to taxpayers, and of its sums; what was sold is without VAT. */
const AMOUNTS = ['exempt', 'notSubject', 'taxed', 'vat', 'perceived', 'retained'] as const;
export type TaxpayerAmounts = Readonly<Record<(typeof AMOUNTS)[number], Amount>>;

/** What a type 03 enters, and what a note subtracts: its amounts are below zero. */
export function taxpayerAmountsOf(document: DeclaredDocument): TaxpayerAmounts {
  return byName(AMOUNTS, (name) => signOf(document.tipoDte) * document[name]);
}

export function addedEntries(...entries: readonly TaxpayerAmounts[]): TaxpayerAmounts {
  return addedByName(AMOUNTS, entries);
}

/** What was sold with the VAT and the perception upon it (Reglamento, art. 85). */
export function totalOfEntry({ exempt, notSubject, taxed, vat, perceived }: TaxpayerAmounts): Amount {
  return exempt + notSubject + taxed + vat + perceived;
}
