import { Ajv } from 'ajv';
import type { Order } from '../../src/core/drafting/order.ts';
import { orderOf as invoiceOrderOf } from '../../src/requests/invoice/order-of.ts';
import { type InvoiceBody, InvoiceBodySchema } from '../../src/requests/invoice/schema.ts';
import { orderOf as purchaseOrderOf } from '../../src/requests/suex/order-of.ts';
import { type SuexBody, SuexBodySchema } from '../../src/requests/suex/schema.ts';
import { countDecimals } from '../support/decimal-keyword.ts';

const ajv = countDecimals(new Ajv({ strict: false }));
const isInvoiceBody = ajv.compile<InvoiceBody>(InvoiceBodySchema);
const isSuexBody = ajv.compile<SuexBody>(SuexBodySchema);

/** What a request asks for. */
export interface GoldenOrder {
  readonly externalRef: string;
  readonly order: Order;
}

/** Reads the body of a POST /invoice as the interface does; throws where its schema refuses it. */
export function readInvoice(body: unknown): GoldenOrder {
  if (!isInvoiceBody(body)) throw new Error(JSON.stringify(isInvoiceBody.errors));
  return { externalRef: body.external_ref ?? '', order: invoiceOrderOf(body) };
}

/** Reads the body of a POST /suex as the interface does; throws where its schema refuses it. */
export function readPurchase(body: unknown): GoldenOrder {
  if (!isSuexBody(body)) throw new Error(JSON.stringify(isSuexBody.errors));
  return { externalRef: body.external_ref ?? '', order: purchaseOrderOf(body) };
}
