import type { FastifyRequest } from 'fastify';
import type { Order } from '../core/drafting/order.ts';
import { malformed } from '../core/drafting/party.ts';
import type { TipoDte } from '../core/dte/kinds.ts';
import { type ExternalRef, parseExternalRef, whyNotExternalRef } from '../core/identifiers/external-ref.ts';
import type { FieldProblem } from '../core/refusals/problem.ts';
import type { Refusal } from '../core/refusals/refusal.ts';
import { issueDocument, stampedOriginal } from '../operations/documents/issue-document.ts';
import type { Issued } from '../operations/documents/issue-drafted.ts';
import type { Redirect } from '../operations/documents/ports.ts';
import { issuedAnswer } from './answers.ts';
import type { ServerParts } from './app.ts';
import { InvalidRequest } from './errors.ts';
import { countFailed, meterIssuance } from './metering.ts';
import { answerRepeats, type Repeat } from './repeats.ts';
import { callerOf, issuingAt } from './visit.ts';

export interface IssueCall {
  readonly request: FastifyRequest;
  /** Generated where the caller sent none. */
  readonly externalRef: string | null;
  readonly order: Order;
  /** What is wrong with the request before any rule of the field applies. */
  readonly conflicts: readonly FieldProblem[];
  readonly redirect: Redirect;
}

/** Issues an order for the caller of the request. */
export async function issueFor(parts: ServerParts, call: IssueCall): Promise<Issued | Refusal> {
  const { tipoDte } = call.order;
  const outcome = await issueOrder(parts, call).catch(countFailed(parts.meter, tipoDte));
  meterIssuance(parts.meter, tipoDte, outcome);
  return outcome;
}

async function issueOrder(parts: ServerParts, call: IssueCall): Promise<Issued | Refusal> {
  const { request, order, conflicts, redirect } = call;
  const externalRef = referenceFor(parts, call.externalRef, conflicts);
  const { companyId, company } = callerOf(request);
  return issueDocument(issuingAt(request, parts.issuing), {
    issuer: { companyId, company },
    externalRef,
    order,
    redirect,
  });
}

/**
 * The reference that was sent, or a fresh one. Throws RefusedRequest for one that is none, and for a request that
 * contradicts itself.
 */
export function referenceFor(
  { issuing }: ServerParts,
  sent: string | null,
  conflicts: readonly FieldProblem[],
): ExternalRef {
  const reference = sent ?? issuing.identities.documentId();
  const externalRef = parseExternalRef(reference);
  if (externalRef === null)
    throw new InvalidRequest([{ path: 'external_ref', ...malformed(whyNotExternalRef(reference)) }]);
  if (conflicts.length > 0) throw new InvalidRequest(conflicts);
  return externalRef;
}

/** Answers a refused request of these types whose reference is stamped with its original. */
export function answerWithOriginal(parts: ServerParts, typesOf: (body: object) => readonly TipoDte[]) {
  return answerRepeats(async ({ companyId, externalRef, body }: Repeat) => {
    const types = typesOf(body);
    const original = await stampedOriginal(parts.issuing, { companyId, externalRef, types });
    if (original === null) return null;
    meterIssuance(parts.meter, original.record.tipoDte, original);
    return issuedAnswer(original.record, original.isDuplicate, parts);
  });
}
