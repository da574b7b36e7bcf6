import type { FastifyRequest } from 'fastify';
import { whyNotExternalRef } from '../core/identifiers/external-ref.ts';
import type { Order } from '../core/issuing/order.ts';
import type { FieldProblem } from '../core/refusals/problem.ts';
import { type Refusal, refuseProblems } from '../core/refusals/refusal.ts';
import { issueDocument } from '../operations/issue-document.ts';
import type { Issued } from '../operations/issue-drafted.ts';
import type { Redirect } from '../operations/ports.ts';
import { callerOf } from './access.ts';
import type { ServerParts } from './app.ts';
import { meterIssuance } from './metering.ts';

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
  const outcome = await issueOrder(parts, call);
  meterIssuance(parts.meter, call.order.tipoDte, outcome);
  return outcome;
}

async function issueOrder(parts: ServerParts, call: IssueCall): Promise<Issued | Refusal> {
  const { request, order, conflicts, redirect } = call;
  const reference = referenceFor(parts, call.externalRef, conflicts);
  if (reference.kind === 'refused') return reference;
  const { companyId, company } = callerOf(request);
  return issueDocument(parts.issuing, {
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
  conflicts: readonly FieldProblem[],
): ChosenReference | Refusal {
  const externalRef = sent ?? issuing.identities.documentId();
  const why = whyNotExternalRef(externalRef);
  if (why !== null) return refuseProblems([{ path: 'external_ref', code: 'bad_format', message: why }]);
  if (conflicts.length > 0) return refuseProblems(conflicts);
  return { kind: 'reference', externalRef };
}
