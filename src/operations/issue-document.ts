import { generationAt } from '../core/company/generation.ts';
import type { SchemaGeneration } from '../core/dte/kinds.ts';
import type { Drafting } from '../core/issuing/draft.ts';
import { draftOrder } from '../core/issuing/draft-order.ts';
import type { Order } from '../core/issuing/order.ts';
import { type Refusal, refuse, refuseProblems } from '../core/refusals/refusal.ts';
import { type Delivery, deliver } from './deliver.ts';
import { type IssuingCompany, type IssuingContext, leaseMs } from './issuing-context.ts';
import type { Claim, DocumentRecord, HeldDocument, PreparedDocument, SigningFailure } from './ports.ts';

export interface IssueRequest {
  readonly issuer: IssuingCompany;
  /** Byte-exact; chosen by the caller, or a fresh UUID. */
  readonly externalRef: string;
  readonly order: Order;
  /** The caller's request in canonical form, to tell a changed payload from a repeated one. */
  readonly payload: string;
}

/** The document as it stands at the end of the request, and whether it was issued by an earlier one. */
export interface Issued {
  readonly kind: 'issued';
  readonly record: DocumentRecord;
  readonly isDuplicate: boolean;
}

/**
 * Issues a document once per company and reference (design section 3): validates, claims, signs, sends, and answers
 * with a verdict or contingency within the request budget. Refusals burn no number. Throws only when the database does.
 */
export async function issueDocument(
  context: IssuingContext,
  request: IssueRequest,
): Promise<Issued | Refusal> {
  const started = context.clock.monotonic();
  const { issuer } = request;
  const generation = generationAt(issuer.company, request.order.tipoDte, context.clock.now());
  const drafting = draftOrder(request.order, { company: issuer.company, generation, place: null });
  if (drafting.kind === 'problems') return refuseProblems(drafting.problems);
  const unready = await context.signer.ready(signingIdentity(issuer), context.clock.now());
  if (unready !== null) return withoutSigning(context, request, unready);
  const prepared = preparedOf(request, generation, drafting);
  return work(context, { request, prepared, deadline: started + context.times.requestBudgetMs });
}

/** What is stamped needs no certificate: its original is returned, whatever became of the certificate since. */
async function withoutSigning(
  context: IssuingContext,
  { issuer, externalRef, order }: IssueRequest,
  failure: SigningFailure,
): Promise<Issued | Refusal> {
  const record = await context.store.find(issuer.companyId, externalRef);
  const original = record?.externalRef === externalRef && record.tipoDte === order.tipoDte ? record : null;
  if (original?.state === 'stamped') return { kind: 'issued', record: original, isDuplicate: true };
  return signingRefusal(failure);
}

function signingIdentity({ companyId, company }: IssuingCompany) {
  return { companyId, ambiente: company.ambiente };
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

function preparedOf(
  { issuer, order, payload }: IssueRequest,
  generation: SchemaGeneration,
  drafting: Extract<Drafting, { kind: 'draft' }>,
): PreparedDocument {
  return {
    tipoDte: order.tipoDte,
    ambiente: issuer.company.ambiente,
    generation,
    establishment: drafting.establishment,
    pointOfSale: drafting.pointOfSale,
    draft: drafting.text,
    summary: drafting.summary,
    payload,
  };
}

interface Work {
  readonly request: IssueRequest;
  readonly prepared: PreparedDocument;
  /** Monotonic instant at which the answer is due. */
  readonly deadline: number;
}

/** Waits between two looks at a document that another request is working on; the pause grows. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** Somebody else has the document. */
interface Taken {
  readonly kind: 'taken';
  readonly record: DocumentRecord;
}

async function work(context: IssuingContext, task: Work): Promise<Issued | Refusal> {
  let { prepared } = task;
  let waited = false;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const claiming = await claimPrepared(context, { ...task, prepared }, waited);
    if (claiming.kind === 'refused') return claiming;
    prepared = claiming.prepared;
    const outcome = await answer(context, { ...task, prepared }, claiming.claim);
    if (outcome.kind !== 'taken') return outcome;
    if (context.clock.monotonic() + pause >= task.deadline) return asItStands(outcome.record);
    waited = true;
    await context.clock.sleep(pause);
  }
}

/** Another holder is still at work: the caller gets the document as it stands. */
function asItStands(record: DocumentRecord): Issued {
  return { kind: 'issued', record, isDuplicate: record.state === 'stamped' };
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
  const prepared = redraft(task.request, claim);
  if ('status' in prepared) return prepared;
  const again = await claimFor(context, { ...task, prepared }, waited);
  if (again.kind === 'redraft')
    throw new Error('a document was built twice and still does not fit its number');
  return { kind: 'claimed', claim: again, prepared };
}

function claimFor(context: IssuingContext, { request, prepared }: Work, waited: boolean): Promise<Claim> {
  const { companyId, company } = request.issuer;
  return context.store.claim({
    companyId,
    externalRef: request.externalRef,
    seriesMode: company.seriesMode,
    prepared,
    documentId: context.identities.documentId(),
    codigoGeneracion: context.identities.codigoGeneracion(),
    leaseMs: leaseMs(context.times),
    waited,
  });
}

/** The number exists: the document is built again for the place and generation that the number allows. */
function redraft(
  request: IssueRequest,
  claim: Extract<Claim, { kind: 'redraft' }>,
): PreparedDocument | Refusal {
  const { establishment, pointOfSale, generation } = claim;
  const place = { establishment, pointOfSale };
  const drafting = draftOrder(request.order, { company: request.issuer.company, generation, place });
  if (drafting.kind === 'problems') return refuseProblems(drafting.problems);
  return preparedOf(request, generation, drafting);
}

async function answer(
  context: IssuingContext,
  task: Work,
  claim: Claiming['claim'],
): Promise<Issued | Refusal | Taken> {
  switch (claim.kind) {
    case 'doc_type_changed':
      return refuse('doc_type_changed', { issued: claim.issued, requested: task.prepared.tipoDte });
    case 'stamped':
      return { kind: 'issued', record: claim.record, isDuplicate: true };
    case 'settled':
      return { kind: 'issued', record: claim.record, isDuplicate: false };
    case 'busy':
      return { kind: 'taken', record: claim.record };
    case 'held':
      return carryOut(context, task, claim.document);
  }
}

async function carryOut(
  context: IssuingContext,
  task: Work,
  document: HeldDocument,
): Promise<Issued | Refusal | Taken> {
  const { companyId, company } = task.request.issuer;
  const account = { companyId, ambiente: company.ambiente, nit: company.nit };
  // The last call may begin so late that it still ends inside the budget.
  const deadline = task.deadline - context.times.callTimeoutMs;
  const delivery = await deliver(context, { document, account, deadline });
  switch (delivery.kind) {
    case 'settled':
      return { kind: 'issued', record: delivery.record, isDuplicate: delivery.adopted };
    case 'signing_failed':
      return signingFailed(context, document, delivery);
    case 'lease_lost':
      return takenOver(context, document);
  }
}

function signingFailed(
  { log }: IssuingContext,
  { record: { companyId, documentId } }: HeldDocument,
  { failure, reason }: Extract<Delivery, { kind: 'signing_failed' }>,
): Refusal {
  log.warn('signing_failed', { companyId, documentId, failure, reason });
  return signingRefusal(failure);
}

async function takenOver(
  { store }: IssuingContext,
  { record: { companyId, documentId } }: HeldDocument,
): Promise<Taken> {
  const record = await store.find(companyId, documentId);
  if (record === null) throw new Error('a claimed document is missing');
  return { kind: 'taken', record };
}
