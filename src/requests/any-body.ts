import type { Order } from '../core/drafting/order.ts';
import { TIPOS_DTE } from '../core/dte/kinds.ts';
import { NOTA_CREDITO } from '../core/dte/types/nota-credito.ts';
import { SUJETO_EXCLUIDO } from '../core/dte/types/sujeto-excluido.ts';
import { Type } from '../schema/schema.ts';
import { type CreditMemoBody, CreditMemoBodySchema } from './credit-memo/schema.ts';
import { orderOf as saleOf } from './invoice/order-of.ts';
import { type InvoiceBody, InvoiceBodySchema } from './invoice/schema.ts';
import { fieldsByName } from './json-body.ts';
import { orderOf as purchaseOf } from './suex/order-of.ts';
import { type SuexBody, SuexBodySchema } from './suex/schema.ts';

/** The body of any route that issues. */
export const AnyBodySchema = Type.Union([InvoiceBodySchema, SuexBodySchema, CreditMemoBodySchema], {
  description:
    'El cuerpo de POST /invoice, de POST /suex o de POST /credit-memo, tal como se enviaría. Decide doc_type; sin él, un cuerpo con document_id es de una nota de crédito, uno con subject es de un sujeto excluido y cualquier otro es de una factura.',
});

export type AnyBody = InvoiceBody | SuexBody | CreditMemoBody;

/** The schema of the route that would issue a body; what is wrong with it is then told as that route tells it. */
export function bodySchemaOf(body: unknown) {
  const fields = fieldsByName(body);
  const sent = (name: string): unknown => fields[name] ?? '';
  const named = TIPOS_DTE.find((tipoDte) => tipoDte === sent('doc_type'));
  if (named === undefined) {
    if (sent('document_id') !== '') return CreditMemoBodySchema;
    return sent('subject') === '' ? InvoiceBodySchema : SuexBodySchema;
  }
  if (named === NOTA_CREDITO.code) return CreditMemoBodySchema;
  return named === SUJETO_EXCLUIDO.code ? SuexBodySchema : InvoiceBodySchema;
}

/** The order that a body of a sale or a purchase is. */
export function orderIn(body: InvoiceBody | SuexBody): Order {
  return 'subject' in body ? purchaseOf(body) : saleOf(body);
}
