import type { Authority } from '../operations/authority/ports.ts';
import type { ContingencyAuthority } from '../operations/contingencies/ports.ts';
import type { CallOutcome, Meter, MeteredService } from '../operations/installation/metrics-ports.ts';
import type { InvalidationAuthority } from '../operations/invalidations/ports.ts';

/** All services of the authority. */
export type WholeAuthority = Authority & ContingencyAuthority & InvalidationAuthority;

/** The authority, with the meter told of every call, a token's included. `monotonic` is in milliseconds. */
export function meteredAuthority(
  authority: WholeAuthority,
  meter: Pick<Meter, 'call'>,
  monotonic: () => number,
): WholeAuthority {
  const metered = async <S extends MeteredService, T>(
    service: S,
    call: () => Promise<T>,
    outcomeOf: (answer: T) => CallOutcome<S>,
  ): Promise<T> => {
    const startedMs = monotonic();
    const answer = await call();
    meter.call({ service, outcome: outcomeOf(answer), durationMs: monotonic() - startedMs });
    return answer;
  };
  const kindOf = <K extends string>({ kind }: { readonly kind: K }): K => kind;
  const whether = (answered: boolean) => (answered ? 'answered' : 'silent');
  return {
    submit: (submission) => metered('recepciondte', () => authority.submit(submission), kindOf),
    consult: (query) => metered('consultadte', () => authority.consult(query), kindOf),
    speaksOf: (query) => metered('consultadte', () => authority.speaksOf(query), whether),
    invalidate: (submission) => metered('anulardte', () => authority.invalidate(submission), kindOf),
    report: (account, jws) => metered('contingencia', () => authority.report(account, jws), kindOf),
    submitLote: (lote) => metered('recepcionlote', () => authority.submitLote(lote), kindOf),
    consultLote: (query) =>
      metered(
        'consultadtelote',
        () => authority.consultLote(query),
        (found) => whether(found !== null),
      ),
  };
}
