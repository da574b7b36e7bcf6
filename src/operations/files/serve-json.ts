import { deliveryText } from '../../core/dte/delivery-text.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import { isReadable } from '../documents/find-document.ts';
import type { DocumentRecord } from '../documents/ports.ts';
import type { DocumentReader } from '../documents/reading-ports.ts';

export interface JsonDelivery {
  readonly kind: 'file';
  readonly record: DocumentRecord;
  readonly text: string;
}

/** Reads the signed payload out of a JWS; null where it is none. */
export type PayloadOf = (jws: string) => string | null;

/** The signed document as the customer receives it. A document that was never signed has none. */
export async function serveJson(
  parts: { readonly documents: DocumentReader; readonly payloadOf: PayloadOf },
  companyId: string,
  idOrRef: string,
): Promise<JsonDelivery | Refusal> {
  const view = isReadable(idOrRef) ? await parts.documents.view(companyId, { idOrRef, bytes: true }) : null;
  if (view === null || view.signed === null) return refuse('document_not_found');
  const { record, signed } = view;
  return { kind: 'file', record, text: deliveryFile(parts.payloadOf, record, signed.jws) };
}

/** The text of the same, from the signed bytes. Throws where they are no JWS. */
export function deliveryFile(payloadOf: PayloadOf, record: DocumentRecord, jws: string): string {
  const payload = payloadOf(jws);
  if (payload === null) throw new Error(`the signed bytes of ${record.documentId} are no JWS`);
  return deliveryText(payload, jws, record.selloRecibido);
}
