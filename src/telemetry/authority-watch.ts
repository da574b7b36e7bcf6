import type { Ambiente } from '../core/dte/kinds.ts';
import type { Subject } from '../core/explaining/codes.ts';
import { gapsIn } from '../core/explaining/explain.ts';
import { isThere } from '../core/submitting/is-there.ts';
import type { Authority, AuthorityAccount, Consultation, Rejection } from '../operations/authority/ports.ts';
import type { ContingencyAuthority } from '../operations/contingencies/ports.ts';
import type { CallOutcome, Meter, MeteredService } from '../operations/installation/metrics-ports.ts';
import type { InvalidationAuthority } from '../operations/invalidations/ports.ts';

/** All services of the authority. */
export type WholeAuthority = Authority & ContingencyAuthority & InvalidationAuthority;

export interface AuthorityWatch {
  readonly meter: Pick<Meter, 'call' | 'unexplained'>;
  readonly log: { warn(event: string, detail: Readonly<Record<string, string>>): void };
  /** In milliseconds. */
  readonly monotonic: () => number;
}

/**
 * The authority, with the meter told of every call but a sign-in, and the operator of every rejection of which callers get
 * no full explanation.
 */
export function watchedAuthority(authority: WholeAuthority, watch: AuthorityWatch): WholeAuthority {
  const { meter, monotonic } = watch;
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
  return {
    async submit(submission) {
      const reception = await metered('recepciondte', () => authority.submit(submission), kindOf);
      if (reception.kind === 'rejected')
        tell(watch, { ...submission, subject: submission.tipoDte }, reception);
      return reception;
    },
    consult: (query) => metered('consultadte', () => authority.consult(query), told),
    speaksOf: (query) => metered('consultadte', () => authority.speaksOf(query), whether),
    async invalidate(submission) {
      const answer = await metered('anulardte', () => authority.invalidate(submission), kindOf);
      if (answer.kind === 'rejected' && answer.already === null)
        tell(watch, { ...submission, subject: 'invalidation' }, answer);
      return answer;
    },
    report: (account, jws) => metered('contingencia', () => authority.report(account, jws), kindOf),
    submitLote: (lote) => metered('recepcionlote', () => authority.submitLote(lote), kindOf),
    async consultLote(query) {
      const verdicts = await metered(
        'consultadtelote',
        () => authority.consultLote(query),
        (found) => whether(found !== null),
      );
      for (const [codigoGeneracion, reception] of verdicts ?? [])
        if (reception.kind === 'rejected')
          tell(watch, { account: query.account, codigoGeneracion, subject: null }, reception);
      return verdicts;
    },
  };
}

const kindOf = <K extends string>({ kind }: { readonly kind: K }): K => kind;
/** Words that decide nothing are an answer all the same. */
function told(answer: Consultation): CallOutcome<'consultadte'> {
  if (answer.kind === 'silent') return whether(isThere(answer));
  return answer.kind === 'known' ? 'answered' : answer.kind;
}
const whether = (answered: boolean) => (answered ? 'answered' : 'silent');

/** What was rejected under which code of generation; the subject is null where only documents of any type are meant. */
interface Rejected {
  readonly account: AuthorityAccount;
  readonly codigoGeneracion: string;
  readonly subject: Subject | null;
}

/** A code that can be shown in a log: the authority may send any text. */
const CODE = /^\w{1,10}$/;

function tell(
  { meter, log }: AuthorityWatch,
  { account, codigoGeneracion, subject }: Rejected,
  { rejection }: { readonly rejection: Rejection },
): void {
  const { codigoMsg, descripcionMsg: message, observaciones } = rejection;
  for (const gap of gapsIn({ codigoMsg, message, observaciones }, subject)) {
    meter.unexplained(gap);
    const code = CODE.test(codigoMsg) ? codigoMsg : '';
    log.warn('rejection_not_explained', { companyId: account.companyId, codigoGeneracion, code, gap });
  }
}

export interface AuthorityClockParts {
  /** The node's clock on the wall, in milliseconds. */
  readonly now: () => number;
  /** How far the database's clock was ahead of the node's when they were compared last. */
  readonly databaseAheadMs: () => number;
  readonly log: { warn(event: string, detail: Readonly<Record<string, string | number>>): void };
  /** In milliseconds. */
  readonly monotonic: () => number;
}

/** How the authority's clock stands to the database's; it changes no verdict. */
export interface AuthorityClock {
  /** An answer has come that is dated so. */
  dated(ambiente: Ambiente, dateMs: number): void;
  /** By environment, how far the authority's clock was ahead at its last answer, in milliseconds. */
  aheadMs(): ReadonlyMap<Ambiente, number>;
}

/** Documents near midnight get another date than the authority's from about here on. */
export const CLOCKS_APART_MS = 60_000;
/** An answer is dated with the second in which it began. */
const HALF_A_SECOND_MS = 500;
/** Between two lines about the same environment. */
const QUIET_MS = 10 * 60_000;

/** Compares clocks at each answer, and tells the operator of those that are far apart. */
export function createAuthorityClock(parts: AuthorityClockParts): AuthorityClock {
  const { now, databaseAheadMs, log, monotonic } = parts;
  const aheadMs = new Map<Ambiente, number>();
  const toldMs = new Map<Ambiente, number>();
  return {
    dated(ambiente, dateMs) {
      const ahead = dateMs + HALF_A_SECOND_MS - now() - databaseAheadMs();
      aheadMs.set(ambiente, ahead);
      const readMs = monotonic();
      if (Math.abs(ahead) <= CLOCKS_APART_MS) return;
      if (readMs - (toldMs.get(ambiente) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
      toldMs.set(ambiente, readMs);
      log.warn('authority_clock_apart', { environment: ambiente, aheadMs: Math.round(ahead) });
    },
    aheadMs: () => aheadMs,
  };
}
