import { draftNote } from '../core/adjusting/draft-note.ts';
import { ccfAmounts, type IssuedCcf, readIssuedCcf } from '../core/adjusting/issued-ccf.ts';
import {
  type DocumentStanding,
  isFullyAdjusted,
  isInvalidated,
  type NoteMode,
  noteObstacle,
} from '../core/adjusting/standing.ts';
import { creditNoteEnd } from '../core/adjusting/windows.ts';
import { generationAt } from '../core/company/generation.ts';
import type { SchemaGeneration } from '../core/dte/kinds.ts';
import type { OrderLine } from '../core/issuing/order.ts';
import { type Refusal, refuse, refuseProblems } from '../core/refusals/refusal.ts';
import type { ReferencedDocument, StandingReader } from './adjusting-ports.ts';
import type { PayloadOf } from './deliver-json.ts';
import { type FoundDocument, findDocument } from './find-document.ts';
import { type Issued, issueDrafted, noteRefusal, type OtherCcf, unreadyToSign } from './issue-drafted.ts';
import type { IssuingCompany, IssuingContext } from './issuing-context.ts';
import type { Adjusts, DocumentRecord } from './ports.ts';

/** What issuing a note needs from outside. */
export interface CreditNoteContext extends IssuingContext {
  readonly standings: StandingReader;
  readonly payloadOf: PayloadOf;
}

export interface CreditNoteRequest {
  readonly issuer: IssuingCompany;
  /** Byte-exact; chosen by the caller, or a fresh UUID. */
  readonly externalRef: string;
  /** Identifier or reference of the CCF; ignored where a note exists under `externalRef`, which keeps its own. */
  readonly ccf: string;
  readonly mode: NoteMode;
  /** What is given back in mode `lines`; the other modes copy the lines of the CCF. */
  readonly lines: readonly OrderLine[];
  readonly observations: string | null;
}

