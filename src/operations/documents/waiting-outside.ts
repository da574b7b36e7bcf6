import type { Place } from '../access/places.ts';
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
