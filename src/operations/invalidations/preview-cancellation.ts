import { automaticNoteRef, type Cancellation } from '../../core/adjusting/choice.ts';
import type { InvalidationWish } from '../../core/adjusting/read-motivo.ts';
import { invalidacionText } from '../../core/dte/invalidacion.ts';
import { signedFileText } from '../../core/dte/signed-file.ts';
import type { Refusal } from '../../core/refusals/refusal.ts';
import { cancellationOf } from '../adjusting/document-choices.ts';
import type { CreditNoteContext } from '../credit-notes/issue-credit-note.ts';
import { type NotePreview, previewCreditNote } from '../credit-notes/preview-credit-note.ts';
import type { IssuingCompany } from '../documents/issuing-context.ts';
import type { StampedRecord } from '../documents/ports.ts';
import type { InvalidationStore } from './ports.ts';
import { findStamped, prepareInvalidation } from './prepare-invalidation.ts';

export interface CancellationPreviewContext extends CreditNoteContext {
  readonly invalidations: Pick<InvalidationStore, 'subject'>;
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
  asked: { readonly issuer: IssuingCompany; readonly idOrRef: string; readonly wish: InvalidationWish },
): Promise<CancellationPreview | Refusal> {
  const { issuer, idOrRef, wish } = asked;
  const found = await findStamped(context, issuer, idOrRef, null);
  if (found.kind === 'refused') return found;
  const { record } = found;
  const subject = await context.invalidations.subject(issuer.companyId, record.documentId);
  if (subject === null) throw new Error('a document to be invalidated is missing');
  const { kind: way } = cancellationOf(record, subject, issuer.company, context.clock.now()).choice;
  if (way === 'note') return previewNote(context, issuer, record);
  if (way !== 'direct') return { kind: 'none', record, way };
  const event = await prepareInvalidation(context, { issuer, wish, record, subject });
  if ('status' in event) return event;
  const text = invalidacionText(event.draft, { ...record, ...event });
  return { kind: 'event', record, text: signedFileText(text, '', null) };
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
