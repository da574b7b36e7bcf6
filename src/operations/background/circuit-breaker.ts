import { accountName } from '../../core/dte/kinds.ts';
import { isThere } from '../../core/submitting/is-there.ts';
import type {
  Authority,
  AuthorityAccount,
  CompanyAccount,
  Consultation,
  ConsultQuery,
  Reception,
  SilenceCause,
} from '../authority/ports.ts';
import type { Clock } from '../documents/ports.ts';
import type { InvalidationAuthority } from '../invalidations/ports.ts';

/** Whether the authority answers a company at present, as far as this node has seen. */
export interface CircuitBreaker {
  /** While open, nothing is sent for the account; only a probe asks. */
  isOpen(account: CompanyAccount): boolean;
  /** Why the last call for an account that is open got no answer; undefined while closed, and where nobody knows. */
  causeOf(account: CompanyAccount): SilenceCause | undefined;
  /** How open accounts are to be probed now; each probe is handed out once until its next time comes. */
  dueProbes(): readonly DueProbe[];
  /** The accounts that are open at present. */
  offline(): readonly AuthorityAccount[];
  /** The accounts that have closed since the last call, whoever's answer closed them; each is handed out once. */
  returned(): readonly AuthorityAccount[];
  /** Told of every call: `query` asks about the document that the call was about. */
  note(query: ConsultQuery, answered: boolean, cause?: SilenceCause | undefined): void;
}

/** One question that is due to an authority that was silent. */
export interface DueProbe {
  /** About the document whose call was silent last when the circuit opened. */
  readonly query: ConsultQuery;
  /** How many probes there were since then. */
  readonly turn: number;
}

/** Calls in a row without an answer until the account is open: two requests that met silence twice each. */
export const FAILURES_TO_OPEN = 4;
const FIRST_PROBE_MS = 1_000;
const LONGEST_PROBE_MS = 30_000;

interface Circuit {
  readonly failures: number;
  /** The cause of the latest failure. */
  readonly cause: SilenceCause | undefined;
  /** Null while closed. */
  readonly open: (DueProbe & { readonly probeAtMs: number; readonly waitMs: number }) | null;
}

/**
 * One circuit for each company and environment, in the memory of this node: credentials refused for one company open
 * its own alone. Any answer closes it. Probes come one at a time, each after a longer wait, up to 30 seconds.
 */
export function createCircuitBreaker(clock: Pick<Clock, 'monotonic'>): CircuitBreaker {
  const circuits = new Map<string, Circuit>();
  const returned = new Map<string, AuthorityAccount>();
  return {
    isOpen: (account) => (circuits.get(accountName(account))?.open ?? null) !== null,
    causeOf(account) {
      const circuit = circuits.get(accountName(account));
      return (circuit?.open ?? null) === null ? undefined : circuit?.cause;
    },
    dueProbes() {
      const nowMs = clock.monotonic();
      return [...circuits].flatMap(([key, { open, ...circuit }]) => {
        if (open === null || nowMs < open.probeAtMs) return [];
        const waitMs = Math.min(open.waitMs * 2, LONGEST_PROBE_MS);
        const { query, turn } = open;
        circuits.set(key, { ...circuit, open: { query, turn: turn + 1, waitMs, probeAtMs: nowMs + waitMs } });
        return [{ query, turn }];
      });
    },
    offline: () => [...circuits.values()].flatMap(({ open }) => open?.query.account ?? []),
    returned() {
      const accounts = [...returned.values()];
      returned.clear();
      return accounts;
    },
    note(query, answered, cause) {
      const key = accountName(query.account);
      if (answered) {
        if ((circuits.get(key)?.open ?? null) !== null) returned.set(key, query.account);
        circuits.delete(key);
        return;
      }
      const before = circuits.get(key) ?? { failures: 0, open: null };
      const failures = before.failures + 1;
      const opens = before.open === null && failures >= FAILURES_TO_OPEN;
      const probeAtMs = clock.monotonic() + FIRST_PROBE_MS;
      const open = opens ? { query, turn: 0, probeAtMs, waitMs: FIRST_PROBE_MS } : before.open;
      circuits.set(key, { failures, cause, open });
    },
  };
}

/** The authority, with the breaker told of every call's end. */
export function observed(authority: Authority, breaker: CircuitBreaker): Authority {
  return {
    async submit(submission) {
      const { account, tipoDte, generation, codigoGeneracion } = submission;
      const reception = await authority.submit(submission);
      const query = { account, tipoDte, generation, codigoGeneracion };
      breaker.note(query, isThere(reception), causeOf(reception));
      return reception;
    },
    async consult(query) {
      const consultation = await authority.consult(query);
      breaker.note(query, isThere(consultation), causeOf(consultation));
      return consultation;
    },
  };
}

function causeOf(answer: Reception | Consultation): SilenceCause | undefined {
  return 'cause' in answer ? answer.cause : undefined;
}

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
