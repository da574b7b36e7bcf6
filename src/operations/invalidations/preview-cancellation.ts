import { automaticNoteRef, type Cancellation, chooseCancellation } from '../../core/adjusting/choice.ts';
import type { InvalidationWish } from '../../core/adjusting/read-motivo.ts';
import { directInvalidationEnd } from '../../core/adjusting/windows.ts';
import { deliveryText } from '../../core/dte/delivery-text.ts';
import { invalidacionText } from '../../core/dte/invalidacion.ts';
import { typeOf } from '../../core/dte/kinds.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import type { CreditNoteContext } from '../credit-notes/issue-credit-note.ts';
import { type NotePreview, previewCreditNote } from '../credit-notes/preview-credit-note.ts';
import { findDocument } from '../documents/find-document.ts';
import type { IssuingCompany } from '../documents/issuing-context.ts';
import type { StampedRecord } from '../documents/ports.ts';
import type { InvalidationStore } from './ports.ts';
import { prepareInvalidation } from './prepare-invalidation.ts';

export interface CancellationPreviewContext extends CreditNoteContext {
  readonly invalidations: Pick<InvalidationStore, 'subject'>;
}

export interface CancellationWish {
  readonly issuer: IssuingCompany;
  readonly idOrRef: string;
  readonly wish: InvalidationWish;
}

/** What cancelling a document would make: an event, or the note that takes its place once the window is over. */
export type CancellationPreview =
  | { readonly kind: 'event'; readonly record: StampedRecord; readonly text: string }
  | { readonly kind: 'note'; readonly record: StampedRecord; readonly preview: NotePreview }
  /** It is cancelled, or about to be; or something else is in the way. */
  | { readonly kind: 'none'; readonly record: StampedRecord; readonly way: Cancellation['kind'] };

/** What cancelling a document with these words would make, or what is wrong with them; nothing is kept of it. */
export async function previewCancellation(
  context: CancellationPreviewContext,
  { issuer, idOrRef, wish }: CancellationWish,
): Promise<CancellationPreview | Refusal> {
  const { companyId, company } = issuer;
  const found = await findDocument(context.store, companyId, idOrRef);
  if (found.kind === 'refused') return found;
  const { record } = found;
  if (record.ambiente !== company.ambiente) return refuse('document_not_found');
  if (record.state !== 'stamped') return refuse('not_stamped');
  const { documentId, tipoDte, state } = record;
  const subject = await context.invalidations.subject(companyId, documentId);
  if (subject === null) throw new Error('a document to be invalidated is missing');
  const { standing, sealedMs } = subject;
  const directUntilMs =
    sealedMs === null
      ? Number.NEGATIVE_INFINITY
      : directInvalidationEnd({ tipoDte, sealedMs }, company.windows);
  const { isAdjustedByNotes } = typeOf(tipoDte);
  const cancellable = { state, isAdjustedByNotes, standing, directUntilMs };
  const { kind: way } = chooseCancellation(cancellable, context.clock.now());
  if (way === 'note') return previewNote(context, issuer, record);
  if (way !== 'direct') return { kind: 'none', record, way };
  const event = await prepareInvalidation(context, { issuer, wish, record, subject });
  if ('status' in event) return event;
  const text = invalidacionText(event.draft, { ...record, ...event });
  return { kind: 'event', record, text: deliveryText(text, '', null) };
}

async function previewNote(
  context: CancellationPreviewContext,
  issuer: IssuingCompany,
  record: StampedRecord,
): Promise<CancellationPreview | Refusal> {
  const { documentId } = record;
  const note = {
    issuer,
    externalRef: automaticNoteRef(documentId, 0),
    ccf: documentId,
    mode: 'automatic',
    lines: [],
    observations: null,
  } as const;
  const preview = await previewCreditNote(context, note);
  return preview.kind === 'refused' ? preview : { kind: 'note', record, preview };
}
