import { orderPayload } from '../../core/drafting/caller-payload.ts';
import { completable, completedOrder } from '../../core/drafting/completion.ts';
import { draftOrder } from '../../core/drafting/draft-order.ts';
import type { Order } from '../../core/drafting/order.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import { generationAt } from '../../core/dte/kinds.ts';
import type { ExternalRef } from '../../core/identifiers/external-ref.ts';
import { type Refusal, refuseProblems } from '../../core/refusals/refusal.ts';
import {
  type Issuance,
  type Issued,
  issueDrafted,
  type Prepared,
  type Today,
  unreadyToSign,
} from './issue-drafted.ts';
import type { IssuingCompany, IssuingContext } from './issuing-context.ts';
import type { ClaimRequest } from './ports.ts';

/** What is to be issued; a retry may change all but company and reference. */
export interface IssueRequest extends Pick<ClaimRequest, 'externalRef' | 'redirect' | 'ownClass'> {
  readonly issuer: IssuingCompany;
  readonly order: Order;
}

/**
 * Issues a document once per company and reference (design section 3): validates, claims, signs, sends, and answers
 * with a verdict or contingency within the request budget. Refusals burn no number. What is stamped answers for itself,
 * whatever the request would be refused for now. Throws only when the database does.
 */
export async function issueDocument(
  context: IssuingContext,
  request: IssueRequest,
): Promise<Issued | Refusal> {
  const outcome = await issueOnce(context, request);
  if (outcome.kind === 'issued') return outcome;
  const { issuer, externalRef, order } = request;
  const reference = { companyId: issuer.companyId, externalRef, types: [order.tipoDte] };
  return (await stampedOriginal(context, reference)) ?? outcome;
}

export interface DocumentReference {
  readonly companyId: string;
  /** Byte-exact. */
  readonly externalRef: ExternalRef;
  readonly types: readonly TipoDte[];
}

/** What is stamped under a reference of one of these types, as the answer to whoever repeats it; null where nothing is. */
export async function stampedOriginal(
  { store }: Pick<IssuingContext, 'store'>,
  { companyId, externalRef, types }: DocumentReference,
): Promise<Issued | null> {
  const record = await store.findByReference(companyId, externalRef);
  if (record?.state !== 'stamped' || !types.includes(record.tipoDte)) return null;
  return { kind: 'issued', record, isDuplicate: true };
}

async function issueOnce(context: IssuingContext, request: IssueRequest): Promise<Issued | Refusal> {
  const started = context.clock.monotonic();
  const { issuer, externalRef, order, redirect, ownClass } = request;
  const prepared = await prepareOrder(context, issuer, order);
  if (prepared.kind === 'refused') return prepared;
  const unready = await unreadyToSign(context, issuer);
  if (unready !== null) return unready;
  const issuance: Issuance = {
    ...prepared,
    issuer,
    externalRef,
    tipoDte: order.tipoDte,
    adjusts: null,
    payload: orderPayload(order),
    redirect,
    ownClass,
    deadline: started + context.times.requestBudgetMs,
  };
  const outcome = await issueDrafted(context, issuance);
  if (outcome.kind === 'other_ccf' || outcome.kind === 'not_adjustable')
    throw new Error('a document that adjusts nothing met a CCF');
  return outcome;
}

/** An order as a document of today, or what is wrong with it. Issuing and previewing begin with this, and with nothing else. */
export async function prepareOrder(
  context: Today & Pick<IssuingContext, 'completions'>,
  issuer: IssuingCompany,
  said: Order,
): Promise<(Prepared & { readonly kind: 'prepared'; readonly order: Order }) | Refusal> {
  const { company } = issuer;
  const generation = generationAt(company, said.tipoDte, context.clock.now());
  const order = await completedFor(context, issuer, said);
  const draft = draftOrder(order, { company, generation, place: null });
  if (draft.kind === 'problems') return refuseProblems(draft.problems);
  return {
    kind: 'prepared',
    order,
    generation,
    draft,
    redraft: (place, admitted) => draftOrder(order, { company, generation: admitted, place }),
  };
}

/** What the caller sent wins, and is what a repetition is known by. */
async function completedFor(
  { completions }: Pick<IssuingContext, 'completions'>,
  { companyId, company }: IssuingCompany,
  order: Order,
): Promise<Order> {
  const lookUp = await completions.of(companyId, company);
  return lookUp === null ? order : completedOrder(order, await lookUp(completable(order)));
}
