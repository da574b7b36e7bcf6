import { cancellationStanding } from '../../core/adjusting/choice.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import type { Explanation } from '../../core/explaining/explain.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import { type ExplainingParts, explainCancellation } from '../documents/explain-rejection.ts';
import { findDocument } from '../documents/find-document.ts';
import type { DocumentRecord, DocumentStore } from '../documents/ports.ts';
import type { CancelledBy, CancelledDocument } from './invalidate-document.ts';
import type { InvalidationStore, InvalidationSubject } from './ports.ts';

export interface InvalidationParts {
  readonly store: DocumentStore;
  readonly invalidations: Pick<InvalidationStore, 'subject'>;
}

/** How the attempt to take a document back stands; a pure read. */
export async function getInvalidation(
  parts: InvalidationParts,
  {
    companyId,
    idOrRef,
    onlyType,
  }: {
    readonly companyId: string;
    readonly idOrRef: string;
    /** Documents of other types are not found; null for any. */
    readonly onlyType: TipoDte | null;
  },
): Promise<CancelledDocument | Refusal> {
  const found = await findDocument(parts.store, companyId, idOrRef);
  if (found.kind === 'refused') return found;
  const { record } = found;
  if (onlyType !== null && record.tipoDte !== onlyType) return refuse('document_not_found');
  if (record.state !== 'stamped') return refuse('never_invalidated');
  const subject = await parts.invalidations.subject(companyId, record.documentId);
  const by = subject === null ? null : await cancelledBy(parts.store, companyId, subject);
  if (by === null) return refuse('never_invalidated');
  return { kind: 'cancelled', record, by, isDuplicate: false, dataDropped: false };
}

/** What is behind the rejection of what was to take a document back last; nothing where it was not rejected. */
export async function whyNotInvalidated(
  parts: InvalidationParts & ExplainingParts,
  { companyId, documentId }: DocumentRecord,
): Promise<readonly Explanation[]> {
  const cancelled = await getInvalidation(parts, { companyId, idOrRef: documentId, onlyType: null });
  return cancelled.kind === 'refused' ? [] : explainCancellation(parts, cancelled);
}

async function cancelledBy(
  store: DocumentStore,
  companyId: string,
  { standing, invalidation }: InvalidationSubject,
): Promise<CancelledBy | null> {
  const speaks = cancellationStanding(standing);
  if (speaks.kind === 'event' && invalidation !== null) return { kind: 'event', event: invalidation };
  if (speaks.kind !== 'note') return null;
  const note = await store.find(companyId, speaks.note.documentId);
  return note === null ? null : { kind: 'note', note, automatic: speaks.note.mode === 'automatic' };
}
