import type { FastifyRequest } from 'fastify';
import type { TipoDte } from '../core/dte/kinds.ts';
import type { Refusal } from '../core/refusals/refusal.ts';
import { getInvalidation } from '../operations/invalidations/get-invalidation.ts';
import {
  type CancelledDocument,
  invalidateDocument,
} from '../operations/invalidations/invalidate-document.ts';
import type { ServerParts } from './app.ts';
import { type InvalidationBody, wishOf } from './invalidation-fields.ts';
import { meterInvalidation } from './metering.ts';
import { callerOf, invalidatingAt } from './visit.ts';

export interface InvalidateCall {
  readonly request: FastifyRequest;
  readonly idOrRef: string;
  readonly body: InvalidationBody;
  readonly onlyType: TipoDte | null;
}

/** Takes a document of the caller back. */
export async function invalidateFor(
  parts: ServerParts,
  { request, idOrRef, body, onlyType }: InvalidateCall,
): Promise<CancelledDocument | Refusal> {
  const { companyId, company } = callerOf(request);
  const { issuing, standings, payloadOf, invalidations, invalidationAuthority } = parts;
  const context = invalidatingAt(request, {
    ...issuing,
    standings,
    payloadOf,
    invalidations,
    invalidationAuthority,
  });
  const wish = wishOf(body);
  const outcome = await invalidateDocument(context, {
    issuer: { companyId, company },
    idOrRef,
    wish,
    onlyType,
  });
  meterInvalidation(parts.meter, outcome);
  return outcome;
}

export type InvalidationStatusCall = Omit<InvalidateCall, 'body'>;

/** How the attempt to take a document of the caller back stands. */
export function invalidationFor(
  parts: ServerParts,
  { request, idOrRef, onlyType }: InvalidationStatusCall,
): Promise<CancelledDocument | Refusal> {
  const { companyId } = callerOf(request);
  const { invalidations, issuing } = parts;
  return getInvalidation({ store: issuing.store, invalidations }, { companyId, idOrRef, onlyType });
}
