import { classifiedLines, draftNote } from '../../core/adjusting/draft-note.ts';
import { ccfAmounts, type IssuedCcf, readIssuedCcf } from '../../core/adjusting/issued-ccf.ts';
import { noteRefusal, whyClosed, whyUnadjustable } from '../../core/adjusting/note-refusal.ts';
import { type DocumentStanding, type NoteMode, noteObstacle } from '../../core/adjusting/standing.ts';
import type { NoteDraft } from '../../core/drafting/nota-credito-draft.ts';
import type { AdjustingLine, NoteLine } from '../../core/drafting/order.ts';
import type { SchemaGeneration } from '../../core/dte/kinds.ts';
import { generationAt } from '../../core/dte/kinds.ts';
import { NOTA_CREDITO } from '../../core/dte/types/nota-credito.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { ExternalRef } from '../../core/identifiers/external-ref.ts';
import { type FieldProblem, type Refusal, refuse, refuseProblems } from '../../core/refusals/refusal.ts';
import { namedBy } from '../documents/find-document.ts';
import type { Prepared, Today } from '../documents/issue-drafted.ts';
import type { IssuingCompany } from '../documents/issuing-context.ts';
import type { Adjusts, DocumentRecord } from '../documents/ports.ts';
import type { PayloadOf } from '../files/ports.ts';
import type { AdjustableCcf, NoteGround, StandingReader } from './ports.ts';

/** What drafting a note needs from outside. */
export interface NoteDraftingContext extends Today {
  readonly standings: StandingReader;
  readonly payloadOf: PayloadOf;
}

export interface CreditNoteRequest {
  readonly issuer: IssuingCompany;
  /** Byte-exact; chosen by the caller, or a fresh UUID. */
  readonly externalRef: ExternalRef;
  /** Identifier or reference of the CCF; ignored where a note exists under `externalRef`, which keeps its own. */
  readonly ccf: string;
  readonly mode: NoteMode;
  /** What is given back in mode `lines`; the other modes copy the lines of the CCF. */
  readonly lines: readonly NoteLine[];
  readonly observations: string | null;
}

/** What the request is about, as of one moment. */
export async function groundOf(
  { standings }: NoteDraftingContext,
  { issuer, externalRef, ccf }: CreditNoteRequest,
): Promise<NoteGround> {
  const ground = (named: string | null) => standings.noteGround(issuer.companyId, externalRef, named);
  const withCcf = await namedBy(ccf, async (named) => {
    const found = await ground(named);
    return found.ccf === null ? null : found;
  });
  return withCcf ?? ground(null);
}

/** A note on a CCF that exists. */
export interface NoteTask {
  readonly kind: 'task';
  readonly request: CreditNoteRequest;
  readonly existing: DocumentRecord | null;
  readonly ccf: AdjustableCcf;
}

/** The CCF of the note that exists, or the one that the request names: issued for the environment of today. */
export function taskOf(request: CreditNoteRequest, { existing, ccf }: NoteGround): NoteTask | Refusal {
  if (existing !== null && existing.tipoDte !== NOTA_CREDITO.code)
    return refuse('doc_type_changed', { issued: existing.tipoDte, requested: NOTA_CREDITO.code });
  if (ccf === null) return refuse('document_not_found');
  const isOfToday = existing !== null || ccf.record.ambiente === request.issuer.company.ambiente;
  return isOfToday ? { kind: 'task', request, existing, ccf } : refuse('document_not_found');
}

/** A drafted note with what it takes from its CCF. */
export interface PreparedNote extends Prepared<NoteDraft> {
  readonly adjusts: Adjusts;
}

interface PreparedTask {
  readonly kind: 'prepared';
  /** The lines of the request, each of the class of sale that it has. */
  readonly lines: readonly AdjustingLine[];
  readonly issued: IssuedCcf;
  readonly note: PreparedNote;
}

/**
 * Looks at everything that speaks against the note, in the order of specification 4.3, and drafts it. Issuing and previewing
 * begin with this, and with nothing else.
 */
export function prepareNote(context: NoteDraftingContext, task: NoteTask): PreparedTask | Refusal {
  const { request, existing, ccf } = task;
  const { postedMs, documentId: ccfId, externalRef: ccfRef } = ccf.record;
  const unadjustable = whyUnadjustable(ccf.record);
  if (unadjustable !== null) return unadjustable;
  const issued = readCcf(context, ccf);
  const whole = ccfAmounts(issued);
  const others = otherNotes(task);
  const nowMs = context.clock.now();
  const { company } = request.issuer;
  // A note that exists was in time, or not, at its own instant.
  const noteMs = existing?.postedMs ?? nowMs;
  const closed = whyClosed({ postedMs, others, whole }, noteMs, company.windows);
  if (closed !== null) return closed;
  const generation = generationAt(company, NOTA_CREDITO.code, nowMs);
  const unknown = unknownLines(request.lines, issued);
  if (unknown.length > 0) return refuseProblems(unknown);
  const lines = classifiedLines(request.lines, issued);
  const redraft = (_place: unknown, admitted: SchemaGeneration) =>
    draftFor(task, { issued, lines }, admitted);
  const draft = redraft(ccf.record, generation);
  if (draft.kind === 'problems') return refuseProblems(draft.problems);
  const obstacle = noteObstacle(others, whole, draft.amounts);
  if (obstacle !== null) return noteRefusal(obstacle, lines);
  const seen = existing === null ? ccf.mark : null;
  const adjusts: Adjusts = { ...draft.amounts, ccfId, ccfRef, mode: request.mode, ccf: whole, seen };
  return { kind: 'prepared', lines, issued, note: { generation, draft, redraft, adjusts } };
}

/** Lines of the note that name a line which the CCF does not have. */
function unknownLines(lines: readonly NoteLine[], { items }: IssuedCcf): readonly FieldProblem[] {
  const count = items.length;
  const message =
    count === 1 ? 'El CCF tiene una sola línea, la 1.' : `El CCF tiene las líneas 1 a ${count}.`;
  return lines.flatMap(({ ccfLine = null }, index): readonly FieldProblem[] =>
    ccfLine === null || ccfLine <= count
      ? []
      : [{ path: `lines[${index}].ccf_line`, code: 'out_of_range', message }],
  );
}

/** How the CCF stands without the note in question. */
export function otherNotes({ existing, ccf: { standing } }: NoteTask): DocumentStanding {
  return withoutNote(standing, existing?.documentId);
}

/** The note keeps the place of its CCF, whatever else is drafted again. */
function draftFor(
  { request, ccf: { record } }: NoteTask,
  { issued: ccf, lines: given }: { readonly issued: IssuedCcf; readonly lines: readonly AdjustingLine[] },
  generation: SchemaGeneration,
) {
  const { mode, observations, issuer } = request;
  const lines = mode === 'lines' ? given : null;
  return draftNote({ company: issuer.company, place: record, ccf, lines, observations }, generation);
}

function readCcf({ payloadOf }: NoteDraftingContext, { record, jws }: AdjustableCcf): IssuedCcf {
  const payload = jws === null ? null : payloadOf(jws);
  if (payload === null) throw new Error(`the stamped bytes of ${record.documentId} are no JWS`);
  return readIssuedCcf(payload);
}

function withoutNote(standing: DocumentStanding, documentId: DocumentId | undefined): DocumentStanding {
  return { ...standing, notes: standing.notes.filter((note) => note.documentId !== documentId) };
}
