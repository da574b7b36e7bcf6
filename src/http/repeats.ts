import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ExternalRef, isExternalRef } from '../core/identifiers/external-ref.ts';
import { parseJsonObject } from '../core/json/read-json.ts';
import { InvalidRequest, RefusedBody, type RefusedRequest } from './errors.ts';
import { visitOf } from './visit.ts';

/** What can be read of a request that is refused. */
export interface Repeat {
  readonly companyId: string;
  readonly externalRef: ExternalRef;
  /** As it came. */
  readonly body: object;
}

/**
 * What a route that issues does with requests that are refused before they are looked at: where their reference is
 * stamped, `original` answers, whatever they would be refused for now (specification 3.2, "always").
 */
export function answerRepeats<Answer>(original: (repeat: Repeat) => Promise<Answer | null>) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isOfBody = error instanceof RefusedBody || error instanceof InvalidRequest;
    const repeat = isOfBody ? repeatIn(error, request) : null;
    const answer = repeat === null ? null : await original(repeat);
    // The server's own handler answers.
    if (answer === null) throw error;
    return reply.code(200).send(answer);
  };
}

/** Null where the request has no caller, or no reference that could be read for certain. */
function repeatIn(error: RefusedRequest, request: FastifyRequest): Repeat | null {
  const { caller } = visitOf(request);
  if (caller === null || error.refusal.problems.some(({ path }) => path === 'external_ref')) return null;
  const body = error instanceof RefusedBody ? parseJsonObject(error.bytes) : request.body;
  if (typeof body !== 'object' || body === null || !('external_ref' in body)) return null;
  const { external_ref: externalRef } = body;
  if (typeof externalRef !== 'string' || !isExternalRef(externalRef)) return null;
  return { companyId: caller.companyId, externalRef, body };
}
