import { completesAdjustment, type DocumentStanding, leftOf } from '../../core/adjusting/standing.ts';
import type { NoteDraft } from '../../core/drafting/nota-credito-draft.ts';
import { NOTA_CREDITO } from '../../core/dte/types/nota-credito.ts';
import { formatCents } from '../../core/money/decimal.ts';
import { noteWindowWarnings } from '../../core/previewing/date-warnings.ts';
import { noteWarnings } from '../../core/previewing/order-warnings.ts';
import type { Warning } from '../../core/previewing/warning.ts';
import type { Refusal } from '../../core/refusals/refusal.ts';
import type { IssuingContext } from '../documents/issuing-context.ts';
import type { DocumentRecord } from '../documents/ports.ts';
import { type Preview, type PreviewContext, previewPrepared } from '../documents/preview-document.ts';
import {
  type CreditNoteRequest,
  groundOf,
  type NoteDraftingContext,
  type NoteTask,
  otherNotes,
  type PreparedNote,
  prepareNote,
  taskOf,
} from './prepare-note.ts';

export interface NotePreviewContext extends PreviewContext, NoteDraftingContext {
  readonly identities: Pick<IssuingContext['identities'], 'documentId'>;
}

/** A note as it would be issued now, with what it would leave of its CCF. */
export interface NotePreview extends Preview<NoteDraft> {
  readonly ccf: DocumentRecord;
  /** In dollars, with VAT. */
  readonly ccfRemaining: string;
  readonly ccfFullyAdjusted: boolean;
}

/** What issuing a credit note would make of it, or why it would refuse it. */
export async function previewCreditNote(
  context: NotePreviewContext,
  request: CreditNoteRequest,
): Promise<NotePreview | Refusal> {
  const task = taskOf(request, await groundOf(context, request));
  if (task.kind === 'refused') return task;
  const prepared = prepareNote(context, task);
  if (prepared.kind === 'refused') return prepared;
  const { note, lines, issued } = prepared;
  const { issuer } = request;
  const { existing, ccf } = task;
  const tipoDte = NOTA_CREDITO.code;
  const preview = await previewPrepared(context, { issuer, tipoDte, existing, prepared: note });
  if (preview.kind === 'refused') return preview;
  const asked = { ccf: issued, sent: request.lines, lines };
  const dates = { noteMs: existing?.postedMs ?? context.clock.now(), ccfMs: ccf.record.postedMs };
  return {
    ...preview,
    ...adjustmentBy(context, task, note),
    ccf: ccf.record,
    warnings: [
      ...noteWarnings(asked, preview.draft),
      ...noteWindowWarnings(dates, issuer.company.windows),
      ...keepsCcf(task),
      ...preview.warnings,
    ],
  };
}

/** How the CCF would stand with this note beside the others. */
function adjustmentBy(
  { identities }: NotePreviewContext,
  task: NoteTask,
  { adjusts }: PreparedNote,
): Pick<NotePreview, 'ccfRemaining' | 'ccfFullyAdjusted'> {
  const others = otherNotes(task);
  const documentId = identities.documentId();
  const note = {
    documentId,
    mode: adjusts.mode,
    state: 'claimed',
    amounts: adjusts,
    invalidation: null,
  } as const;
  const standing: DocumentStanding = { ...others, notes: [...others.notes, note] };
  return {
    ccfRemaining: formatCents(leftOf(standing, adjusts.ccf)),
    ccfFullyAdjusted: completesAdjustment(standing, adjusts.ccf, documentId),
  };
}

/** A note that exists keeps its CCF, whatever the request names. */
function keepsCcf({ request, existing, ccf: { record } }: NoteTask): readonly Warning[] {
  const isNamed = request.ccf === record.externalRef || request.ccf.toLowerCase() === record.documentId;
  if (existing === null || isNamed) return [];
  const message = `La nota de esta referencia ajusta el CCF ${record.numeroControl}, que no cambia.`;
  return [{ code: 'keeps_ccf', path: 'document_id', message }];
}
