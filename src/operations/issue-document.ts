import { generationAt } from '../core/company/generation.ts';
import { draftOrder } from '../core/issuing/draft-order.ts';
import type { Order } from '../core/issuing/order.ts';
import { type Refusal, refuseProblems } from '../core/refusals/refusal.ts';
import { type Issuance, type Issued, issueDrafted, unreadyToSign } from './issue-drafted.ts';
import type { IssuingCompany, IssuingContext } from './issuing-context.ts';
import type { Redirect } from './ports.ts';

export interface IssueRequest {
  readonly issuer: IssuingCompany;
  /** Byte-exact; chosen by the caller, or a fresh UUID. */
  readonly externalRef: string;
  readonly order: Order;
  /** The caller's request in canonical form, to tell a changed payload from a repeated one. */
  readonly payload: string;
  /** Where else it is to be delivered; a retry may change it like the payload. */
  readonly redirect?: Redirect;
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
  const { issuer, externalRef, order, payload, redirect } = request;
  const { company } = issuer;
  const generation = generationAt(company, order.tipoDte, context.clock.now());
  const draft = draftOrder(order, { company, generation, place: null });
  if (draft.kind === 'problems') return refuseProblems(draft.problems);
  const unready = await unreadyToSign(context, issuer);
  if (unready !== null) return (await originalOf(context, request)) ?? unready;
  const issuance: Issuance = {
    ...{ issuer, externalRef, payload, generation, draft, tipoDte: order.tipoDte, adjusts: null },
    ...(redirect === undefined ? {} : { redirect }),
    redraft: (place, admitted) => draftOrder(order, { company, generation: admitted, place }),
    deadline: started + context.times.requestBudgetMs,
  };
  const outcome = await issueDrafted(context, issuance);
  if (outcome.kind === 'other_ccf') throw new Error('a document that adjusts nothing met another CCF');
  return outcome;
}

/** What is stamped needs no certificate: its original is returned, whatever became of the certificate since. */
async function originalOf(
  { store }: IssuingContext,
  { issuer, externalRef, order }: IssueRequest,
): Promise<Issued | null> {
  const record = await store.find(issuer.companyId, externalRef);
  const original = record?.externalRef === externalRef && record.tipoDte === order.tipoDte ? record : null;
  return original?.state === 'stamped' ? { kind: 'issued', record: original, isDuplicate: true } : null;
}
