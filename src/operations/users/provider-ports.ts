import type { Email } from '../../core/identifiers/email.ts';
import type { TokenHash } from './ports.ts';

/** What somebody goes to the provider for; it comes back with the browser. */
export interface Errand {
  /** The address of the console to go on to. */
  readonly next: string;
  /** The token of the invitation that is accepted so; null where a user comes in. */
  readonly invitation: string | null;
}

/** An account at the provider, which never changes its subject. */
export interface ProviderSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** What the provider says of whoever has signed in there. */
export interface ProviderClaims extends ProviderSubject {
  /** As users are known by it; null where the provider says none that is one. */
  readonly email: Email | null;
  /** Whether the provider says, by `true` and nothing else, that the address is this person's. */
  readonly isEmailVerified: boolean;
}

/** Someone who is on the way: where the browser goes, and what its cookie holds until it comes back. */
export interface Departure {
  readonly kind: 'departed';
  readonly address: string;
  readonly ticket: string;
}

/** Someone who has come back in the browser that had gone, with what the provider gave. */
export interface Return {
  readonly errand: Errand;
  /** What is kept of it, so that nobody comes back twice. */
  readonly once: TokenHash;
  /** Asks the provider who it is; the reason of a refusal is for the log. */
  prove(): Promise<
    | { readonly kind: 'proven'; readonly claims: ProviderClaims }
    | { readonly kind: 'refused' | 'silent'; readonly reason: string }
  >;
}

/** The provider of the installation's sign-in, by OpenID Connect. */
export interface IdentityProvider {
  /** As people call it. */
  readonly name: string;
  /** The provider may not answer; the next one who asks tries again. */
  depart(errand: Errand): Promise<Departure | { readonly kind: 'silent'; readonly reason: string }>;
  /**
   * Null for a ticket that has ended, is none of ours or was made for another way back. `search` is what stands behind the
   * question mark of the address to which the browser came back.
   */
  returned(ticket: string, search: string): Return | null;
}

/** An account at the provider that opens the console as its user. */
export interface ProviderAccount extends ProviderSubject {
  /** As it was when it was linked. */
  readonly email: string;
  /** Milliseconds since the epoch. */
  readonly linkedAt: number;
  readonly lastUsedAt: number | null;
}

/** What became of a link; `ended`: that the user had a password or passkeys, which are no more, in the epoch that begins with it. */
export type Linking =
  | { readonly kind: 'linked'; readonly ended: boolean; readonly epoch: number }
  | { readonly kind: 'taken' };

export interface ProviderAccountStore {
  /** Whose account it is, and that it is used now; null where it is nobody's. */
  use(account: ProviderSubject): Promise<string | null>;
  /** The accounts that open the console as this user, the first one first. */
  accountsOf(userId: string): Promise<readonly ProviderAccount[]>;
  /**
   * Gives the account to the user, and ends what else let somebody in as the user: whoever chose that password has not
   * shown to own the address. Taken where it is another's, or the user has another one there.
   */
  link(userId: string, account: ProviderSubject & { readonly email: Email }): Promise<Linking>;
  /** False where somebody has come back with it before. */
  useOnce(once: TokenHash): Promise<boolean>;
}
