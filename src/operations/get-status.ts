import type { DocumentStanding } from '../core/adjusting/standing.ts';
import type { TipoDte } from '../core/dte/kinds.ts';
import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import type { StandingReader } from './adjusting-ports.ts';
import type { PayloadOf } from './deliver-json.ts';
import { findDocument } from './find-document.ts';
import type { DeliveryReader, DeliveryReport } from './mail-ports.ts';
import type { DocumentRecord, DocumentStore } from './ports.ts';

export interface DocumentStatus {
  readonly kind: 'status';
  readonly record: DocumentRecord;
  readonly standing: DocumentStanding;
  readonly delivery: DeliveryReport;
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
  /** Documents of other types are not found; null for any. */
  readonly onlyType: TipoDte | null;
}

export interface StatusParts {
  readonly store: DocumentStore;
  readonly standings: StandingReader;
  readonly deliveries: DeliveryReader;
  readonly payloadOf: PayloadOf;
}

/** How a document stands; a pure read. */
export async function getStatus(
  parts: StatusParts,
  { companyId, idOrRef, includeDte, onlyType }: StatusQuery,
): Promise<DocumentStatus | Refusal> {
  const found = await findDocument(parts.store, companyId, idOrRef);
  if (found.kind === 'refused') return found;
  const { record } = found;
  if (onlyType !== null && record.tipoDte !== onlyType) return refuse('document_not_found');
  const [standing, delivery] = await Promise.all([
    parts.standings.standing(companyId, record.documentId),
    parts.deliveries.report(companyId, record.documentId),
  ]);
  const signed = includeDte ? await signedView(parts, record) : null;
  return { kind: 'status', record, standing, delivery, signed };
}

async function signedView(
  { store, payloadOf }: StatusParts,
  { companyId, documentId }: DocumentRecord,
): Promise<SignedView | null> {
  const signed = await store.signedBytes(companyId, documentId);
  const payload = signed === null ? null : payloadOf(signed.jws);
  if (signed === null || payload === null) return null;
  return { payload, answer: signed.answer?.body ?? null };
}
