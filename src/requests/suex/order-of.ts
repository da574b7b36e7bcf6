import type { Order } from '../../core/drafting/order.ts';
import { SUJETO_EXCLUIDO } from '../../core/dte/types/sujeto-excluido.ts';
import { partyOf, purchaseLineOf, termsOf } from '../order-parts.ts';
import type { SuexBody } from './schema.ts';

/** The wire body in our own names: a purchase from somebody who is not registered for VAT. */
export function orderOf(body: SuexBody): Order {
  return {
    tipoDte: SUJETO_EXCLUIDO.code,
    customer: partyOf(body.subject),
    customerName: null,
    lines: body.lines.map(purchaseLineOf),
    ...termsOf(body),
    activityCode: null,
  };
}
