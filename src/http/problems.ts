import type { FastifyReply, FastifyRequest } from 'fastify';
import { asSentence, type Refusal } from '../core/refusals/refusal.ts';
import { isForPerson, PAGE_POLICY, refusalPage } from './person-page.ts';

/** The code of what was refused, by request. */
const codes = new WeakMap<FastifyRequest, string>();

/** The code with which a request was refused; null where it was not. */
export function refusalCodeOf(request: FastifyRequest): string | null {
  return codes.get(request) ?? null;
}

/** Seconds after which there may be room again. */
export const RETRY_AFTER_S = 1;

export function noteCode(request: FastifyRequest, code: string): void {
  codes.set(request, code);
}

/** Answers with a refusal in the one shape of all errors; to a person, with a page that says so. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, code, detail, problems } = refusal;
  const errors = problems.map(({ path, code: fault, message }) => ({
    field: path,
    code: fault,
    message: asSentence(message),
  }));
  noteCode(reply.request, code);
  if (isForPerson(reply.request)) return sendPage(reply, refusal);
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(errors.length === 0 ? { detail, code } : { detail, code, errors });
}

/** Not through the route's schema, which describes what programs get. */
function sendPage(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply
    .code(refusal.status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', PAGE_POLICY)
    .serializer(String)
    .send(refusalPage(refusal));
}
