import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type FieldProblem, type Refusal, refuse, refuseProblems } from '../core/refusals/refusal.ts';
import { sendRefusal } from './problems.ts';

/** Carries a refusal through the framework's error path. */
export class RefusedRequest extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.name = 'RefusedRequest';
    this.refusal = refusal;
  }
}

/** Carries a refusal of a whole JSON body, with its bytes. */
export class RefusedBody extends RefusedRequest {
  readonly bytes: Uint8Array;

  constructor(refusal: Refusal, bytes: Uint8Array) {
    super(refusal);
    this.name = 'RefusedBody';
    this.bytes = bytes;
  }
}

/** Carries the schema validator's findings through the framework's error path. */
export class InvalidRequest extends RefusedRequest {
  constructor(problems: readonly FieldProblem[]) {
    super(refuseProblems(problems));
    this.name = 'InvalidRequest';
  }
}

/** The framework's own errors that are the caller's; everything else is ours. */
const CALLER_ERRORS: Readonly<Record<string, () => Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => refuse('body_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refuse('unsupported_content_type'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => refuse('malformed_json', { reason: 'está vacío.' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    refuse('malformed_json', { reason: 'Content-Length no coincide.' }),
};

/** Why the database served nobody when it threw this; null where something else is wrong. */
export type ObstacleOf = (error: unknown) => string | null;

/** What the caller is told where only the operator can help. */
const REFUSED: Readonly<Record<string, 'must_reconcile' | 'clocks_apart'>> = {
  forgot: 'must_reconcile',
  clocks_apart: 'clocks_apart',
};

/** Every error as the one shape: the caller reads what concerns the caller, the log gets the rest. */
export function answerErrors(obstacleOf: ObstacleOf) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendRefusal(reply, refusalOf(error, request, obstacleOf));
}

function refusalOf(error: FastifyError, request: FastifyRequest, obstacleOf: ObstacleOf): Refusal {
  if (error instanceof RefusedRequest) return error.refusal;
  const callerError = CALLER_ERRORS[error.code];
  if (callerError !== undefined) return callerError();
  // The connection of the caller broke, who reads no answer; the line of the request says that he left.
  if (error === request.raw.errored) return refuse('malformed_request');
  const obstacle = obstacleOf(error);
  if (obstacle !== null) {
    const event = obstacle === 'journal' ? 'journal_unwritable' : 'database_unavailable';
    request.log.error({ event, obstacle, reason: error.message });
    return refuse(REFUSED[obstacle] ?? 'unavailable');
  }
  request.log.error({ event: 'request_failed', reason: error.message, stack: error.stack });
  return refuse('internal_error');
}
