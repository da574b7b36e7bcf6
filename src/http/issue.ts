import type { FastifyRequest } from 'fastify';
import { whyNotExternalRef } from '../core/identifiers/external-ref.ts';
import type { Order } from '../core/issuing/order.ts';
import type { Problem } from '../core/refusals/problem.ts';
import { type Refusal, refuseProblems } from '../core/refusals/refusal.ts';
import { issueDocument } from '../operations/issue-document.ts';
import type { Issued } from '../operations/issue-drafted.ts';
import type { Redirect } from '../operations/ports.ts';
import type { ServerParts } from './app.ts';
import { countFailed, meterIssuance } from './metering.ts';
import { callerOf, issuingAt } from './visit.ts';

export interface IssueCall {
  readonly request: FastifyRequest;
  /** Generated where the caller sent none. */
  readonly externalRef: string | null;
  readonly order: Order;
  /** What is wrong with the request before any rule of the field applies. */
  readonly conflicts: readonly Problem[];
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
  const reference = referenceFor(parts, call.externalRef, conflicts);
  if (reference.kind === 'refused') return reference;
  const { companyId, company } = callerOf(request);
  return issueDocument(issuingAt(request, parts.issuing), {
    issuer: { companyId, company },
    externalRef: reference.externalRef,
    order,
    payload: JSON.stringify(order),
    redirect,
  });
}

export interface ChosenReference {
  readonly kind: 'reference';
  readonly externalRef: string;
}

/** The reference that was sent, or a fresh one; refuses one that is none, and a request that contradicts itself. */
export function referenceFor(
  { issuing }: ServerParts,
  sent: string | null,
  conflicts: readonly Problem[],
): ChosenReference | Refusal {
  const externalRef = sent ?? issuing.identities.documentId();
  const why = whyNotExternalRef(externalRef);
  if (why !== null) return refuseProblems([{ path: 'external_ref', message: why }]);
  if (conflicts.length > 0) return refuseProblems(conflicts);
  return { kind: 'reference', externalRef };
}
