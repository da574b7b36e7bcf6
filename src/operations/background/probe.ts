import { isThere } from '../../core/submitting/is-there.ts';
import type { ConsultQuery } from '../authority/ports.ts';
import type { IssuingContext } from '../documents/issuing-context.ts';
import type { DueProbe } from './circuit-breaker.ts';

/** What a probe needs from outside. */
export interface ProbingContext extends Pick<IssuingContext, 'authority'> {
  readonly store: Pick<IssuingContext['store'], 'stampedForGood'>;
  readonly identities: Pick<IssuingContext['identities'], 'codigoGeneracion'>;
}

/**
 * Asks an authority that was silent whether it is there; whoever listens to its calls closes the circuit. No single document
 * decides: the authority may be silent about one for ever, so that the question goes round, about the document whose call was
 * silent, about the one that was stamped last, and about a code that nobody has.
 */
export async function probe(context: ProbingContext, due: DueProbe): Promise<boolean> {
  return isThere(await context.authority.consult(await questionOf(context, due)));
}

async function questionOf(
  { store, identities }: ProbingContext,
  { query, turn }: DueProbe,
): Promise<ConsultQuery> {
  const { account } = query;
  if (turn % 3 === 0) return query;
  const known = turn % 3 === 1 ? await store.stampedForGood(account) : null;
  return { ...query, ...(known ?? { codigoGeneracion: identities.codigoGeneracion() }) };
}
