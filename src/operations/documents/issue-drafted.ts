import type { DocumentStanding, NoteObstacle } from '../../core/adjusting/standing.ts';
import type { CallerPayload } from '../../core/drafting/caller-payload.ts';
import type { Draft, Drafting } from '../../core/drafting/order.ts';
import type { SchemaGeneration, TipoDte } from '../../core/dte/kinds.ts';
import type { PointOfIssue } from '../../core/identifiers/official.ts';
import { type Refusal, refuse, refuseProblems } from '../../core/refusals/refusal.ts';
import { leaseMs } from '../sending/send.ts';
import type { IssuingCompany, IssuingContext } from './issuing-context.ts';
import type {
  Adjusts,
  Claim,
  ClaimRequest,
  Clock,
  DocumentRecord,
  HeldDocument,
  PreparedDocument,
  Signer,
  SigningFailure,
} from './ports.ts';
import { submitDocument } from './submit-document.ts';

/** What drafting makes of a request, and what makes it anew: all that a document is before it takes its number. */
export interface Prepared<Drafted extends Draft = Draft> {
  readonly generation: SchemaGeneration;
  readonly draft: Drafted;
  /** Drafts it again where its number exists already and wants another place or generation. */
  readonly redraft: (place: PointOfIssue, generation: SchemaGeneration) => Drafted | Exclude<Drafting, Draft>;
}

/** What tells the date. */
export interface Today {
  readonly clock: Pick<Clock, 'now'>;
}

/** A document that is ready to take its number. */
export interface Issuance extends Prepared, Pick<ClaimRequest, 'externalRef' | 'redirect' | 'ownClass'> {
  readonly issuer: IssuingCompany;
  readonly tipoDte: TipoDte;
  readonly payload: CallerPayload;
  /** Set for a note. */
  readonly adjusts: Adjusts | null;
  /** Monotonic instant at which the answer is due. */
  readonly deadline: number;
}

/** The document as it stands at the end of the request, and whether it was issued by an earlier one. */
export interface Issued {
  readonly kind: 'issued';
  readonly record: DocumentRecord;
  readonly isDuplicate: boolean;
  /** The stamped bytes, where this request had them stamped; null or not given where they have to be read. */
  readonly jws?: string | null;
  /** How the CCF of a note stands; not given for other documents, and where it has to be read. */
  readonly ccfStanding?: DocumentStanding | null;
}

/** The note exists and adjusts another CCF than the one it was drafted for. */
export interface OtherCcf {
  readonly kind: 'other_ccf';
}

/** The CCF admits no note, or not this one. */
export interface NotAdjustable {
  readonly kind: 'not_adjustable';
  readonly obstacle: NoteObstacle;
}

const SIGNING_REASONS: Readonly<Record<SigningFailure, string>> = {
  no_certificate: 'La empresa no tiene certificado.',
  certificate_not_yet_valid: 'El certificado de la empresa todavía no es válido.',
  certificate_expired: 'El certificado de la empresa venció.',
  signature_failed: '',
};

function signingRefusal(failure: SigningFailure): Refusal {
  return refuse('signing_failed', { reason: SIGNING_REASONS[failure] });
}

/** Why the company cannot sign now; looked at before a number is burnt. Null where it can. */
export async function unreadyToSign(
  { signer, clock }: Today & { readonly signer: Pick<Signer, 'ready'> },
  { companyId, company }: IssuingCompany,
): Promise<Refusal | null> {
  const failure = await signer.ready({ companyId, ambiente: company.ambiente }, clock.now());
  return failure === null ? null : signingRefusal(failure);
}

/** Waits between two looks at a document that another request is working on; the pause grows. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** Somebody else has the document. */
interface Taken {
  readonly kind: 'taken';
  readonly record: DocumentRecord;
}

/** Claims, signs and sends a drafted document, and answers with a verdict or contingency by its deadline. */
export async function issueDrafted(
  context: IssuingContext,
  issuance: Issuance,
): Promise<Issued | Refusal | OtherCcf | NotAdjustable> {
  let prepared = preparedOf(issuance, issuance.generation, issuance.draft);
  let waited = false;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const claiming = await claimPrepared(context, { issuance, prepared }, waited);
    if (claiming.kind === 'refused') return claiming;
    prepared = claiming.prepared;
    const outcome = await answer(context, issuance, claiming.claim);
    if (outcome.kind !== 'taken') return outcome;
    if (context.clock.monotonic() + pause >= issuance.deadline) return asItStands(outcome.record);
    waited = true;
    await context.clock.sleep(pause);
  }
}

