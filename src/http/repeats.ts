import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ExternalRef } from '../core/identifiers/external-ref.ts';
import { parseJsonObject } from '../core/json/read-json.ts';
import { referenceIn } from '../operations/documents/find-document.ts';
import type { DocumentStore } from '../operations/documents/ports.ts';
import { fieldsByName } from '../requests/json-body.ts';
import type { ServerParts } from './app.ts';
import { InvalidRequest, RefusedBody, type RefusedRequest } from './errors.ts';
import { visitOf } from './visit.ts';

/** What can be read of a request that is refused. */
export interface Repeat {
  readonly companyId: string;
  readonly externalRef: ExternalRef;
  readonly body: object;
}

/**
 * What a route that issues does with requests that are refused before they are looked at: where their reference is
 * stamped, `original` answers, whatever they would be refused for now (specification 3.2, "always").
 */
export function answerRepeats<Answer>(
  { issuing }: Pick<ServerParts, 'issuing'>,
  original: (repeat: Repeat) => Promise<Answer | null>,
) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isOfBody = error instanceof RefusedBody || error instanceof InvalidRequest;
    const repeat = isOfBody ? await repeatIn(issuing.store, error, request) : null;
    const answer = repeat === null ? null : await original(repeat);
    // The server's own handler answers.
    if (answer === null) throw error;
    return reply.code(200).send(answer);
  };
}

/** Null where the request has no caller, or no reference that could be read for certain. */
async function repeatIn(
  store: DocumentStore,
  error: RefusedRequest,
  request: FastifyRequest,
): Promise<Repeat | null> {
  const { caller } = visitOf(request);
  if (caller === null || error.refusal.problems.some(({ path }) => path === 'external_ref')) return null;
  const body = fieldsByName(error instanceof RefusedBody ? parseJsonObject(error.bytes) : request.body);
  const { external_ref: reference } = body;
  if (typeof reference !== 'string') return null;
  const { companyId } = caller;
  const externalRef = await referenceIn(store, companyId, reference);
  return externalRef && { companyId, externalRef, body };
}
