import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import type { Caller, KeyCheck, KeyReader, RateLimiter, RateLimits } from '../operations/access-ports.ts';
import { authenticate } from '../operations/authenticate.ts';
import { sendRefusal } from './problems.ts';
import { type Headers, rateHeaders } from './rate-headers.ts';

export interface AccessParts {
  readonly keys: KeyReader;
  readonly keyCheck: KeyCheck;
  readonly limiter: RateLimiter;
}

/** Whether a request may pass, and what its response says about the limits; to a stranger, only how to call. */
export type Admission =
  | { readonly kind: 'admitted'; readonly caller: Caller; readonly headers: Headers }
  | {
      readonly kind: 'turned_away';
      /** Whose limits are exceeded; null for a stranger. */
      readonly caller: Caller | null;
      readonly refusal: Refusal;
      readonly headers: Headers;
    };

const BEARER = /^Bearer ([^\s]{1,200})$/i;

/** The same for whatever is wrong with a key (RFC 9110 section 11.6.1). */
const CHALLENGE: Headers = { 'www-authenticate': 'Bearer' };

/** Who called, by request; set for every request with a valid key at a route that requires one. */
const callers = new WeakMap<FastifyRequest, Caller>();

/** The caller of an authenticated request. Throws where the route forgot to require a key. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error('the route does not require a key');
  return caller;
}

/** Who called; null where no key was required of the request, or it had none. */
export function callerIfKnown(request: FastifyRequest): Caller | null {
  return callers.get(request) ?? null;
}

/** Judges the `Authorization` header of a request and counts the request against the limits of its key. */
export async function admit(parts: AccessParts, authorization: string | undefined): Promise<Admission> {
  const key = BEARER.exec(authorization ?? '')?.[1] ?? '';
  const caller = await authenticate(parts.keys, parts.keyCheck, key);
  if (caller === null)
    return { kind: 'turned_away', caller, refusal: refuse('unauthorized'), headers: CHALLENGE };
  const standing = await parts.limiter.count(caller);
  const headers = rateHeaders(caller.limits, standing);
  if (standing.exceeded === null) return { kind: 'admitted', caller, headers };
  return {
    kind: 'turned_away',
    caller,
    refusal: tooMany(standing.exceeded, caller.limits),
    headers: { ...headers, 'retry-after': standing.retryAfter },
  };
}

function tooMany(exceeded: 'minute' | 'hour', { perMinute, perHour }: RateLimits): Refusal {
  return exceeded === 'minute'
    ? refuse('rate_limited_minute', { limit: String(perMinute) })
    : refuse('rate_limited_hour', { limit: String(perHour) });
}

/** Lets a request pass that carries a valid key within its limits; otherwise answers 401 or 429. */
export async function requireKey(
  parts: AccessParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const admission = await admit(parts, request.headers.authorization);
  reply.headers(admission.headers);
  if (admission.caller !== null) callers.set(request, admission.caller);
  return admission.kind === 'turned_away' ? sendRefusal(reply, admission.refusal) : undefined;
}
