import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../core/refusals/refusal.ts';
import type { Caller, KeyCheck, KeyReader, RateLimiter } from '../operations/access-ports.ts';
import { authenticate } from '../operations/authenticate.ts';
import { sendRefusal } from './problems.ts';
import { setRateHeaders } from './rate-headers.ts';

export interface AccessParts {
  readonly keys: KeyReader;
  readonly keyCheck: KeyCheck;
  readonly limiter: RateLimiter;
}

const BEARER = /^Bearer ([^\s]{1,200})$/i;

/** Who called, by request; set for every request that got past `requireKey`. */
const callers = new WeakMap<FastifyRequest, Caller>();

/** The caller of an authenticated request. Throws where the route forgot to require a key. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error('the route does not require a key');
  return caller;
}

/** Lets a request pass that carries a valid key within its limits; otherwise answers 401 or 429. */
export async function requireKey(
  parts: AccessParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const key = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const caller = await authenticate(parts.keys, parts.keyCheck, key);
  if (caller === null) return sendRefusal(reply, refuse('unauthorized'));
  const standing = await parts.limiter.count(caller);
  setRateHeaders(reply, caller.limits, standing);
  if (standing.exceeded === null) {
    callers.set(request, caller);
    return undefined;
  }
  reply.header('retry-after', standing.retryAfter);
  const { perMinute, perHour } = caller.limits;
  return standing.exceeded === 'minute'
    ? sendRefusal(reply, refuse('rate_limited_minute', { limit: String(perMinute) }))
    : sendRefusal(reply, refuse('rate_limited_hour', { limit: String(perHour) }));
}
