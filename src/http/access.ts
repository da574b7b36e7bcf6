import type { FastifyReply, FastifyRequest } from 'fastify';
import { isExternalRef } from '../core/identifiers/external-ref.ts';
import { flagIn } from '../core/json/flag.ts';
import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import { type AccessPorts, authenticate, type Entry } from '../operations/access/authenticate.ts';
import type { BodyBytes } from '../operations/access/body-bytes.ts';
import type { Holder } from '../operations/access/holding.ts';
import type { Place } from '../operations/access/places.ts';
import type { Caller, RateLimits } from '../operations/access/ports.ts';
import type { DocumentRead, DocumentView } from '../operations/documents/reading-ports.ts';
import { neighbourhoodOf } from './caller-address.ts';
import { holderOf } from './held.ts';
import type { Pacing } from './pacing.ts';
import { RETRY_AFTER_S, sendRefusal } from './problems.ts';
import { type Headers, rateHeaders } from './rate-headers.ts';
import { beginVisit, NOBODY, visitOf } from './visit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route shows how the document stands that the address names as `id_or_ref`. */
    readonly readsDocument?: boolean;
    /** Whether a request needs no key; without it, every request of the route does. */
    readonly isOpen?: (request: FastifyRequest) => boolean;
  }
}

/** What judging a request takes. */
export interface AccessParts extends AccessPorts {
  readonly pacing: Pacing;
  /** The bodies of callers that were admitted. */
  readonly bodies: BodyBytes;
  /** Answers the caller's address, as far as the proxies in between are trusted. */
  readonly addressOf: (request: FastifyRequest['raw']) => string;
}

/** Whether a request may pass, and what its response says about the limits; to a stranger, only how to call. */
export type Admission =
  | {
      readonly kind: 'admitted';
      readonly caller: Caller;
      readonly headers: Headers;
      readonly place: Place;
      /** The document that was asked for; null where none was, or there is none. */
      readonly found: DocumentView | null;
    }
  | {
      readonly kind: 'turned_away';
      /** Whose key it was; null for a stranger. */
      readonly caller: Pick<Caller, 'companyId' | 'keyId'> | null;
      readonly refusal: Refusal;
      readonly headers: Headers;
    };

const BEARER = /^Bearer ([^\s]{1,200})$/i;

/** What is answered to whatever is wrong with a key (RFC 9110 section 11.6.1). */
const CHALLENGE: Headers = { 'www-authenticate': 'Bearer' };

/** How late the answers to a key may be that is turned away again and again, in milliseconds by status. */
const SLOWEST_MS: Readonly<Record<number, number>> = { 429: 250, 503: 40 };
/** How late the answers to requests without a key may be. */
const SLOWEST_TO_STRANGERS_MS = 250;

const BUSY: Headers = { 'retry-after': RETRY_AFTER_S };

/** A request that is judged by its headers. */
export interface Judged {
  readonly request: FastifyRequest['raw'];
  /** Whose place it is that the request gets. */
  readonly holder: Holder;
  /** The document that is read together with the admission; null where none is. */
  readonly read: DocumentRead | null;
}

/**
 * Judges the `Authorization` header of a request and counts the request against the limits of its key. Whoever is turned
 * away again and again is answered more slowly.
 */
export async function admit(parts: AccessParts, { request, holder, read }: Judged): Promise<Admission> {
  const text = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const from = neighbourhoodOf(parts.addressOf(request));
  const entry = await authenticate(parts, { text, from, read, holder });
  const admission = entry.kind === 'unauthorized' ? strangerOf(request.headers.authorization) : judge(entry);
  if (admission.kind === 'admitted') return admission;
  const { caller, refusal } = admission;
  if (caller === null) await slowStranger(parts, from);
  else await parts.pacing.wait(caller.keyId, SLOWEST_MS[refusal.status] ?? 0);
  return admission;
}

/** Waits as long as a stranger who is turned away again and again is to wait for any answer. */
export function slowStranger({ pacing }: Pick<AccessParts, 'pacing'>, from: string): Promise<void> {
  return pacing.wait(from, SLOWEST_TO_STRANGERS_MS);
}

/** Says what anybody can see of the header, and nothing of the key. */
function strangerOf(authorization: string | undefined): Admission {
  const formed = BEARER.test(authorization ?? '')
    ? ''
    : ': el encabezado Authorization debe ser Bearer, un espacio y la clave';
  const reason = authorization === undefined ? ': falta el encabezado Authorization' : formed;
  return {
    kind: 'turned_away',
    caller: null,
    refusal: refuse('unauthorized', { reason }),
    headers: CHALLENGE,
  };
}

function judge(entry: Exclude<Entry, { readonly kind: 'unauthorized' }>): Admission {
  if (entry.kind === 'busy')
    return { kind: 'turned_away', caller: entry.key, refusal: refuse('busy'), headers: BUSY };
  const { admission, place } = entry;
  const { caller, standing } = admission;
  const headers = rateHeaders(caller.limits, standing);
  if (standing.exceeded === null) return { kind: 'admitted', caller, headers, place, found: admission.found };
  place.leave();
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

/**
 * Lets a request pass that carries a valid key within its limits; otherwise answers 401, 429 or 503. Where the route
 * reads a document, the same statement reads the one that the address names in the form of today, and the visit has it then.
 */
export async function requireKey(
  parts: AccessParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { readsDocument = false, isOpen } = request.routeOptions.config;
  // Another thread may have admitted and counted it.
  if (visitOf(request).caller !== null || isOpen?.(request) === true) return undefined;
  const read = readsDocument ? readAtOnce(request) : null;
  const admission = await admit(parts, { request: request.raw, holder: holderOf(reply.raw), read });
  reply.headers(admission.headers);
  if (admission.kind === 'admitted') {
    const { caller, place, found } = admission;
    beginVisit(request, { by: caller, caller, place, found });
    // Nobody waits for a caller who takes his time; `takePlace` has a place again for what has come.
    if (!request.raw.complete) place.leave();
    return undefined;
  }
  beginVisit(request, { ...NOBODY, by: admission.caller });
  return sendRefusal(reply, admission.refusal);
}

/** Has a place for a request whose body is there, where it gave its own away while that came; otherwise answers 503. */
export async function takePlace(
  { places }: AccessParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const visit = visitOf(request);
  if (visit.caller === null || !visit.place.isLeft) return undefined;
  const place = await places.enter(visit.caller, holderOf(reply.raw));
  if (place === null) return sendRefusal(reply, refuse('busy'));
  beginVisit(request, { ...visit, place });
  return undefined;
}

/** The document that an address names. */
export function documentNamedBy({ params, query }: Pick<FastifyRequest, 'params' | 'query'>): DocumentRead {
  const bytes = flagIn(textIn(query, 'include_dte') ?? '') ?? false;
  return { idOrRef: textIn(params, 'id_or_ref') ?? '', bytes };
}

/** The one that is read together with the admission; null for one that may stand under several references. */
function readAtOnce(request: FastifyRequest): DocumentRead | null {
  const read = documentNamedBy(request);
  return isExternalRef(read.idOrRef) ? read : null;
}

/** A parameter of the path or the query that has not been validated yet; null where it is no one text. */
export function textIn(parameters: unknown, name: string): string | null {
  const value: unknown =
    typeof parameters === 'object' && parameters !== null ? Reflect.get(parameters, name) : null;
  return typeof value === 'string' ? value : null;
}
