import { draftCreditoFiscal } from './credito-fiscal-draft.ts';
import type { DraftContext, Drafting } from './draft.ts';
import { draftExportacion } from './exportacion-draft.ts';
import { draftFactura } from './factura-draft.ts';
import type { Order } from './order.ts';
import { draftSujetoExcluido } from './sujeto-excluido-draft.ts';

/**
 * Applies the rules of the order's type. Throws RangeError for an order of type 05: a credit note is drafted from the
 * document it adjusts.
 */
export function draftOrder(order: Order, context: DraftContext): Drafting {
  switch (order.tipoDte) {
    case '01':
      return draftFactura(order, context);
    case '03':
      return draftCreditoFiscal(order, context);
    case '11':
      return draftExportacion(order, context);
    case '14':
      return draftSujetoExcluido(order, context);
    case '05':
      throw new RangeError('a credit note is drafted from the document it adjusts');
  }
}
