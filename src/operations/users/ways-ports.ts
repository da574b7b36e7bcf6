import { LIFETIMES } from '../../core/users/lifetimes.ts';
import type { Passkey, Session } from './ports.ts';

const FRESH: unique symbol = Symbol('fresh');

/** A session whose user has come in just now: one that was left open gives nobody a lasting way in. */
export interface FreshSession extends Pick<Session, 'userId' | 'sessionId'> {
  /** Only `freshOf` makes one. */
  readonly [FRESH]: true;
}

/** The session where its user has come in just now; else null. */
export function freshOf(
  { userId, sessionId, startedAt }: Pick<Session, 'userId' | 'sessionId' | 'startedAt'>,
  nowMs: number,
): FreshSession | null {
  return nowMs - startedAt < LIFETIMES.freshSessionMs ? { userId, sessionId, [FRESH]: true } : null;
}

/** A change of what lets a user in, by the word under which it is recorded. */
export type WayChange =
  | { readonly kind: 'password_changed'; readonly hash: string }
  | { readonly kind: 'passkey_added'; readonly passkey: Passkey; readonly name: string }
  | { readonly kind: 'passkey_removed'; readonly id: string }
  | { readonly kind: 'provider_unlinked'; readonly issuer: string };

/** What became of a change; `unknown`: the user has no such thing. */
export type WayOutcome = 'changed' | 'unknown' | 'only_way_in' | 'passkey_not_added' | 'sign_in_again';

/** What lets users in: passwords, passkeys, and accounts at the provider of the sign-in. */
export interface WayStore {
  /** Changes of a user take turns, one of a session that has ended is none, and the last way in is not removed. Another password ends all other sessions and links. */
  change(session: FreshSession, change: WayChange): Promise<WayOutcome>;
  hasAny(userId: string): Promise<boolean>;
  /** Ends everything that lets the user in, open sessions and links included. */
  endAll(userId: string): Promise<void>;
  /** The same, and leaves this password as the only way in; the epoch that begins. */
  replaceAll(userId: string, hash: string): Promise<number>;
}
