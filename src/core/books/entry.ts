import type { DocumentStanding } from '../adjusting/standing.ts';
import type { DocumentSummary } from '../drafting/order.ts';
import { type TipoDte, typeOf } from '../dte/kinds.ts';
import { type Amount, decimal } from '../money/decimal.ts';
import { addedByName, byName } from '../records/by-name.ts';

/** The columns of amounts in a book of documents. But for the last, those before it add up to it: what is retained counts against. */
export const BOOK_AMOUNTS = [
  'taxable',
  'exempt',
  'nonSubject',
  'exported',
  'bought',
  'vat',
  'vatPerceived',
  'vatRetained',
  'incomeTaxRetained',
  'total',
] as const;
export type BookAmount = (typeof BOOK_AMOUNTS)[number];
export type BookAmounts = Readonly<Record<BookAmount, Amount>>;

/** What the document itself tells besides its summary; decimal text, null where it has no such amount. */
export interface DocumentAmounts {
  readonly exempt: string | null;
  readonly nonSubject: string | null;
  readonly vatPerceived: string | null;
}

/** The amounts of a document; what a note gives back is less than nothing. */
export function bookAmountsOf(tipoDte: TipoDte, summary: DocumentSummary, own: DocumentAmounts): BookAmounts {
  const { movement } = typeOf(tipoDte);
  const [gross, retained] = [decimal(summary.amountGross), decimal(summary.amountRetention)];
  const within = (isSo: boolean, amount: Amount) => (isSo ? amount : 0n);
  const isSold = movement === 'sale' || movement === 'return';
  const amounts: BookAmounts = {
    taxable: within(isSold, decimal(summary.amountTaxable)),
    exempt: decimal(own.exempt ?? '0'),
    nonSubject: decimal(own.nonSubject ?? '0'),
    exported: within(movement === 'export', gross),
    bought: within(movement === 'purchase', gross),
    vat: decimal(summary.amountVat),
    vatPerceived: decimal(own.vatPerceived ?? '0'),
    vatRetained: within(isSold, retained),
    incomeTaxRetained: within(movement === 'purchase', retained),
    total: decimal(summary.amountTotal),
  };
  return movement === 'return' ? byName(BOOK_AMOUNTS, (name) => -amounts[name]) : amounts;
}

export function addedUp(all: readonly BookAmounts[]): BookAmounts {
  return addedByName(BOOK_AMOUNTS, all);
}

/**
 * Whether a document counts in the books: it was not rejected, and no event has invalidated it or is about to. A CCF that a note
 * cancels counts, because its note does.
 */
export function countsInBooks(isRejected: boolean, { invalidation }: DocumentStanding): boolean {
  return !isRejected && invalidation !== 'open' && invalidation !== 'sealed';
}
