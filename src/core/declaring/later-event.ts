import { signOf, typeOf } from '../dte/kinds.ts';
import { type Amount, ZERO } from '../money/decimal.ts';
import type { DeclaredDocument } from './declared-document.ts';
import { monthsBetween, type Period, periodOf } from './period.ts';

/** What may happen to a document once its month is closed. */
export const LATER_EVENTS = ['sealed', 'invalidated', 'sealed_and_invalidated'] as const;
export type LaterEvent = (typeof LATER_EVENTS)[number];

/**
 * What a document adds to a closed period by what happened to it afterwards, VAT included; below zero for what it takes away.
 * A note takes away what a sale adds.
 */
export function laterEffect(
  document: Pick<DeclaredDocument, 'tipoDte' | 'fecEmi' | 'total'>,
  event: LaterEvent,
  period: Period,
): Amount {
  const amount = signOf(document.tipoDte) * document.total;
  switch (event) {
    case 'sealed':
      return amount;
    case 'sealed_and_invalidated':
      return ZERO;
    case 'invalidated': {
      // The month that invalidates a purchase of an earlier one lists it, and only the earlier one had it in its sums.
      const isPurchase = typeOf(document.tipoDte).movement === 'purchase';
      const isListedAlone = isPurchase && monthsBetween(periodOf(document.fecEmi), period) > 0;
      return isListedAlone ? ZERO : -amount;
    }
  }
}
