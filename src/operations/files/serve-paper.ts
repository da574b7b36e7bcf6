import {
  cancellingNote,
  type DocumentStanding,
  isFullyAdjusted,
  liveNotes,
} from '../../core/adjusting/standing.ts';
import { typeOf } from '../../core/dte/kinds.ts';
import { decimal } from '../../core/money/decimal.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import type { DocumentRecord, DocumentStore } from '../documents/ports.ts';
import type { DocumentReader } from '../documents/reading-ports.ts';
import type { InvalidationStore } from '../invalidations/ports.ts';
import type { BrandingReader, Cancellation, DocumentForm, PaperOrder, Press } from './ports.ts';
import { type PayloadOf, serveJson } from './serve-json.ts';

export interface PaperDelivery {
  readonly kind: 'paper';
  readonly record: DocumentRecord;
  /** A PDF. */
  readonly bytes: Uint8Array;
}

export interface PaperParts {
  readonly store: DocumentStore;
  readonly documents: DocumentReader;
  readonly payloadOf: PayloadOf;
  readonly invalidations: Pick<InvalidationStore, 'subject'>;
  readonly brandings: BrandingReader;
  readonly press: Press;
}

export interface PaperQuery {
  readonly companyId: string;
  readonly idOrRef: string;
  readonly form: DocumentForm;
}

/**
 * The paper of a signed document as it stands now, made anew from the archived document each time. What was never
 * signed has none, and only invoices have a ticket.
 */
export async function servePaper(
  parts: PaperParts,
  { companyId, idOrRef, form }: PaperQuery,
): Promise<PaperDelivery | Refusal> {
  const file = await serveJson(parts, companyId, idOrRef);
  if (file.kind === 'refused') return file;
  const { record } = file;
  if (form.kind === 'ticket' && !typeOf(record.tipoDte).hasTicket) return refuse('document_not_found');
  const [cancellation, branding] = await Promise.all([
    cancellationOf(parts, record),
    parts.brandings.branding(companyId),
  ]);
  const order: PaperOrder = {
    form,
    delivery: file.text,
    isRejected: record.state === 'rejected',
    cancellation,
    branding,
  };
  const bytes = await parts.press.print(order, companyId);
  return bytes === null ? refuse('paper_busy') : { kind: 'paper', record, bytes };
}

async function cancellationOf(
  { invalidations, store }: Pick<PaperParts, 'invalidations' | 'store'>,
  { companyId, documentId, summary }: DocumentRecord,
): Promise<Cancellation> {
  const subject = await invalidations.subject(companyId, documentId);
  if (subject === null) return { kind: 'none' };
  const { invalidation: event, standing } = subject;
  if (event !== null && event.state !== 'rejected')
    return { kind: 'invalidated', isSealed: event.state === 'sealed', sello: event.selloRecibido };
  const ids = completingNotes(standing, summary.amountGross);
  const notes = await Promise.all(ids.map((id) => store.find(companyId, id)));
  const live = notes.flatMap((note) => (note === null || note.state === 'rejected' ? [] : [note]));
  // A note that was refused meanwhile adjusts nothing, and the others do not adjust all.
  if (live.length === 0 || live.length < ids.length) return { kind: 'none' };
  return {
    kind: 'adjusted',
    notes: live.map(({ numeroControl, state }) => ({ numeroControl, isSealed: state === 'stamped' })),
  };
}

/** The notes that leave nothing of a CCF: the one that cancels it, or all that adjust it; none where some of it is left. */
function completingNotes(standing: DocumentStanding, amountGross: string): readonly string[] {
  const cancelling = cancellingNote(standing);
  if (cancelling !== null) return [cancelling.documentId];
  const isComplete = isFullyAdjusted(standing, { gross: decimal(amountGross) });
  return isComplete ? liveNotes(standing).map(({ documentId }) => documentId) : [];
}
