import { deliveryText } from '../core/dte/delivery-text.ts';
import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import { findDocument } from './find-document.ts';
import type { DocumentRecord, DocumentStore } from './ports.ts';

export interface JsonDelivery {
  readonly kind: 'file';
  readonly record: DocumentRecord;
  readonly text: string;
}

/** Reads the signed payload out of a JWS; null where it is none. */
export type PayloadOf = (jws: string) => string | null;

/** The signed document as the customer receives it. A document that was never signed has none. */
export async function deliverJson(
  parts: { readonly store: DocumentStore; readonly payloadOf: PayloadOf },
  companyId: string,
  idOrRef: string,
): Promise<JsonDelivery | Refusal> {
  const found = await findDocument(parts.store, companyId, idOrRef);
  if (found.kind === 'refused') return found;
  const { record } = found;
  const signed = await parts.store.signedBytes(companyId, record.documentId);
  if (signed === null) return refuse('document_not_found');
  const { jws } = signed;
  const payload = parts.payloadOf(jws);
  if (payload === null) throw new Error(`the stored bytes of ${record.documentId} are no JWS`);
  return { kind: 'file', record, text: deliveryText(payload, jws, record.selloRecibido) };
}
