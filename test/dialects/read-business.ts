import { Ajv } from 'ajv';
import { noteOf } from '../../src/requests/credit-memo/note-of.ts';
import { type CreditMemoBody, CreditMemoBodySchema } from '../../src/requests/credit-memo/schema.ts';
import { orderOf as invoiceOrder } from '../../src/requests/invoice/order-of.ts';
import { type InvoiceBody, InvoiceBodySchema } from '../../src/requests/invoice/schema.ts';
import { asMeant, readJsonBody } from '../../src/requests/json-body.ts';
import { orderOf as purchaseOrder } from '../../src/requests/suex/order-of.ts';
import { type SuexBody, SuexBodySchema } from '../../src/requests/suex/schema.ts';
import type { Business } from '../oracle/generated-documents.ts';

const ajv = new Ajv({ coerceTypes: false, allErrors: true, strict: false });
const isInvoice = ajv.compile<InvoiceBody>(InvoiceBodySchema);
const isPurchase = ajv.compile<SuexBody>(SuexBodySchema);
const isNote = ajv.compile<CreditMemoBody>(CreditMemoBodySchema);

/** What a line of a note is whose CCF sold in more than one class, or in this one. */
const TAXED = 'taxed';

/** The business that the service reads from the text of a body. Throws with the reason where it refuses it. */
export function readBusiness(text: string, asked: Business): Business {
  const { company } = asked;
  if (asked.kind === 'note') {
    const body = bodyIn(text, CreditMemoBodySchema);
    if (!isNote(body)) throw new Error(ajv.errorsText(isNote.errors));
    const { lines, observations } = noteOf(body);
    const classified = lines.map((line) => ({ ...line, saleType: line.saleType ?? TAXED }));
    return { kind: 'note', company, note: { ...asked.note, lines: classified, observations } };
  }
  if (asked.order.tipoDte === '14') {
    const body = bodyIn(text, SuexBodySchema);
    if (!isPurchase(body)) throw new Error(ajv.errorsText(isPurchase.errors));
    return { kind: 'order', company, order: purchaseOrder(body) };
  }
  const body = bodyIn(text, InvoiceBodySchema);
  if (!isInvoice(body)) throw new Error(ajv.errorsText(isInvoice.errors));
  return { kind: 'order', company, order: invoiceOrder(body) };
}

function bodyIn(text: string, schema: unknown): unknown {
  const reading = readJsonBody(new TextEncoder().encode(text));
  if (reading.kind === 'refused') throw new Error(reading.detail);
  return asMeant(reading, schema);
}
