import { generationAt } from '../core/company/generation.ts';
import type { SchemaGeneration } from '../core/dte/kinds.ts';
import type { DraftContext, Drafting } from '../core/issuing/draft.ts';
import { draftFactura } from '../core/issuing/factura-draft.ts';
import type { Order } from '../core/issuing/order.ts';
import { type Refusal, refuse, refuseProblems } from '../core/refusals/refusal.ts';
import { deliver } from './deliver.ts';
import { type IssuingCompany, type IssuingContext, leaseMs } from './issuing-context.ts';
import type { Claim, DocumentRecord, HeldDocument, PreparedDocument } from './ports.ts';

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
  const drafting = draft(request.order, { company: issuer.company, generation, place: null });
  if (drafting.kind === 'problems') return refuseProblems(drafting.problems);
  const unready = await context.signer.ready(signingIdentity(issuer), context.clock.now());
  if (unready !== null) return signingRefusal(unready);
  const prepared = preparedOf(request, generation, drafting);
  return work(context, { request, prepared, deadline: started + context.times.requestBudgetMs });
}

function draft(order: Order, context: DraftContext): Drafting {
  return draftFactura(order, context);
}

function signingIdentity({ companyId, company }: IssuingCompany) {
  return { companyId, ambiente: company.ambiente };
}

const SIGNING_REASONS: Readonly<Record<string, string>> = {
  no_certificate: 'La empresa no tiene certificado.',
  certificate_not_yet_valid: 'El certificado de la empresa todavía no es válido.',
  certificate_expired: 'El certificado de la empresa venció.',
};

function signingRefusal(failure: string): Refusal {
  return refuse('signing_failed', { reason: SIGNING_REASONS[failure] ?? '' });
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

async function work(context: IssuingContext, task: Work): Promise<Issued | Refusal> {
  let { prepared } = task;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const claim = await claimFor(context, { ...task, prepared });
    if (claim.kind === 'redraft') {
      const redrafted = redraft(task.request, claim);
      if ('status' in redrafted) return redrafted;
      prepared = redrafted;
      continue;
    }
    if (claim.kind !== 'busy') return answer(context, { ...task, prepared }, claim);
    if (context.clock.monotonic() + pause >= task.deadline) return waitedInVain(context, task.request);
    await context.clock.sleep(pause);
  }
}

function claimFor(context: IssuingContext, { request, prepared }: Work): Promise<Claim> {
  const { companyId, company } = request.issuer;
  return context.store.claim({
    companyId,
    externalRef: request.externalRef,
    seriesMode: company.seriesMode,
    prepared,
    documentId: context.identities.documentId(),
    codigoGeneracion: context.identities.codigoGeneracion(),
    leaseMs: leaseMs(context.times),
  });
}

/** The number exists: the document is built again for the place and generation that the number allows. */
function redraft(
  request: IssueRequest,
  claim: Extract<Claim, { kind: 'redraft' }>,
): PreparedDocument | Refusal {
  const { establishment, pointOfSale, generation } = claim;
  const place = { establishment, pointOfSale };
  const drafting = draft(request.order, { company: request.issuer.company, generation, place });
  if (drafting.kind === 'problems') return refuseProblems(drafting.problems);
  return preparedOf(request, generation, drafting);
}

async function answer(
  context: IssuingContext,
  task: Work,
  claim: Exclude<Claim, { kind: 'busy' | 'redraft' }>,
): Promise<Issued | Refusal> {
  switch (claim.kind) {
    case 'doc_type_changed':
      return refuse('doc_type_changed', { issued: claim.issued, requested: task.prepared.tipoDte });
    case 'stamped':
      return { kind: 'issued', record: claim.record, isDuplicate: true };
    case 'held':
      return carryOut(context, task, claim.document);
  }
}

async function carryOut(
  context: IssuingContext,
  task: Work,
  document: HeldDocument,
): Promise<Issued | Refusal> {
  const { companyId, company } = task.request.issuer;
  const account = { companyId, ambiente: company.ambiente, nit: company.nit };
  // The last call may begin so late that it still ends inside the budget.
  const deadline = task.deadline - context.times.callTimeoutMs;
  const delivery = await deliver(context, { document, account, deadline });
  switch (delivery.kind) {
    case 'settled':
      return { kind: 'issued', record: delivery.record, isDuplicate: delivery.adopted };
    case 'signing_failed':
      context.log.warn('signing_failed', {
        companyId,
        documentId: document.record.documentId,
        reason: delivery.reason,
      });
      return refuse('signing_failed');
    case 'lease_lost':
      return waitedInVain(context, task.request);
  }
}

/** Another holder is still at work: the caller gets the document as it stands. */
async function waitedInVain(context: IssuingContext, request: IssueRequest): Promise<Issued> {
  const record = await context.store.find(request.issuer.companyId, request.externalRef);
  if (record === null) throw new Error('a claimed reference is missing');
  return { kind: 'issued', record, isDuplicate: record.state === 'stamped' };
}
