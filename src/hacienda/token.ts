import { createHash } from 'node:crypto';
import { accountName } from '../core/dte/kinds.ts';
import type { AuthorityAccount } from '../operations/authority/ports.ts';
import type { AuthAnswer } from './auth-answer.ts';

/** What a company uses to sign in to one environment of the authority. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}

export interface TokenStoreOptions {
  readonly credentials: (account: AuthorityAccount) => Promise<Credentials | null>;
  /** Asks the authority for a token. Ends in bounded time and throws for nothing. */
  readonly authenticate: (account: AuthorityAccount, credentials: Credentials) => Promise<AuthAnswer>;
  /** Milliseconds on a clock that never goes back. */
  readonly monotonic: () => number;
  /** How long a token is used before a new one is asked for. */
  readonly lifetimeMs: number;
}

/** The tokens of all companies, each under its company and environment. */
export interface TokenStore {
  /** A token to use now. `stale` is one that the authority has just refused with 401: another one is then given. */
  acquire(account: AuthorityAccount, stale?: string): Promise<AuthAnswer>;
  /**
   * Tells that a token was refused although it was new: the account then waits, as after refused credentials. False
   * where the token was not the one in use any more.
   */
  distrust(account: AuthorityAccount, token: string): boolean;
}

type Refused = Extract<AuthAnswer, { kind: 'refused' }>;

interface Slot {
  held: { readonly token: string; readonly fromMs: number } | null;
  flight: Promise<AuthAnswer> | null;
  /** Identifies the credentials used last; compared so that corrected ones are tried at once. */
  fingerprint: string;
  refusal: {
    readonly fingerprint: string;
    readonly failures: number;
    readonly untilMs: number;
    readonly answer: Refused;
  } | null;
}

const TOKEN_REFUSED: Refused = {
  kind: 'refused',
  reason: 'the authority refuses a new token',
  status: 401,
  code: null,
};
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 300_000;

/**
 * One authentication at a time per company and environment, whose result all waiting callers share. After refused
 * credentials the next try waits 1 s, then twice as long each time up to 5 minutes, or until they are replaced; five
 * quiet minutes after a wait the count begins anew.
 */
export function createTokenStore(options: TokenStoreOptions): TokenStore {
  const slots = new Map<string, Slot>();

  async function fetchToken(account: AuthorityAccount, slot: Slot): Promise<AuthAnswer> {
    const credentials = await options.credentials(account);
    if (credentials === null) return { kind: 'unavailable', reason: 'no credentials for this company' };
    slot.fingerprint = createHash('sha256')
      .update(JSON.stringify([credentials.user, credentials.password]))
      .digest('hex');
    const waiting = slot.refusal;
    if (waiting?.fingerprint === slot.fingerprint && options.monotonic() < waiting.untilMs) {
      return { ...waiting.answer, reason: `${waiting.answer.reason}; waiting before the next try` };
    }
    const answer = await options.authenticate(account, credentials);
    if (answer.kind === 'refused') refuse(slot, answer, options.monotonic());
    if (answer.kind === 'token') slot.held = { token: answer.token, fromMs: options.monotonic() };
    return answer;
  }

  async function fly(account: AuthorityAccount, slot: Slot): Promise<AuthAnswer> {
    try {
      return await fetchToken(account, slot);
    } catch {
      return { kind: 'unavailable', reason: 'the credentials could not be read' };
    } finally {
      slot.flight = null;
    }
  }

  return {
    acquire(account, stale) {
      const slot = slotOf(slots, account);
      const { held } = slot;
      const fresh = held !== null && options.monotonic() - held.fromMs < options.lifetimeMs;
      if (fresh && held.token !== stale) return Promise.resolve({ kind: 'token', token: held.token });
      slot.flight ??= fly(account, slot);
      return slot.flight;
    },
    distrust(account, token) {
      const slot = slotOf(slots, account);
      if (slot.held?.token !== token) return false;
      slot.held = null;
      refuse(slot, TOKEN_REFUSED, options.monotonic());
      return true;
    },
  };
}

function slotOf(slots: Map<string, Slot>, account: AuthorityAccount): Slot {
  const key = accountName(account);
  const slot = slots.get(key) ?? { held: null, flight: null, fingerprint: '', refusal: null };
  slots.set(key, slot);
  return slot;
}

function refuse(slot: Slot, answer: Refused, nowMs: number): void {
  const last = slot.refusal;
  const repeated = last?.fingerprint === slot.fingerprint && nowMs < last.untilMs + LONGEST_WAIT_MS;
  const earlier = repeated ? last.failures : 0;
  const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** earlier);
  slot.held = null;
  slot.refusal = { fingerprint: slot.fingerprint, failures: earlier + 1, untilMs: nowMs + waitMs, answer };
}