/** The note as it stands at the end of the request, with the CCF it adjusts. */
export interface IssuedNote extends Issued {
  readonly ccf: DocumentRecord;
  /** Of the CCF, this note included. */
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

type Attempted = IssuedNote | Refusal | OtherCcf | Overtaken;

function isOvertaken(outcome: Attempted): outcome is OtherCcf | Overtaken {
  return outcome.kind === 'other_ccf' || outcome.kind === 'overtaken';
}

async function issueOnce(
  context: CreditNoteContext,
  request: CreditNoteRequest,
  deadline: number,
): Promise<Attempted> {
  const { issuer, externalRef, mode, lines, observations } = request;
  const lookUp = () => context.standings.underReference(issuer.companyId, externalRef);
  const existing = await lookUp();
  if (existing !== null && existing.record.tipoDte !== '05')
    return refuse('doc_type_changed', { issued: existing.record.tipoDte, requested: '05' });
  const found = await ccfFor(context, request, existing);
  if (found.kind === 'refused') return found;
  const ccf = found.record;
  if (existing?.record.state === 'stamped')
    return withStanding(context, ccf, { kind: 'issued', record: existing.record, isDuplicate: true });
  const prepared = await prepareNote(context, { request, existing, ccf });
  // What stands in the way may be this very note, issued since we looked.
  if (prepared.kind === 'refused')
    return existing === null && (await lookUp()) !== null ? { kind: 'overtaken' } : prepared;
  const unready = await unreadyToSign(context, issuer);
  if (unready !== null) return unready;
  const outcome = await issueDrafted(context, {
    ...{ issuer, externalRef, tipoDte: '05', deadline },
    ...prepared.note,
    payload: JSON.stringify({ mode, lines, observations }),
  });
  if (outcome.kind !== 'issued') return outcome;
  const note = await withStanding(context, ccf, outcome);
  return isOnCcf(note) ? note : withItsOwnCcf(context, outcome);
}

/** The CCF of the note that exists, or the one that the request names: issued for the environment of today. */
async function ccfFor(
  { store }: CreditNoteContext,
  { issuer: { companyId, company }, ccf }: CreditNoteRequest,
  existing: ReferencedDocument | null,
): Promise<FoundDocument | Refusal> {
  if (existing?.ccfId) return findDocument(store, companyId, existing.ccfId);
  const found = await findDocument(store, companyId, ccf);
  if (found.kind === 'found' && found.record.ambiente !== company.ambiente)
    return refuse('document_not_found');
  return found;
}

async function withStanding(
  { standings }: CreditNoteContext,
  ccf: DocumentRecord,
  issued: Issued,
): Promise<IssuedNote> {
  return { ...issued, ccf, standing: await standings.standing(ccf.companyId, ccf.documentId) };
}

/** Of several requests for one note that name different CCF, only one names the note's own. */
function isOnCcf({ record, standing }: IssuedNote): boolean {
  return standing.notes.some(({ documentId }) => documentId === record.documentId);
}

async function withItsOwnCcf(context: CreditNoteContext, issued: Issued): Promise<IssuedNote> {
  const { companyId, externalRef } = issued.record;
  const { ccfId } = (await context.standings.underReference(companyId, externalRef)) ?? {};
  const ccf = ccfId ? await context.store.find(companyId, ccfId) : null;
  if (ccf === null) throw new Error(`the CCF of note ${issued.record.documentId} is missing`);
  return withStanding(context, ccf, issued);
}

interface NoteTask {
  readonly request: CreditNoteRequest;
  readonly existing: ReferencedDocument | null;
  readonly ccf: DocumentRecord;
}

/** Looks at everything that speaks against the note, in the order of specification 4.3, and drafts it. */
async function prepareNote(context: CreditNoteContext, task: NoteTask) {
  const { request, existing, ccf } = task;
  if (ccf.tipoDte !== '03') return refuse('not_a_ccf');
  if (ccf.state !== 'stamped') return refuse('ccf_not_stamped');
  const issued = await readCcf(context, ccf);
  const whole = ccfAmounts(issued);
  const others = withoutNote(
    await context.standings.standing(ccf.companyId, ccf.documentId),
    existing?.record.documentId,
  );
  if (isInvalidated(others)) return noteRefusal({ kind: 'invalidated' });
  if (isFullyAdjusted(others, whole)) return noteRefusal({ kind: 'fully_adjusted' });
  const nowMs = context.clock.now();
  const { company } = request.issuer;
  // A note that exists was in time, or not, at its own instant.
  if ((existing?.record.postedMs ?? nowMs) > creditNoteEnd(ccf.postedMs, company.windows))
    return refuse('ccf_too_old');
  const generation = generationAt(company, '05', nowMs);
  const redraft = (_place: unknown, admitted: SchemaGeneration) => draftFor(task, issued, admitted);
  const draft = redraft(ccf, generation);
  if (draft.kind === 'problems') return refuseProblems(draft.problems);
  const obstacle = noteObstacle(others, whole, draft.amounts);
  if (obstacle !== null) return noteRefusal(obstacle);
  const { documentId: ccfId, externalRef: ccfRef } = ccf;
  const adjusts: Adjusts = { ...draft.amounts, ccfId, ccfRef, mode: request.mode, ccf: whole };
  return { kind: 'prepared' as const, note: { generation, draft, redraft, adjusts } };
}

/** The note keeps the place of its CCF, whatever else is drafted again. */
function draftFor({ request, ccf: place }: NoteTask, ccf: IssuedCcf, generation: SchemaGeneration) {
  const { mode, observations, issuer } = request;
  const lines = mode === 'lines' ? request.lines : null;
  return draftNote({ company: issuer.company, place, ccf, lines, observations }, generation);
}

async function readCcf({ store, payloadOf }: CreditNoteContext, ccf: DocumentRecord): Promise<IssuedCcf> {
  const signed = await store.signedBytes(ccf.companyId, ccf.documentId);
  const payload = signed === null ? null : payloadOf(signed.jws);
  if (payload === null) throw new Error(`the stamped bytes of ${ccf.documentId} are no JWS`);
  return readIssuedCcf(payload);
}

function withoutNote(standing: DocumentStanding, documentId: string | undefined): DocumentStanding {
  return { ...standing, notes: standing.notes.filter((note) => note.documentId !== documentId) };
}
