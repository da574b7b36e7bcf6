import type { FastifyRequest } from 'fastify';
import type { ClassFields } from '../core/declaring/given-class.ts';
import type { Order } from '../core/drafting/order.ts';
import type { TipoDte } from '../core/dte/kinds.ts';
import type { ExternalRef } from '../core/identifiers/external-ref.ts';
import type { FieldProblem, Refusal } from '../core/refusals/refusal.ts';
import { referenceIn } from '../operations/documents/find-document.ts';
import type { Issued } from '../operations/documents/issue-drafted.ts';
import type { IssuingBody } from '../requests/issuing-fields.ts';
import { conflictsOf, ownClassOf, redirectOf, referenceProblems } from '../requests/order-parts.ts';
import { type IssuedAnswer, issuedAnswer } from './answers.ts';
import type { ServerParts } from './app.ts';
import { InvalidRequest } from './errors.ts';
import { explained } from './explanations.ts';
import { answerRepeats, type Repeat } from './repeats.ts';
import { callerOf, issuingAt } from './visit.ts';

/** Issues an order for the caller of the request, from whose body the order was made. */
export async function issueFor(
  parts: ServerParts,
  request: FastifyRequest<{ Body: IssuingBody & ClassFields }>,
  order: Order,
): Promise<Issued | Refusal> {
  const { body } = request;
  const externalRef = await referenceFor(parts, request, conflictsOf(body));
  const { companyId, company } = callerOf(request);
  return parts.sales.issue(issuingAt(request, parts.issuing), {
    issuer: { companyId, company },
    externalRef,
    order,
    redirect: redirectOf(body),
    ownClass: ownClassOf(body),
  });
}

/** What is answered of an issued document; a rejection is explained. */
export async function answerIssued(
  parts: ServerParts,
  { record, isDuplicate }: Issued,
): Promise<IssuedAnswer> {
  const answer = issuedAnswer(record, isDuplicate, parts);
  return record.state === 'rejected' ? explained(parts, record, answer) : { ...answer, explanation: [] };
}

/**
 * The reference that was sent, or a fresh one. Throws RefusedRequest for one that is none, and for a request that
 * contradicts itself.
 */
export async function referenceFor(
  { issuing }: ServerParts,
  request: FastifyRequest<{ Body: Pick<IssuingBody, 'external_ref'> }>,
  conflicts: readonly FieldProblem[],
): Promise<ExternalRef> {
  const text = request.body.external_ref ?? issuing.identities.documentId();
  const externalRef = await referenceIn(issuing.store, callerOf(request).companyId, text);
  const problems = externalRef === null ? referenceProblems(text) : conflicts;
  if (externalRef === null || problems.length > 0) throw new InvalidRequest(problems);
  return externalRef;
}

/** Answers a refused request of these types whose reference is stamped with its original. */
export function answerWithOriginal(parts: ServerParts, typesOf: (body: object) => readonly TipoDte[]) {
  return answerRepeats(parts, async ({ companyId, externalRef, body }: Repeat) => {
    const types = typesOf(body);
    const original = await parts.sales.original(parts.issuing, { companyId, externalRef, types });
    return original === null ? null : answerIssued(parts, original);
  });
}
