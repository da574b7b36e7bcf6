import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import type { Caller, RateLimits } from '../operations/access-ports.ts';
import { type AccessPorts, authenticate } from '../operations/authenticate.ts';
import { isReadable } from '../operations/find-document.ts';
import type { DocumentRead, DocumentView } from '../operations/reading-ports.ts';
import { sendRefusal } from './problems.ts';
import { type Headers, rateHeaders } from './rate-headers.ts';

/** Whether a request may pass, and what its response says about the limits; to a stranger, only how to call. */
export type Admission =
  | {
      readonly kind: 'admitted';
      readonly caller: Caller;
      readonly headers: Headers;
      /** The document that was asked for; null where none was, or there is none. */
      readonly found: DocumentView | null;
    }
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

/** What requests asked for, by request, where it was read together with their admission. */
const found = new WeakMap<FastifyRequest, DocumentView>();

/** The document that `requireKeyToRead` found for a request; null where there is none. */
export function foundFor(request: FastifyRequest): DocumentView | null {
  return found.get(request) ?? null;
}

/** Judges the `Authorization` header of a request and counts the request against the limits of its key. */
export async function admit(
  parts: AccessPorts,
  authorization: string | undefined,
  read: DocumentRead | null = null,
): Promise<Admission> {
  const text = BEARER.exec(authorization ?? '')?.[1] ?? '';
  const admission = await authenticate(parts, text, read);
  if (admission === null)
    return { kind: 'turned_away', caller: null, refusal: refuse('unauthorized'), headers: CHALLENGE };
  const { caller, standing } = admission;
  const headers = rateHeaders(caller.limits, standing);
  if (standing.exceeded === null) return { kind: 'admitted', caller, headers, found: admission.found };
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
export function requireKey(
  parts: AccessPorts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  return pass(parts, { request, reply, read: null });
}

/** The same, and reads the document that the address names in the same breath: `foundFor` has it then. */
export function requireKeyToRead(
  parts: AccessPorts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { params, query } = request;
  const idOrRef = textIn(params, 'id_or_ref') ?? '';
  const bytes = textIn(query, 'include_dte') === '1';
  return pass(parts, { request, reply, read: isReadable(idOrRef) ? { idOrRef, bytes } : null });
}

interface Passing {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly read: DocumentRead | null;
}

async function pass(
  parts: AccessPorts,
  { request, reply, read }: Passing,
): Promise<FastifyReply | undefined> {
  const admission = await admit(parts, request.headers.authorization, read);
  reply.headers(admission.headers);
  if (admission.caller !== null) callers.set(request, admission.caller);
  if (admission.kind === 'turned_away') return sendRefusal(reply, admission.refusal);
  if (admission.found !== null) found.set(request, admission.found);
  return undefined;
}

/** A parameter that has not been validated yet. */
function textIn(parameters: unknown, name: string): string | null {
  const value: unknown =
    typeof parameters === 'object' && parameters !== null ? Reflect.get(parameters, name) : null;
  return typeof value === 'string' ? value : null;
}
