import type { FastifyReply } from 'fastify';
import { asSentence, type Refusal } from '../core/refusals/refusal.ts';

/** Answers with a refusal in the one shape of all errors. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, code, detail, problems } = refusal;
  const errors = problems.map(({ path, message }) => ({ field: path, message: asSentence(message) }));
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(errors.length === 0 ? { detail, code } : { detail, code, errors });
}
