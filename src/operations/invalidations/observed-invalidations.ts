import type { CircuitBreaker } from '../background/circuit-breaker.ts';
import type { InvalidationAuthority } from './ports.ts';

/**
 * The service of invalidations, with the breaker told of what its calls say about the authority as a whole. That this
 * one service is silent is no reason to issue no documents; that nobody can be reached is.
 */
export function observedInvalidations(
  authority: InvalidationAuthority,
  breaker: Pick<CircuitBreaker, 'note'>,
): InvalidationAuthority {
  return {
    async invalidate(submission) {
      const answer = await authority.invalidate(submission);
      if (answer.kind === 'not_delivered') breaker.note(submission.invalidated, false, answer.cause);
      else if (answer.kind !== 'silent') breaker.note(submission.invalidated, true);
      return answer;
    },
    async speaksOf(query) {
      const spoke = await authority.speaksOf(query);
      breaker.note(query, spoke);
      return spoke;
    },
  };
}
