import { DOCUMENT_TYPES, type TipoDte } from '../dte/kinds.ts';

type Card = (typeof DOCUMENT_TYPES)[number];

function typesOf(belongs: (card: Card) => boolean): readonly TipoDte[] {
  return DOCUMENT_TYPES.filter(belongs).map(({ code }) => code);
}

const isPurchase = ({ movement }: Pick<Card, 'movement'>) => movement === 'purchase';

/** Annex 1. An event that invalidates one of them bears the date of the document, and so belongs to its month. */
export const BETWEEN_TAXPAYERS = typesOf(({ isBetweenTaxpayers }) => isBetweenTaxpayers);

/** Annex 2: sales to consumers and abroad. What a later month invalidates stays in its own month. */
export const TO_CONSUMERS = typesOf((card) => !card.isBetweenTaxpayers && !isPurchase(card));

/** The sales of annex 2 that have a detail in its book, too. */
export const EXPORTS = typesOf(({ movement }) => movement === 'export');

/** Sales and their notes, which have the same codes of the income tax. */
export const SALES_AND_NOTES = typesOf((card) => !isPurchase(card));

/** Annex 5. What a later month invalidates leaves its own month, and is told in the later one. */
export const PURCHASES = typesOf(isPurchase);

export const DECLARED_TYPES: readonly TipoDte[] = [...BETWEEN_TAXPAYERS, ...TO_CONSUMERS, ...PURCHASES];
