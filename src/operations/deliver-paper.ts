import { cancellingNote } from '../core/adjusting/standing.ts';
import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import { deliverJson, type PayloadOf } from './deliver-json.ts';
import type { InvalidationStore } from './invalidation-ports.ts';
import type { BrandingReader, Cancellation, DocumentForm, PaperOrder, Press } from './paper-ports.ts';
import type { DocumentRecord, DocumentStore } from './ports.ts';
import type { DocumentReader } from './reading-ports.ts';

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

/** The one type that has a ticket (representation of documents by their types; specification 2.1). */
const WITH_TICKET = '01';

/**
 * The paper of a signed document as it stands now, made anew from the archived document each time. What was never
 * signed has none, and only invoices have a ticket.
 */
export async function deliverPaper(
  parts: PaperParts,
  { companyId, idOrRef, form }: PaperQuery,
): Promise<PaperDelivery | Refusal> {
  const file = await deliverJson(parts, companyId, idOrRef);
  if (file.kind === 'refused') return file;
  const { record } = file;
  if (form.kind === 'ticket' && record.tipoDte !== WITH_TICKET) return refuse('document_not_found');
  const [cancellation, branding] = await Promise.all([
    cancellationOf(parts, companyId, record.documentId),
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
  companyId: string,
  documentId: string,
): Promise<Cancellation> {
  const subject = await invalidations.subject(companyId, documentId);
  const event = subject?.invalidation ?? null;
  if (event !== null && event.state !== 'rejected')
    return { kind: 'invalidated', isSealed: event.state === 'sealed', sello: event.selloRecibido };
  const note = subject === null ? null : cancellingNote(subject.standing);
  const record = note === null ? null : await store.find(companyId, note.documentId);
  if (record === null) return { kind: 'none' };
  const { numeroControl, state } = record;
  // Refused meanwhile, it cancels nothing.
  if (state === 'rejected') return { kind: 'none' };
  return { kind: 'credit_note', numeroControl, isSealed: state === 'stamped' };
}
