import { automaticNoteRef, isAutomaticNote } from '../../core/adjusting/choice.ts';
import { noteRefusal } from '../../core/adjusting/note-refusal.ts';
import type { DocumentStanding } from '../../core/adjusting/standing.ts';
import { notePayload } from '../../core/drafting/caller-payload.ts';
import { NOTA_CREDITO } from '../../core/dte/types/nota-credito.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { ExternalRef } from '../../core/identifiers/external-ref.ts';
import type { Refusal } from '../../core/refusals/refusal.ts';
import { type Issued, issueDrafted, type OtherCcf, unreadyToSign } from '../documents/issue-drafted.ts';
import type { IssuingContext } from '../documents/issuing-context.ts';
import type { DocumentRecord } from '../documents/ports.ts';
import type { NoteGround } from './ports.ts';
import {
  type CreditNoteRequest,
  groundOf,
  type NoteDraftingContext,
  prepareNote,
  taskOf,
} from './prepare-note.ts';

/** What issuing a note needs from outside. */
export interface CreditNoteContext extends IssuingContext, Omit<NoteDraftingContext, 'clock'> {}

/** The note as it stands at the end of the request, with the CCF it adjusts. */
export interface IssuedNote extends Issued {
  readonly ccf: DocumentRecord;
  /** How the CCF stands, this note included. */
  readonly standing: DocumentStanding;
}

/**
 * Issues a credit note on a CCF once per company and reference (specification 4.3): the same way as any document, but
 * for what it may take from its CCF, which the claim decides under a lock. Refusals burn no number.
 */
export async function issueCreditNote(
  context: CreditNoteContext,
  request: CreditNoteRequest,
): Promise<IssuedNote | Refusal> {
  const outcome = await issueNote(context, request);
  if (outcome.kind === 'reference_taken') throw new Error('only a note of ours can find its reference taken');
  return outcome;
}

/** The note that is stamped under a reference, as the answer to whoever repeats it; null where none is. */
export async function stampedNote(
  { standings }: Pick<CreditNoteContext, 'standings'>,
  { companyId, externalRef }: { readonly companyId: string; readonly externalRef: ExternalRef },
): Promise<IssuedNote | null> {
  const { existing, ccf } = await standings.noteGround(companyId, externalRef, null);
  if (existing?.tipoDte !== NOTA_CREDITO.code || existing.state !== 'stamped' || ccf === null) return null;
  return noteOn(ccf.record, existing, ccf.standing);
}

/** Cancels a CCF, by its identifier, with a note of ours that copies all of it. */
export async function issueAutomaticNote(
  context: CreditNoteContext,
  { issuer, ccf }: Pick<CreditNoteRequest, 'issuer'> & { readonly ccf: DocumentId },
): Promise<IssuedNote | Refusal> {
  for (let passedOver = 0; ; passedOver += 1) {
    const outcome = await issueNote(context, {
      issuer,
      ccf,
      externalRef: automaticNoteRef(ccf, passedOver),
      mode: 'automatic',
      lines: [],
      observations: null,
    });
    if (outcome.kind === 'refused' && outcome.code !== 'doc_type_changed') return outcome;
    // Somebody else may have used the reference since it was looked at.
    if (outcome.kind === 'issued' && isOurs(outcome, ccf)) return outcome;
  }
}

function isOurs({ ccf: { documentId }, standing, record }: IssuedNote, ccfId: DocumentId): boolean {
  return documentId === ccfId && isAutomaticNote(standing, record.documentId);
}

/** Under the reference of a note of ours stands something that is none of them. */
interface ReferenceTaken {
  readonly kind: 'reference_taken';
}

async function issueNote(
  context: CreditNoteContext,
  request: CreditNoteRequest,
): Promise<IssuedNote | Refusal | ReferenceTaken> {
  const deadline = context.clock.monotonic() + context.times.requestBudgetMs;
  const outcome = await issueOnce(context, request, deadline);
  if (!isOvertaken(outcome)) return outcome;
  const again = await issueOnce(context, request, deadline);
  if (isOvertaken(again)) throw new Error('a note changed its CCF');
  return again;
}

/** Somebody has issued the note since we looked: it is found now, and its CCF with it. */
interface Overtaken {
  readonly kind: 'overtaken';
}

type Attempted = IssuedNote | Refusal | ReferenceTaken | OtherCcf | Overtaken;

function isOvertaken(outcome: Attempted): outcome is OtherCcf | Overtaken {
  return outcome.kind === 'other_ccf' || outcome.kind === 'overtaken';
}

async function issueOnce(
  context: CreditNoteContext,
  request: CreditNoteRequest,
  deadline: number,
): Promise<Attempted> {
  const { issuer, externalRef, mode } = request;
  const ground = await groundOf(context, request);
  if (mode === 'automatic' && isTaken(request, ground)) return { kind: 'reference_taken' };
  const task = taskOf(request, ground);
  if (task.kind === 'refused') return task;
  const { existing, ccf } = task;
  if (existing?.state === 'stamped') return noteOn(ccf.record, existing, ccf.standing);
  const prepared = prepareNote(context, task);
  // What stands in the way may be this very note, issued since we looked.
  if (prepared.kind === 'refused')
    return existing === null && (await groundOf(context, request)).existing !== null
      ? { kind: 'overtaken' }
      : prepared;
  const unready = await unreadyToSign(context, issuer);
  if (unready !== null) return unready;
  const outcome = await issueDrafted(context, {
    issuer,
    externalRef,
    tipoDte: NOTA_CREDITO.code,
    deadline,
    ...prepared.note,
    payload: notePayload(request, prepared.lines),
  });
  if (outcome.kind === 'not_adjustable') return noteRefusal(outcome.obstacle, prepared.lines);
  if (outcome.kind !== 'issued') return outcome;
  return asIssued(context, ccf.record, outcome);
}

function isTaken({ ccf: ccfId }: CreditNoteRequest, { existing, ccf }: NoteGround): boolean {
  if (existing === null) return false;
  return ccf?.record.documentId !== ccfId || !isAutomaticNote(ccf.standing, existing.documentId);
}

/** A stamped note answers for itself; its repetition sends nothing. */
function noteOn(ccf: DocumentRecord, record: DocumentRecord, standing: DocumentStanding): IssuedNote {
  return { kind: 'issued', record, isDuplicate: true, ccf, standing };
}

/** Where several requests for one note name different CCF, only one names the note's own. */
async function asIssued(
  { standings }: CreditNoteContext,
  ccf: DocumentRecord,
  issued: Issued,
): Promise<IssuedNote> {
  const { companyId, documentId, externalRef } = issued.record;
  const standing = issued.ccfStanding ?? (await standings.standing(companyId, ccf.documentId));
  if (standing.notes.some((note) => note.documentId === documentId)) return { ...issued, ccf, standing };
  const { ccf: own } = await standings.noteGround(companyId, externalRef, null);
  if (own === null) throw new Error(`the CCF of note ${documentId} is missing`);
  return { ...issued, ccf: own.record, standing: own.standing };
}
