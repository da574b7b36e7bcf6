import type { Explanation } from '../../core/explaining/explain.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import { type ChoiceParts, type DocumentChoices, documentChoices } from '../adjusting/document-choices.ts';
import { type InvalidationParts, whyNotInvalidated } from '../invalidations/get-invalidation.ts';
import type { LifeEvent, LifeReader } from '../life/ports.ts';
import { type ExplainingParts, explainRejection } from './explain-rejection.ts';
import { findView } from './find-document.ts';
import type { IssuingCompany } from './issuing-context.ts';
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

/** A document as a page shows it: what it is, what happened to it, and what may be done to it; a pure read. */
export async function openDocument(
  parts: OpenParts,
  { companyId, company, idOrRef }: IssuingCompany & { readonly idOrRef: string },
): Promise<OpenedDocument | Refusal> {
  const view = await findView(parts.documents, companyId, { idOrRef, bytes: false });
  if (view === null || view.record.ambiente !== company.ambiente) return refuse('document_not_found');
  const { record, standing } = view;
  return {
    kind: 'opened',
    view,
    choices: await documentChoices(parts, company, view),
    explanations: await explainRejection(parts, record),
    refusedInvalidation: standing.invalidation === 'rejected' ? await whyNotInvalidated(parts, record) : [],
    events: (await parts.lives.life(companyId, record.documentId))?.events ?? [],
  };
}
