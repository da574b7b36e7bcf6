import type { FastifyRequest } from 'fastify';
import {
  cancellingOutside,
  NO_PLACE,
  type Place,
  pressOutside,
  waitingOutside,
} from '../operations/access/places.ts';
import type { Caller } from '../operations/access/ports.ts';
import type { IssuingContext } from '../operations/documents/issuing-context.ts';
import type { DocumentView } from '../operations/documents/reading-ports.ts';
import type { Press } from '../operations/files/ports.ts';
import type { InvalidationAuthority } from '../operations/invalidations/ports.ts';

/** What is known of a request besides what it says. */
export interface Visit {
  /** Whose key it brought; null for a stranger. */
  readonly by: Pick<Caller, 'companyId' | 'keyId'> | null;
  /** Who called; null where the request may not pass, or needs no key. */
  readonly caller: Caller | null;
  /** Held from the admission to the answer. */
  readonly place: Place;
  /** The document that was read together with the admission; null where there is none. */
  readonly found: DocumentView | null;
}

export const NOBODY: Visit = { by: null, caller: null, place: NO_PLACE, found: null };

const visits = new WeakMap<FastifyRequest, Visit>();

export function beginVisit(request: FastifyRequest, visit: Visit): void {
  visits.set(request, visit);
}

/** The visit of a request; that of nobody where none has begun. */
export function visitOf(request: FastifyRequest): Visit {
  return visits.get(request) ?? NOBODY;
}

/** The caller of an authenticated request. Throws where the route forgot to require a key. */
export function callerOf(request: FastifyRequest): Caller {
  const { caller } = visitOf(request);
  if (caller === null) throw new Error('the route does not require a key');
  return caller;
}

/** What a request issues with: while it waits for the authority, or for whoever holds its document, others have its place. */
export function issuingAt<Context extends IssuingContext>(
  request: FastifyRequest,
  context: Context,
): Context {
  return waitingOutside(visitOf(request).place, context);
}

/** What a request takes a document back with; the same holds for it. */
export function invalidatingAt<
  Context extends IssuingContext & { readonly invalidationAuthority: InvalidationAuthority },
>(request: FastifyRequest, context: Context): Context {
  return cancellingOutside(visitOf(request).place, context);
}

/** The press that prints for a request; the same holds for it. */
export function pressAt(request: FastifyRequest, press: Press): Press {
  return pressOutside(visitOf(request).place, press);
}