/** Another holder is still at work: the caller gets the document as it stands. */
function asItStands(record: DocumentRecord): Issued {
  return { kind: 'issued', record, isDuplicate: record.state === 'stamped' };
}

function preparedOf(issuance: Issuance, generation: SchemaGeneration, draft: Draft): PreparedDocument {
  return {
    tipoDte: issuance.tipoDte,
    ambiente: issuance.issuer.company.ambiente,
    generation,
    establishment: draft.establishment,
    pointOfSale: draft.pointOfSale,
    draft: draft.text,
    summary: draft.summary,
    payload: issuance.payload.canonical,
    formerPayload: issuance.payload.former,
    adjusts: issuance.adjusts,
  };
}

interface Work {
  readonly issuance: Issuance;
  readonly prepared: PreparedDocument;
}

interface Claiming {
  readonly kind: 'claimed';
  readonly claim: Exclude<Claim, { kind: 'redraft' }>;
  readonly prepared: PreparedDocument;
}

/** Claims the reference; where its number wants the document built otherwise, builds it so and claims again. */
async function claimPrepared(
  context: IssuingContext,
  task: Work,
  waited: boolean,
): Promise<Claiming | Refusal> {
  const claim = await claimFor(context, task, waited);
  if (claim.kind !== 'redraft') return { kind: 'claimed', claim, prepared: task.prepared };
  const prepared = redraft(task.issuance, claim);
  if ('status' in prepared) return prepared;
  const again = await claimFor(context, { ...task, prepared }, waited);
  if (again.kind === 'redraft')
    throw new Error('a document was built twice and still does not fit its number');
  return { kind: 'claimed', claim: again, prepared };
}

function claimFor(context: IssuingContext, { issuance, prepared }: Work, waited: boolean): Promise<Claim> {
  const { issuer, externalRef } = issuance;
  const { companyId, company } = issuer;
  const document = { companyId, ambiente: prepared.ambiente, externalRef };
  return context.store.claim({
    companyId,
    externalRef,
    seriesMode: company.seriesMode,
    prepared,
    redirect: issuance.redirect,
    ownClass: issuance.ownClass,
    documentId: context.identities.documentId(),
    codigoGeneracion: (count) => context.identities.documentCode(document, count),
    leaseMs: leaseMs(context.times),
    waited,
  });
}

/** The number exists: the document is built again for the place and generation that the number allows. */
function redraft(issuance: Issuance, claim: Extract<Claim, { kind: 'redraft' }>): PreparedDocument | Refusal {
  const { establishment, pointOfSale, generation } = claim;
  const drafting = issuance.redraft({ establishment, pointOfSale }, generation);
  if (drafting.kind === 'problems') return refuseProblems(drafting.problems);
  return preparedOf(issuance, generation, drafting);
}

async function answer(
  context: IssuingContext,
  issuance: Issuance,
  claim: Claiming['claim'],
): Promise<Issued | Refusal | Taken | OtherCcf | NotAdjustable> {
  switch (claim.kind) {
    case 'doc_type_changed':
      return refuse('doc_type_changed', { issued: claim.issued, requested: issuance.tipoDte });
    case 'not_adjustable':
    case 'other_ccf':
      return claim;
    case 'stamped':
      return { kind: 'issued', record: claim.record, isDuplicate: true };
    case 'settled':
      return { kind: 'issued', record: claim.record, isDuplicate: false };
    case 'busy':
      return { kind: 'taken', record: claim.record };
    case 'held':
      return carryOut(context, issuance, claim.document);
  }
}

async function carryOut(
  context: IssuingContext,
  issuance: Issuance,
  document: HeldDocument,
): Promise<Issued | Refusal | Taken> {
  const { companyId, company } = issuance.issuer;
  const account = { companyId, ambiente: company.ambiente, nit: company.nit };
  // The last call may begin so late that it still ends inside the budget.
  const deadline = issuance.deadline - context.times.callTimeoutMs;
  const submitted = await submitDocument(context, { document, account, deadline });
  switch (submitted.kind) {
    case 'settled':
      return {
        kind: 'issued',
        record: submitted.record,
        isDuplicate: submitted.adopted,
        jws: submitted.jws,
        ccfStanding: submitted.ccfStanding,
      };
    case 'signing_failed':
      return signingRefusal(submitted.failure);
    case 'lease_lost':
      return takenOver(context, document);
  }
}

async function takenOver(
  { store }: IssuingContext,
  { record: { companyId, documentId } }: HeldDocument,
): Promise<Taken> {
  const record = await store.find(companyId, documentId);
  if (record === null) throw new Error('a claimed document is missing');
  return { kind: 'taken', record };
}
