import type { Company } from '../../core/company/company.ts';
import type { Place } from '../access/places.ts';
import type { Authority } from '../authority/ports.ts';
import type { CircuitBreaker } from '../background/circuit-breaker.ts';
import type { Press } from '../files/ports.ts';
import type { InvalidationAuthority } from '../invalidations/ports.ts';
import type { CompletionReader } from '../rehearsals/ports.ts';
import type { Clock, DocumentStore, Identities, Signer } from './ports.ts';

/** The limits of time that the installation sets; all in milliseconds. */
export interface IssuingTimes {
  /** Total deadline of one call to the authority. */
  readonly callTimeoutMs: number;
  /** From the request's arrival to its answer. */
  readonly requestBudgetMs: number;
  /** From the last sending of bytes until "absent" means that they will never be processed. */
  readonly quarantineMs: number;
}

/** Told about what the operator must see; never about amounts, names or secrets. */
export interface IssuingLog {
  warn(event: string, detail: Readonly<Record<string, string | number>>): void;
}

/** What issuing needs from outside. */
export interface IssuingContext {
  readonly clock: Clock;
  readonly identities: Identities;
  readonly store: DocumentStore;
  /** What companies have told of their customers and products. */
  readonly completions: CompletionReader;
  /** Tells `breaker` of every call. */
  readonly authority: Authority;
  readonly breaker: CircuitBreaker;
  readonly signer: Signer;
  readonly times: IssuingTimes;
  readonly log: IssuingLog;
}

/** A company under its identifier. */
export interface IssuingCompany {
  readonly companyId: string;
  readonly company: Company;
}

/** How long a lease outlives the step it was taken for. */
const LEASE_MARGIN_MS = 4000;

/** A lease covers one call with its token, so that only a dead holder loses it. */
export function leaseMs(times: Pick<IssuingTimes, 'callTimeoutMs'>): number {
  return 2 * times.callTimeoutMs + LEASE_MARGIN_MS;
}

/** No node shortens what the database keeps for all of them, nor the database what this one was started with. */
export function quarantineOf(
  { times }: Pick<IssuingContext, 'times'>,
  { quarantineMs }: { readonly quarantineMs: number },
): number {
  return Math.max(times.quarantineMs, quarantineMs);
}

/** What a request issues with: while it waits for the authority, or for whoever holds its document, others have its place. */
export function waitingOutside<Context extends Pick<IssuingContext, 'authority' | 'clock'>>(
  place: Place,
  context: Context,
): Context {
  const { authority, clock } = context;
  return {
    ...context,
    authority: {
      submit: (submission) => place.outside(() => authority.submit(submission)),
      consult: (query) => place.outside(() => authority.consult(query)),
    },
    clock: { ...clock, sleep: (delayMs) => place.outside(() => clock.sleep(delayMs)) },
  };
}

/** The same of a request that cancels. */
export function cancellingOutside<
  Context extends IssuingContext & { readonly invalidationAuthority: InvalidationAuthority },
>(place: Place, context: Context): Context {
  const { invalidationAuthority } = context;
  return {
    ...waitingOutside(place, context),
    invalidationAuthority: {
      invalidate: (submission) => place.outside(() => invalidationAuthority.invalidate(submission)),
      speaksOf: (query) => place.outside(() => invalidationAuthority.speaksOf(query)),
    },
  };
}

/** The press that prints for a request. */
export function pressOutside(place: Place, press: Press): Press {
  return { ...press, print: (order, companyId) => place.outside(() => press.print(order, companyId)) };
}
