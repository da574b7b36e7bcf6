import { type Email, parseEmail } from '../../core/identifiers/email.ts';
import { whyNotPlainText } from '../../core/identifiers/text.ts';
import type { FieldProblem } from '../../core/refusals/refusal.ts';
import { refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type { BucketLimits, Buckets } from '../access/buckets.ts';
import type { IssuingLog } from '../documents/issuing-context.ts';
import type {
  DeedStore,
  Doer,
  Origin,
  PasskeyRules,
  PasskeyStore,
  PasswordHasher,
  Session,
  SessionStore,
  TokenSource,
  UserMailAccounts,
  UserMailer,
  UserStore,
} from './ports.ts';
import type { IdentityProvider, ProviderAccountStore } from './provider-ports.ts';
import type { WayStore } from './ways-ports.ts';

/** What the operations on users need from outside. */
export interface UsersContext {
  readonly sessions: SessionStore;
  readonly users: UserStore;
  readonly deeds: DeedStore;
  readonly passwords: PasswordHasher;
  readonly tokens: TokenSource;
  readonly passkeys: PasskeyStore;
  readonly ways: WayStore;
  readonly passkeyRules: PasskeyRules;
  readonly providerAccounts: ProviderAccountStore;
  /** Null where users come in without one. */
  readonly provider: IdentityProvider | null;
  readonly mailer: UserMailer;
  readonly mailAccounts: UserMailAccounts;
  readonly tries: Tries;
  /** Where the console is reached, without a slash at its end. */
  readonly consoleUrl: string;
  readonly log: IssuingLog;
}

/** How often somebody may try to come in. */
export interface Tries {
  /** By address; whoever makes them counts the whole neighbourhood of one. */
  readonly ofAddress: Buckets;
  /** By e-mail address, whether anybody has it or not. */
  readonly ofUser: Buckets;
  /** Counts the mails that a reset sends, by e-mail address. */
  readonly resets: Buckets;
  /** Counts the mails that invite, by company. */
  readonly invitations: Buckets;
}

/** A shop's whole staff behind one address, not a search for passwords. */
export const SIGN_INS_OF_ADDRESS: BucketLimits = { burst: 30, perSecond: 1 / 5 };

/** Somebody who has forgotten which password it was. */
export const SIGN_INS_OF_USER: BucketLimits = { burst: 10, perSecond: 1 / 60 };

/** A company that opens a second shop, not one that writes to strangers. */
export const INVITATIONS_OF_COMPANY: BucketLimits = { burst: 40, perSecond: 1 / 120 };

export const RESETS_OF_USER: BucketLimits = { burst: 3, perSecond: 1 / 600 };

export interface SignedIn {
  readonly kind: 'signed_in';
  /** The secret of the cookie, which is kept nowhere else. */
  readonly token: string;
  readonly session: Session;
}

/** An e-mail address as users are known by it; null where it is none. */
export function userEmail(text: string): Email | null {
  return parseEmail(text.trim().toLowerCase());
}

export function doerOf({ userId, name }: Pick<Session, 'userId' | 'name'>, { address }: Origin): Doer {
  return { userId, userName: name, address };
}

/** What is wrong with a name that somebody gives to something, or to somebody. */
export function nameProblems(name: string, most = 100): readonly FieldProblem[] {
  const message = whyNotPlainText(name, { min: 1, max: most });
  return message === null ? [] : [{ path: 'name', code: 'invalid', message: `El nombre ${message}` }];
}

export function tooManyTries(waitMs: number): UserRefusal {
  return refuseUser('too_many_tries', { seconds: String(Math.ceil(waitMs / 1_000)) });
}

/** The address of a page that a token opens. */
export function linkOf(
  { consoleUrl }: Pick<UsersContext, 'consoleUrl'>,
  page: 'invitacion' | 'clave' | 'enlace',
  token: string,
): string {
  return `${consoleUrl}/app/${page}/${token}`;
}

/** Where the provider of the sign-in sends browsers back to; it is told so beforehand. */
export const PROVIDER_RETURN_PATH = '/app/entrar/proveedor/vuelta';
