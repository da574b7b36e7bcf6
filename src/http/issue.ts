import type { FastifyRequest } from 'fastify';
import type { Order } from '../core/drafting/order.ts';
import type { TipoDte } from '../core/dte/kinds.ts';
import type { ExternalRef } from '../core/identifiers/external-ref.ts';
import type { FieldProblem } from '../core/refusals/problem.ts';
import type { Refusal } from '../core/refusals/refusal.ts';
import { issueDocument, stampedOriginal } from '../operations/documents/issue-document.ts';
import type { Issued } from '../operations/documents/issue-drafted.ts';
import type { DocumentRecord } from '../operations/documents/ports.ts';
import type { Meter, MeteredOutcome } from '../operations/installation/metrics-ports.ts';
import type { CancelledDocument } from '../operations/invalidations/invalidate-document.ts';
import type { IssuingBody } from '../requests/issuing-fields.ts';
import { conflictsOf, readReference, redirectOf } from '../requests/order-parts.ts';
import { issuedAnswer } from './answers.ts';
import type { ServerParts } from './app.ts';
import { InvalidRequest } from './errors.ts';
import { explained } from './explanations.ts';
import { answerRepeats, type Repeat } from './repeats.ts';
import { callerOf, issuingAt } from './visit.ts';

/** Issues an order for the caller of the request, from whose body the order was made. */
export async function issueFor(
  parts: ServerParts,
  request: FastifyRequest<{ Body: IssuingBody }>,
  order: Order,
): Promise<Issued | Refusal> {
  const { tipoDte } = order;
  const outcome = await issueOrder(parts, request, order).catch(countFailed(parts.meter, tipoDte));
  meterIssuance(parts.meter, tipoDte, outcome);
  return outcome;
}

async function issueOrder(
  parts: ServerParts,
  request: FastifyRequest<{ Body: IssuingBody }>,
  order: Order,
): Promise<Issued | Refusal> {
  const { body } = request;
  const externalRef = referenceFor(parts, body.external_ref ?? null, conflictsOf(body));
  const { companyId, company } = callerOf(request);
  return issueDocument(issuingAt(request, parts.issuing), {
    issuer: { companyId, company },
    externalRef,
    order,
    redirect: redirectOf(body),
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
  const read = readReference(sent ?? issuing.identities.documentId(), conflicts);
  if (read.kind === 'refused') throw new InvalidRequest(read.problems);
  return read.externalRef;
}

/** Answers a refused request of these types whose reference is stamped with its original. */
export function answerWithOriginal(parts: ServerParts, typesOf: (body: object) => readonly TipoDte[]) {
  return answerRepeats(async ({ companyId, externalRef, body }: Repeat) => {
    const types = typesOf(body);
    const original = await stampedOriginal(parts.issuing, { companyId, externalRef, types });
    if (original === null) return null;
    meterIssuance(parts.meter, original.record.tipoDte, original);
    return explained(parts, original.record, issuedAnswer(original.record, original.isDuplicate, parts));
  });
}

/** A document as it stands at the end of a request, whether issued or cancelled by a note. */
interface MeteredAnswer {
  readonly kind: 'issued';
  readonly record: Pick<DocumentRecord, 'state'>;
  readonly isDuplicate: boolean;
}

/** Counts a request to issue. */
export function meterIssuance(meter: Meter, tipoDte: TipoDte, outcome: MeteredAnswer | Refusal): void {
  const ended =
    outcome.kind === 'refused' ? refused(outcome) : standing(outcome.record.state, outcome.isDuplicate);
  meter.issuance(tipoDte, ended);
}

/** Counts a request to issue that an error ended, and lets the error go on. */
export function countFailed(meter: Meter, tipoDte: TipoDte): (error: unknown) => never {
  return (error) => {
    meter.issuance(tipoDte, 'failed');
    throw error;
  };
}

/** Counts a request to take a document back. */
export function meterInvalidation(meter: Meter, outcome: CancelledDocument | Refusal): void {
  if (outcome.kind === 'refused') {
    meter.invalidation(null, refused(outcome));
    return;
  }
  const { by, isDuplicate, record } = outcome;
  const { state } = by.kind === 'event' ? by.event : by.note;
  meter.invalidation(record.tipoDte, standing(state, isDuplicate));
}

function refused({ status }: Refusal): MeteredOutcome {
  return status < 500 ? 'refused' : 'failed';
}

/** What has no verdict yet is in contingency for the caller. */
function standing(state: string, isDuplicate: boolean): MeteredOutcome {
  if (isDuplicate) return 'duplicate';
  if (state === 'stamped' || state === 'sealed') return 'stamped';
  return state === 'rejected' ? 'rejected' : 'contingency';
}
