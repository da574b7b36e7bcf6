import { deliveryText } from '../../core/dte/delivery-text.ts';
import { sealInAnswer, signedIdentity } from '../../core/dte/signed-identity.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import type { RawAnswer } from '../authority/ports.ts';
import { findView } from '../documents/find-document.ts';
import type { DocumentRecord } from '../documents/ports.ts';
import type { DocumentReader } from '../documents/reading-ports.ts';
import type { ArchiveGuard } from './ports.ts';

export interface JsonDelivery {
  readonly kind: 'file';
  readonly record: DocumentRecord;
  readonly text: string;
}

/** Reads the signed payload out of a JWS; null where it is none. */
export type PayloadOf = (jws: string) => string | null;

/**
 * The signed document as the customer receives it. A document that was never signed has none, and one of which anything
 * was damaged in the archive is not delivered.
 */
export async function serveJson(
  parts: { readonly documents: DocumentReader; readonly guard: ArchiveGuard },
  companyId: string,
  idOrRef: string,
): Promise<JsonDelivery | Refusal> {
  const view = await findView(parts.documents, companyId, { idOrRef, bytes: true });
  if (view === null || view.signed === null) return refuse('document_not_found');
  const { record, signed } = view;
  const payload = await parts.guard.payload(companyId, signed);
  const damaged = payload === null ? 'jws' : damagedColumn(record, payload, signed.answer);
  if (payload === null || damaged !== null) {
    parts.guard.withheld(companyId, record.documentId, damaged ?? 'jws');
    return refuse('archive_damaged');
  }
  return { kind: 'file', record, text: deliveryText(payload, signed.jws, record.selloRecibido) };
}

/** The column of a document that says something else than its signed bytes or the authority's answer to them. */
function damagedColumn(record: DocumentRecord, payload: string, answer: RawAnswer | null): string | null {
  const signed = signedIdentity(payload);
  if (signed.numeroControl !== record.numeroControl) return 'control_number';
  if (record.state !== 'stamped') return null;
  if (signed.codigoGeneracion !== record.codigoGeneracion) return 'generation_code';
  const seal = answer === null ? null : sealInAnswer(answer.body);
  return seal === null || seal === record.selloRecibido ? null : 'reception_stamp';
}

/** The text of the same, from bytes that were signed a moment ago. Throws where they are no JWS. */
export function deliveryFile(payloadOf: PayloadOf, record: DocumentRecord, jws: string): string {
  const payload = payloadOf(jws);
  if (payload === null) throw new Error(`the signed bytes of ${record.documentId} are no JWS`);
  return deliveryText(payload, jws, record.selloRecibido);
}
