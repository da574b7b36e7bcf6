import { cancellationStanding } from '../../core/adjusting/choice.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import { findDocument } from '../documents/find-document.ts';
import type { DocumentStore } from '../documents/ports.ts';
import type { CancelledBy, CancelledDocument } from './invalidate-document.ts';
import type { InvalidationStore, InvalidationSubject } from './ports.ts';

export interface InvalidationQuery {
  readonly companyId: string;
  readonly idOrRef: string;
  /** Documents of other types are not found; null for any. */
  readonly onlyType: TipoDte | null;
}

export interface InvalidationParts {
  readonly store: DocumentStore;
  readonly invalidations: Pick<InvalidationStore, 'subject'>;
}

/** How the attempt to take a document back stands; a pure read. */
export async function getInvalidation(
  parts: InvalidationParts,
  { companyId, idOrRef, onlyType }: InvalidationQuery,
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
