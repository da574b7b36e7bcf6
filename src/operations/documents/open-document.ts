import type { Company } from '../../core/company/company.ts';
import type { Explanation } from '../../core/explaining/explain.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import { type ChoiceParts, type DocumentChoices, documentChoices } from '../adjusting/document-choices.ts';
import { getInvalidation, type InvalidationParts } from '../invalidations/get-invalidation.ts';
import { getLife } from '../life/get-life.ts';
import type { LifeEvent, LifeReader } from '../life/ports.ts';
import { type ExplainingParts, explainCancellation, explainRejection } from './explain-rejection.ts';
import { isReadable } from './find-document.ts';
import type { DocumentReader, DocumentView } from './reading-ports.ts';

export interface OpenParts
  extends Omit<ExplainingParts, 'store'>,
    InvalidationParts,
    Pick<ChoiceParts, 'clock'> {
  readonly documents: DocumentReader;
  readonly lives: LifeReader;
}

/** A document with all that somebody who looks at it wants to know. */
export interface OpenedDocument {
  readonly kind: 'opened';
  readonly view: DocumentView;
  readonly choices: DocumentChoices;
  /** Why it was rejected; empty where it was not. */
  readonly explanations: readonly Explanation[];
  /** Why its last invalidation was rejected; empty where none was. */
  readonly refusedInvalidation: readonly Explanation[];
  readonly events: readonly LifeEvent[];
}

export interface OpenRequest {
  readonly companyId: string;
  readonly company: Company;
  readonly idOrRef: string;
}

/** A document as a page shows it: what it is, what happened to it, and what may be done to it; a pure read. */
export async function openDocument(
  parts: OpenParts,
  { companyId, company, idOrRef }: OpenRequest,
): Promise<OpenedDocument | Refusal> {
  const view = isReadable(idOrRef) ? await parts.documents.view(companyId, { idOrRef, bytes: false }) : null;
  if (view === null || view.record.ambiente !== company.ambiente) return refuse('document_not_found');
  const { record, standing } = view;
  const life = await getLife(parts.lives, companyId, record.documentId);
  return {
    kind: 'opened',
    view,
    choices: await documentChoices(parts, company, view),
    explanations: await explainRejection(parts, record),
    refusedInvalidation: standing.invalidation === 'rejected' ? await whyRefused(parts, view) : [],
    events: life.kind === 'refused' ? [] : life.events,
  };
}

async function whyRefused(
  parts: OpenParts,
  { record: { companyId, documentId } }: DocumentView,
): Promise<readonly Explanation[]> {
  const cancelled = await getInvalidation(parts, { companyId, idOrRef: documentId, onlyType: null });
  return cancelled.kind === 'refused' ? [] : explainCancellation(parts, cancelled);
}
