import { accountName } from '../core/dte/kinds.ts';
import type { AuthorityAccount, SignIn, SignInWatch } from '../operations/authority/ports.ts';
import type { CallOutcome, Meter } from '../operations/installation/metrics-ports.ts';

export interface SignInWatchParts {
  readonly meter: Pick<Meter, 'call'>;
  readonly log: { warn(event: string, detail: Readonly<Record<string, string | number>>): void };
  /** In milliseconds. */
  readonly monotonic: () => number;
}

/** Between two lines about the same account. */
const QUIET_MS = 60_000;

const OUTCOMES: Readonly<Record<SignIn['kind'], CallOutcome<'auth'>>> = {
  granted: 'granted',
  refused: 'refused',
  unanswered: 'silent',
};

/** Counts every sign-in, and tells the operator of accounts that the authority does not let in, once a minute each. */
export function createSignInWatch({ meter, log, monotonic }: SignInWatchParts): SignInWatch {
  const toldMs = new Map<string, number>();
  const tell = (account: AuthorityAccount, detail: Readonly<Record<string, string | number>>): void => {
    const key = accountName(account);
    const nowMs = monotonic();
    if (nowMs - (toldMs.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    toldMs.set(key, nowMs);
    log.warn('authority_refused_credentials', {
      companyId: account.companyId,
      environment: account.ambiente,
      ...detail,
    });
  };
  return {
    ended(account, signIn, durationMs) {
      meter.call({ service: 'auth', outcome: OUTCOMES[signIn.kind], durationMs });
      if (signIn.kind !== 'refused') return;
      const { status, code } = signIn;
      tell(account, { refused: 'sign-in', status, ...(code === null ? {} : { code }) });
    },
    tokenRefused: (account) => tell(account, { refused: 'token', status: 401 }),
  };
}
