import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Email } from '../../core/identifiers/email.ts';
import type { Role, Standing } from '../../core/users/roles.ts';
import type { CompanyAccount } from '../authority/ports.ts';
import type { MailAccount, Mailing } from '../deliveries/ports.ts';

/** From where somebody comes, as far as it can be known. */
export interface Origin {
  readonly address: string;
  /** What the browser says of itself. */
  readonly agent: string;
}

/** A company that a user may enter, and as what. */
export interface Membership extends CompanyAccount {
  readonly slug: CompanySlug;
  readonly name: string;
  readonly role: Standing;
}

/** Somebody who may come in. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly email: Email;
}

/** A user who is signed in. */
export interface Session extends Person {
  readonly sessionId: string;
  readonly isOperator: boolean;
  /** The user's own companies, by name; an operator enters the others, too (`companyOf`). */
  readonly memberships: readonly Membership[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** To within a minute. */
  readonly lastUsedAt: number;
}

/** One of a user's sessions, as the list of them shows it. */
export interface SessionSummary extends Origin, Pick<Session, 'sessionId' | 'startedAt' | 'lastUsedAt'> {}

/** What a session that has not ended lets its user do now. */
export interface SessionRights extends Pick<Session, 'sessionId' | 'isOperator'> {
  readonly roles: readonly { readonly companyId: string; readonly role: Role }[];
}

/** Who did something, as it is recorded; `userId` is null where nobody was signed in. */
export interface Doer {
  readonly userId: string | null;
  readonly userName: string;
  readonly address: string;
}

export const DEEDS = [
  'signed_in',
  'sign_in_refused',
  'signed_out',
  'signed_out_everywhere',
  'password_changed',
  'password_reset_asked',
  'password_reset',
  'passkey_added',
  'passkey_removed',
  'provider_linked',
  'provider_unlinked',
  'user_invited',
  'invitation_accepted',
  'invitation_withdrawn',
  'user_disabled',
  'user_enabled',
  'role_changed',
  'issued',
  'corrected',
  'invalidated',
  'note_issued',
  'mailed_again',
  'exported',
  'month_closed',
  'classes_changed',
  'key_created',
  'key_revoked',
  'key_limits_changed',
  'company_opened',
  'company_changed',
  'certificate_imported',
  'credentials_set',
  'mail_account_set',
  'links_revoked',
  'rehearsal_asked',
  'certification_started',
] as const;

export type DeedKind = (typeof DEEDS)[number];

/** What a user has done; it is recorded and never changed. */
export interface UserDeed {
  /** Null for what concerns no company. */
  readonly companyId: string | null;
  readonly by: Doer;
  readonly deed: DeedKind;
  /** The document that it was done to; null for what was done to something else. */
  readonly documentId: DocumentId | null;
  /** What it was done to, in words for whoever reads the record; empty where the deed says it. */
  readonly subject: string;
}

/** One to be recorded: of no company and no document, and without words, unless it says so. */
export type NewDeed = Pick<UserDeed, 'by' | 'deed'> & Partial<UserDeed>;

export interface RecordedUserDeed extends UserDeed {
  readonly deedId: string;
  /** Milliseconds since the epoch. */
  readonly happenedAt: number;
}

export interface DeedSelection {
  /** What this user did, and nobody else. */
  readonly userId?: string | undefined;
  readonly deed?: DeedKind | undefined;
  /** At or behind this instant, in milliseconds since the epoch. */
  readonly since?: number | undefined;
  /** Older than this one. */
  readonly before?: string | undefined;
  readonly most: number;
}

/** A user of a company as its owner sees it. */
export interface CompanyUser extends Person {
  readonly role: Role;
  /** Whether the company or the operator keeps the user out. */
  readonly isDisabled: boolean;
  /** Milliseconds since the epoch; null where the user was never here. */
  readonly lastUsedAt: number | null;
}

/** What became of a change of a member: a company keeps an owner who can come in. */
export type MemberChange = 'changed' | 'unknown_user' | 'last_owner';

/** A user as the operator sees it. */
export interface User extends Person {
  readonly isOperator: boolean;
  readonly isDisabled: boolean;
  /** Whether it was shown to the installation, its provider or the operator that the address is the user's. */
  readonly isProven: boolean;
  readonly companies: readonly { readonly slug: CompanySlug; readonly role: Role }[];
  readonly lastUsedAt: number | null;
}

/** One with where the user comes from. */
export interface KnownUser extends User {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The invitation that made the user: by whom, null for the operator's command, and to which company, null for an operator. Null where none did. */
  readonly invited: { readonly by: string | null; readonly slug: CompanySlug | null } | null;
}

/** A user whom somebody wants to come in as. */
export interface Account extends Person {
  readonly isDisabled: boolean;
  /** How often everything that let the user in has ended. */
  readonly epoch: number;
  /** Null where the user has no password yet. */
  readonly passwordHash: string | null;
  /** Whether the user was signed in from this address lately. */
  readonly isKnownAddress: boolean;
}

export interface Invitation {
  readonly email: Email;
  readonly name: string;
  /** Null for an operator. */
  readonly company: Pick<Membership, 'companyId' | 'slug' | 'name'> | null;
  readonly role: Standing;
  /** Whether somebody with this address is a user already, who then comes in with the password that there is. */
  readonly isUser: boolean;
  readonly endsAt: number;
}

/** An invitation that nobody has accepted yet, as the list of them shows it. */
export interface PendingInvitation extends Pick<Invitation, 'email' | 'name' | 'endsAt'> {
  readonly invitationId: string;
  readonly role: Role;
  readonly invitedAt: number;
}

export interface NewInvitation extends Pick<Invitation, 'email' | 'name' | 'role'> {
  readonly companyId: string | null;
  readonly invitedBy: string | null;
  /** Whether whoever opens the link shows by it that the address is theirs. */
  readonly proves: boolean;
}

/** What became of an invitation that somebody wants to accept. */
export type Acceptance =
  | { readonly kind: 'accepted'; readonly userId: string }
  | { readonly kind: 'link_ended' | 'unproven_user' };

export type TokenPurpose = 'reset' | 'entry';

/** What of a token is kept. */
export type TokenHash = Uint8Array;

export interface NewSession {
  readonly userId: string;
  /** The user's, when it was checked who comes in. */
  readonly epoch: number;
  readonly token: TokenHash;
  readonly origin: Origin;
}

/** Who comes in and how. Tokens are known by their hashes alone. */
export interface SessionStore {
  /** Null for an address that is nobody's. */
  account(email: Email, address: string): Promise<Account | null>;
  accountOf(userId: string): Promise<Account | null>;
  /** Null where the user was disabled meanwhile, or what was checked has ended. Ended sessions are forgotten on the way. */
  begin(session: NewSession): Promise<Session | null>;
  /**
   * Null for a session that has ended, or whose user is disabled. Its use from an origin is noted, to within a minute; that
   * of a page which asks by itself is none (null).
   */
  find(token: TokenHash, origin: Origin | null): Promise<Session | null>;
  /** What the sessions of these let their users do that have not ended. */
  rightsOf(sessionIds: readonly string[]): Promise<readonly SessionRights[]>;
  /** The last used first. */
  sessionsOf(userId: string): Promise<readonly SessionSummary[]>;
  /** False where the user has none of that id. */
  end(userId: string, sessionId: string): Promise<boolean>;
  /** All of a user but this one; how many there were. */
  endOthers(userId: string, but: string | null): Promise<number>;
  /** Keeps the same password under newer parameters. */
  rehash(userId: string, from: string, to: string): Promise<void>;
  addToken(userId: string, purpose: TokenPurpose, token: TokenHash): Promise<{ readonly endsAt: number }>;
  /** Whose it is; null where it has ended or was used. */
  tokenOwner(purpose: TokenPurpose, token: TokenHash): Promise<Account | null>;
  /** Uses it up; false where it has ended or was used. */
  useToken(purpose: TokenPurpose, token: TokenHash): Promise<boolean>;
}

/** A new user; `userId` of the one that there is by that address already. */
export interface Creation {
  readonly kind: 'created' | 'exists';
  readonly userId: string;
}

export interface UserStore {
  /** Makes a user for the operator, who vouches for the address: what lets the user in is handed over by his hand. */
  create(user: {
    readonly email: Email;
    readonly name: string;
    readonly isOperator: boolean;
    readonly passwordHash: string | null;
  }): Promise<Creation>;
  /** All users, for the operator, by e-mail address. */
  list(): Promise<readonly User[]>;
  byEmail(email: Email): Promise<KnownUser | null>;
  /** By name; it sees the users of this company alone. */
  listOf(companyId: string): Promise<readonly CompanyUser[]>;
  /** Makes or changes a membership; false where it would be the second company of a user who is not proven. */
  setRole(companyId: string, userId: string, role: Role): Promise<boolean>;
  /** Makes a user an operator; false where the user is not proven. */
  setOperator(userId: string): Promise<boolean>;
  /**
   * For the operator, who may leave a company without an owner: lets a user of it in again or keeps the user out; false
   * where there is no such user.
   */
  setMemberDisabled(companyId: string, userId: string, isDisabled: boolean): Promise<boolean>;
  /** Gives a user of a company another role, lets the user in again or keeps the user out of it. */
  changeMember(
    companyId: string,
    userId: string,
    change: { readonly role: Role } | { readonly isDisabled: boolean },
  ): Promise<MemberChange>;
  /** Disables a user in all companies, or lets him in again; a disabled user has no sessions, links and invitations. */
  setDisabled(userId: string, isDisabled: boolean): Promise<boolean>;
  invite(invitation: NewInvitation, token: TokenHash): Promise<{ readonly endsAt: number }>;
  invitation(token: TokenHash): Promise<Invitation | null>;
  /** The invitations of a company that are still open. */
  invitationsOf(companyId: string): Promise<readonly PendingInvitation[]>;
  withdraw(companyId: string, invitationId: string): Promise<boolean>;
  /** Makes the user where there is none by that address, and the membership, which no invitation changes. */
  accept(
    token: TokenHash,
    user: { readonly name: string; readonly passwordHash: string | null },
  ): Promise<Acceptance>;
  /** The companies of an installation, by name, as an operator enters them. */
  companies(): Promise<readonly Membership[]>;
  company(slug: CompanySlug): Promise<Membership | null>;
}

/** What was done by users. */
export interface DeedStore {
  record(deed: NewDeed): Promise<void>;
  /** The newest first; null: those of no company. */
  latest(companyId: string | null, selection: DeedSelection): Promise<readonly RecordedUserDeed[]>;
}

/** Slow on purpose. What it answers takes the same time whatever the password is. */
export interface PasswordHasher {
  /** Null where too many are waiting already. */
  hash(password: string): Promise<string | null>;
  /** Null for `hash` stands for a user who does not exist or has none, and takes as long. */
  check(password: string, hash: string | null): Promise<'right' | 'right_but_old' | 'wrong' | 'busy'>;
  /** Whether one more would be told that too many are waiting. */
  isBusy(): boolean;
}

/** A device's public key that is kept, and the epoch of its user when it was read. */
export interface KeptPasskey extends Passkey, Pick<Account, 'epoch'> {}

/** A device's public key. */
export interface Passkey {
  readonly credentialId: Uint8Array;
  readonly userId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
}

export interface PasskeySummary {
  /** In base64url. */
  readonly id: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
  /** Null where it was never used. */
  readonly lastUsedAt: number | null;
}

export interface PasskeyStore {
  /** The first one first. */
  passkeysOf(userId: string): Promise<readonly PasskeySummary[]>;
  passkey(credentialId: Uint8Array): Promise<KeptPasskey | null>;
  /** False where the challenge was answered before; notes the use where it was not. */
  answer(answered: { readonly challenge: TokenHash; readonly passkey: Passkey | null }): Promise<boolean>;
}

/** What the script of a page hands to the browser, as JSON (WebAuthn level 3, section 5.1.8). */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** What a device has signed, with the challenge that it signed. */
export interface Answered {
  readonly passkey: Passkey;
  readonly challenge: TokenHash;
}

/** The rules of WebAuthn, for the console's own name. `response` is the browser's answer, whatever it says. */
export interface PasskeyRules {
  optionsToAdd(user: Person, known: readonly PasskeySummary[]): Promise<PasskeyOptions>;
  /** Null where it proves nothing, or not for this user. */
  added(userId: string, response: unknown): Promise<Answered | null>;
  /** For a passkey of the console, whosever it is. Nothing is kept of it. */
  optionsToEnter(): Promise<PasskeyOptions>;
  /** The key that the response names; null where it names none. */
  named(response: unknown): Uint8Array | null;
  /** The key with its new counter; null where the response is not its. */
  entered(passkey: Passkey, response: unknown): Promise<Answered | null>;
}

/** A secret that lets somebody in; `hash` is what is kept of it. */
export interface TokenSource {
  fresh(): { readonly token: string; readonly hash: TokenHash };
  /** The hash of what somebody presents; a text of another form has one that nothing has. */
  hashOf(token: string): TokenHash;
}

/** A message to a user. */
export interface UserMail {
  readonly account: MailAccount;
  readonly to: Email;
  readonly toName: string;
  readonly message:
    | {
        readonly kind: 'invitation';
        readonly invitedBy: string;
        readonly company: string | null;
        readonly role: Standing;
        readonly link: string;
        readonly endsAt: number;
      }
    | { readonly kind: 'reset'; readonly link: string; readonly endsAt: number };
}

export interface UserMailer {
  /** Never rejects. */
  send(mail: UserMail): Promise<Mailing>;
}

/** The mail server through which users are written to; null where there is none. */
export interface UserMailAccounts {
  readonly ofInstallation: MailAccount | null;
  /** The company's own, or `ofInstallation` itself. */
  ofCompany(companyId: string): Promise<MailAccount | null>;
}
