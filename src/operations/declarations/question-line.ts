import type {
  AuthorityAccount,
  ConsultQuery,
  DocumentStatus,
  SilenceCause,
  StatusAuthority,
} from '../authority/ports.ts';
import type { CircuitBreaker } from '../background/circuit-breaker.ts';
import type { Clock } from '../documents/ports.ts';

export interface QuestionParts {
  readonly authority: StatusAuthority;
  readonly breaker: Pick<CircuitBreaker, 'isOpen' | 'note'>;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
}

/** No answer that is a word on the document. `isOver`: the account is answered nothing at present, so that asking on is idle. */
export interface NoWord {
  readonly kind: 'no_word';
  readonly reason: string;
  readonly isOver: boolean;
}

export type Word = Exclude<DocumentStatus, { readonly kind: 'silent' }> | NoWord;

/** How often a question is put before its document is passed over. */
const TIMES = 2;

/** Asks about an account's documents one after the other, so many questions a second at the most. */
export interface QuestionLine {
  ask(query: Omit<ConsultQuery, 'account'>): Promise<Word>;
}

export function questionLine(
  { authority, breaker, clock }: QuestionParts,
  account: AuthorityAccount,
  perSecond: number,
): QuestionLine {
  let nextMs = Number.NEGATIVE_INFINITY;
  const turn = async () => {
    const waitMs = nextMs - clock.monotonic();
    if (waitMs > 0) await clock.sleep(waitMs);
    nextMs = clock.monotonic() + 1_000 / perSecond;
  };
  return {
    async ask(about) {
      let reason = 'Hacienda no responde.';
      for (let time = 1; time <= TIMES; time += 1) {
        await turn();
        const query = { ...about, account };
        const status = await authority.status(query);
        const cause = status.kind === 'silent' ? status.cause : undefined;
        breaker.note(query, status.kind !== 'silent', cause);
        if (status.kind !== 'silent') return status;
        reason = reasonOf(status.reason, cause);
        if (cause !== undefined || breaker.isOpen(account)) return { kind: 'no_word', reason, isOver: true };
      }
      return { kind: 'no_word', reason, isOver: false };
    },
  };
}

function reasonOf(reason: string, cause: SilenceCause | undefined): string {
  return cause === 'sign_in_refused'
    ? 'Hacienda no deja entrar a la empresa con su usuario y su clave.'
    : `Hacienda no respondió (${reason}).`;
}
