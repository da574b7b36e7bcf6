import type { Refusal } from '../core/refusals/refusal.ts';
import type { PayloadOf } from './deliver-json.ts';
import { findDocument } from './find-document.ts';
import type { DocumentRecord, DocumentStore } from './ports.ts';

export interface DocumentStatus {
  readonly kind: 'status';
  readonly record: DocumentRecord;
  /** Null unless asked for, and while nothing has been signed. */
  readonly signed: SignedView | null;
}

/** The signed document and the authority's answer, both as text. */
export interface SignedView {
  readonly payload: string;
  /** Null without a verdict. */
  readonly answer: string | null;
}

export interface StatusQuery {
  readonly companyId: string;
  readonly idOrRef: string;
  readonly includeDte: boolean;
}

/** How a document stands; a pure read. */
export async function getStatus(
  parts: { readonly store: DocumentStore; readonly payloadOf: PayloadOf },
  { companyId, idOrRef, includeDte }: StatusQuery,
): Promise<DocumentStatus | Refusal> {
  const found = await findDocument(parts.store, companyId, idOrRef);
  if (found.kind === 'refused') return found;
  const { record } = found;
  if (!includeDte) return { kind: 'status', record, signed: null };
  const signed = await parts.store.signedBytes(companyId, record.documentId);
  const payload = signed === null ? null : parts.payloadOf(signed.jws);
  if (signed === null || payload === null) return { kind: 'status', record, signed: null };
  return { kind: 'status', record, signed: { payload, answer: signed.answer?.body ?? null } };
}
