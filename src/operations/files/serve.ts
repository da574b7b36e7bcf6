import {
  cancellingNote,
  type DocumentStanding,
  isFullyAdjusted,
  liveNotes,
} from '../../core/adjusting/standing.ts';
import { typeOf } from '../../core/dte/kinds.ts';
import { signedFileText } from '../../core/dte/signed-file.ts';
import { sealInAnswer, signedIdentity } from '../../core/dte/signed-identity.ts';
import { decimal } from '../../core/money/decimal.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import type { RawAnswer } from '../authority/ports.ts';
import { explainDocument } from '../documents/explain-rejection.ts';
import { findDocument, findView } from '../documents/find-document.ts';
import type { DocumentRecord, DocumentStore } from '../documents/ports.ts';
import type { DocumentReader } from '../documents/reading-ports.ts';
import type { InvalidationStore } from '../invalidations/ports.ts';
import type {
  ArchiveGuard,
  BrandingReader,
  Cancellation,
  DocumentForm,
  EventReader,
  PaperOrder,
  PayloadOf,
} from './ports.ts';

/**
 * The signed document as the customer receives it. A document that was never signed has none, and one of which anything
 * was damaged in the archive is not delivered.
 */
export async function serveJson(
  parts: { readonly documents: DocumentReader; readonly guard: ArchiveGuard },
  companyId: string,
  idOrRef: string,
): Promise<{ readonly kind: 'file'; readonly record: DocumentRecord; readonly text: string } | Refusal> {
  const view = await findView(parts.documents, companyId, { idOrRef, bytes: true });
  if (view === null || view.signed === null) return refuse('document_not_found');
  const { record, signed } = view;
  const payload = await parts.guard.payload(companyId, signed);
  const damaged = payload === null ? 'jws' : damagedColumn(record, payload, signed.answer);
  if (payload === null || damaged !== null) {
    parts.guard.withheld(companyId, record.documentId, damaged ?? 'jws');
    return refuse('archive_damaged');
  }
  return { kind: 'file', record, text: signedFileText(payload, signed.jws, record.selloRecibido) };
}

/** The column of a document that says something else than its signed bytes or the authority's answer to them. */
function damagedColumn(record: DocumentRecord, payload: string, answer: RawAnswer | null): string | null {
  const signed = signedIdentity(payload);
  if (signed.numeroControl !== record.numeroControl) return 'control_number';
  if (record.state !== 'stamped') return null;
  if (signed.codigoGeneracion !== record.codigoGeneracion) return 'generation_code';
  const seal = answer === null ? null : sealInAnswer(answer.body);
  return seal === null || seal === record.selloRecibido ? null : 'reception_stamp';
}

/** The text of the same, from bytes that were signed a moment ago. Throws where they are no JWS. */
export function signedFileOf(payloadOf: PayloadOf, record: DocumentRecord, jws: string): string {
  const payload = payloadOf(jws);
  if (payload === null) throw new Error(`the signed bytes of ${record.documentId} are no JWS`);
  return signedFileText(payload, jws, record.selloRecibido);
}

/** What is to be printed of a document. */
export interface Paper {
  readonly kind: 'paper';
  readonly record: DocumentRecord;
  readonly order: PaperOrder;
}

export interface PaperParts {
  readonly store: DocumentStore;
  readonly documents: DocumentReader;
  readonly guard: ArchiveGuard;
  readonly invalidations: Pick<InvalidationStore, 'subject'>;
  readonly brandings: BrandingReader;
}

/**
 * What to print of a signed document as it stands now, from the archived document each time. What was never signed is
 * not printed, and only invoices have a ticket.
 */
export async function servePaper(
  parts: PaperParts,
  asked: { readonly companyId: string; readonly idOrRef: string; readonly form: DocumentForm },
): Promise<Paper | Refusal> {
  const { companyId, idOrRef, form } = asked;
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
    signedFile: file.text,
    rejection: record.state === 'rejected' ? explainDocument(record, file.text) : null,
    cancellation,
    branding,
  };
  return { kind: 'paper', record, order };
}

/** What to print of the event that cancelled a document, once the authority has sealed it; before, there is nothing. */
export async function serveEventLetter(
  { store, guard, events, brandings }: Omit<PaperParts, 'invalidations'> & { readonly events: EventReader },
  companyId: string,
  idOrRef: string,
): Promise<Paper | Refusal> {
  const found = await findDocument(store, companyId, idOrRef);
  if (found.kind === 'refused') return found;
  const { record } = found;
  const event = await events.sealedEvent(companyId, record.documentId);
  if (event === null) return refuse('document_not_found');
  const payload = await guard.payload(companyId, { jws: event.jws, sha256: null });
  if (payload === null) {
    guard.withheld(companyId, record.documentId, 'jws');
    return refuse('archive_damaged');
  }
  const order: PaperOrder = {
    form: { kind: 'event' },
    signedFile: signedFileText(payload, event.jws, event.sello),
    rejection: null,
    cancellation: { kind: 'none' },
    branding: await brandings.branding(companyId),
  };
  return { kind: 'paper', record, order };
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
