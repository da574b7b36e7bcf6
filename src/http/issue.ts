import type { FastifyRequest } from 'fastify';
import { whyNotExternalRef } from '../core/identifiers/external-ref.ts';
import type { Order } from '../core/issuing/order.ts';
import type { Problem } from '../core/refusals/problem.ts';
import { type Refusal, refuseProblems } from '../core/refusals/refusal.ts';
import { type Issued, issueDocument } from '../operations/issue-document.ts';
import { callerOf } from './access.ts';
import type { ServerParts } from './app.ts';

export interface IssueCall {
  readonly request: FastifyRequest;
  /** Generated where the caller sent none. */
  readonly externalRef: string | null;
  readonly order: Order;
  /** What is wrong with the request before any rule of the field applies. */
  readonly conflicts: readonly Problem[];
}

/** Issues an order for the caller of the request. */
export async function issueFor(parts: ServerParts, call: IssueCall): Promise<Issued | Refusal> {
  const { request, order, conflicts } = call;
  const { companyId, company } = callerOf(request);
  const externalRef = call.externalRef ?? parts.issuing.identities.documentId();
  const why = whyNotExternalRef(externalRef);
  if (why !== null) return refuseProblems([{ path: 'external_ref', message: why }]);
  if (conflicts.length > 0) return refuseProblems(conflicts);
  return issueDocument(parts.issuing, {
    issuer: { companyId, company },
    externalRef,
    order,
    payload: JSON.stringify(order),
  });
}
