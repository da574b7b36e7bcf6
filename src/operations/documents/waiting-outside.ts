import type { Place } from '../access/places.ts';
import type { Press } from '../files/ports.ts';
import type { InvalidationAuthority } from '../invalidations/ports.ts';
import type { IssuingContext } from './issuing-context.ts';

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
