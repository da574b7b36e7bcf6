import type { TipoDte } from '../dte/kinds.ts';
import { draftCreditoFiscal } from './credito-fiscal-draft.ts';
import { draftExportacion } from './exportacion-draft.ts';
import { draftFactura } from './factura-draft.ts';
import type { DraftContext, Drafting, Order, PartyOrder } from './order.ts';
import { draftSujetoExcluido } from './sujeto-excluido-draft.ts';

/** How the document of each type is drafted. */
const DRAFTS: Readonly<Record<TipoDte, (order: Order, context: DraftContext) => Drafting>> = {
  '01': draftFactura,
  '03': draftCreditoFiscal,
  '05': () => {
    throw new RangeError('a credit note is drafted from the document it adjusts');
  },
  '11': draftExportacion,
  '14': draftSujetoExcluido,
};

/** What a party may say that no document of the type carries and nothing of it depends on; a test holds the drafts to it. */
export const UNUSED_OF_PARTY: Readonly<Record<TipoDte, readonly (keyof PartyOrder)[]>> = {
  '01': ['tradeName', 'country', 'personType'],
  '03': ['country', 'personType'],
  '05': [],
  '11': ['nrc', 'typeContributor', 'department', 'municipality', 'district', 'districtCode'],
  '14': ['nrc', 'tradeName', 'typeContributor', 'country', 'personType'],
};

/**
 * Applies the rules of the order's type. Throws RangeError for an order of type 05: a credit note is drafted from the
 * document it adjusts.
 */
export function draftOrder(order: Order, context: DraftContext): Drafting {
  return DRAFTS[order.tipoDte](order, context);
}
