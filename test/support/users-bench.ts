import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { beforeAll } from 'vitest';
import type { Email } from '../../src/core/identifiers/email.ts';
import { createPasskeyRules } from '../../src/identity/passkeys.ts';
import { createPasswordHasher } from '../../src/identity/password-hasher.ts';
import { TOKENS } from '../../src/identity/tokens.ts';
import { createBuckets } from '../../src/operations/access/buckets.ts';
import type { Mailing } from '../../src/operations/deliveries/ports.ts';
import type { Origin, Session, SessionStore, UserMail } from '../../src/operations/users/ports.ts';
import { begin } from '../../src/operations/users/sign-in.ts';
import type { UsersContext } from '../../src/operations/users/users-context.ts';
import { type FreshSession, freshOf } from '../../src/operations/users/ways-ports.ts';
import { createPasses } from '../../src/signer/derived.ts';
import { keepPasses } from '../../src/storage/companies/passes.ts';
import type { Pool } from '../../src/storage/connection/pool.ts';
import { createUserDeeds } from '../../src/storage/users/deed-store.ts';
import { createPasskeyStore } from '../../src/storage/users/passkey-store.ts';
import { createProviderAccountStore } from '../../src/storage/users/provider-account-store.ts';
import { createSessionStore } from '../../src/storage/users/session-store.ts';
import { createUserStore } from '../../src/storage/users/user-store.ts';
import { createWayStore } from '../../src/storage/users/way-store.ts';
import type { DatabaseName } from './database.ts';
import { emailOf } from './identifiers.ts';
import { mailAccount } from './mail-account.ts';
import { type StorageBench, sharedBench } from './storage-bench.ts';

export const ORIGIN: Origin = { address: '192.0.2.7', agent: 'Prueba/1' };
export const CONSOLE_URL = 'https://sello.example.com';
export const PASSWORD = 'un lorito bajo la lluvia';

/** Fast, for tests that are not about how slow it is. */
const QUICK = { cost: 2, block: 1, lanes: 1 };
const PLENTY = { burst: 1_000, perSecond: 1_000 };

/** A user of a test. */
export interface TestUser {
  readonly userId: string;
  readonly email: Email;
}

/** The operations' users on a bench's database. */
export interface UsersBench {
  readonly context: UsersContext;
  /** With the passes, as a node's has them. */
  readonly pool: Pool;
  /** Behind passwords and challenges. */
  readonly secret: KeyObject;
  /** What was mailed, the last one first. */
  readonly mails: UserMail[];
  /** What becomes of the mails from now on. */
  answer(mailing: Mailing): void;
  addCompany(): Promise<string>;
  /** A user under an address that nobody else has, with `PASSWORD` unless the changes say otherwise. */
  addUser(changes?: { readonly name?: string; readonly passwordHash?: null }): Promise<TestUser>;
  /** A session of a user who has just come in. */
  sessionOf(userId: string): Promise<Session>;
}

/** What the tests of a suite share: filled before the first of them. */
export interface SharedUsers {
  readonly bench: StorageBench;
  readonly users: UsersBench;
  readonly context: UsersContext;
}

export function sharedUsers(name: DatabaseName, changes: Partial<UsersContext> = {}): SharedUsers {
  const bench = sharedBench(name);
  const [users, context]: [UsersBench, UsersContext] = [Object.create(null), Object.create(null)];
  beforeAll(async () => {
    Object.assign(users, await openUsersBench(bench, changes));
    Object.assign(context, users.context);
  });
  return { bench, users, context };
}

/** An address that no test has had yet. */
export function freshEmail(): Email {
  addresses += 1;
  return emailOf(`ana${addresses}@example.com`);
}

let addresses = 0;

export async function openUsersBench(
  bench: StorageBench,
  changes: Partial<UsersContext> = {},
): Promise<UsersBench> {
  const secret = createSecretKey(randomBytes(32));
  const passOf = createPasses(createSecretKey(randomBytes(32)));
  const pool = { ...bench.pool, passOf };
  const operator = { ...bench.operator, passOf };
  await keepPasses(operator);
  const mails: UserMail[] = [];
  let mailing: Mailing = { kind: 'sent' };
  const plenty = () => createBuckets(() => performance.now(), PLENTY);
  const server = mailAccount();
  const context: UsersContext = {
    users: createUserStore(pool),
    sessions: createSessionStore(pool),
    deeds: createUserDeeds(pool),
    passkeys: createPasskeyStore(pool),
    ways: createWayStore(pool),
    passkeyRules: createPasskeyRules({ consoleUrl: CONSOLE_URL, secret, now: Date.now }),
    providerAccounts: createProviderAccountStore(pool),
    provider: null,
    passwords: createPasswordHasher(secret, QUICK),
    tokens: TOKENS,
    mailer: {
      async send(mail) {
        mails.unshift(mail);
        return mailing;
      },
    },
    mailAccounts: { ofInstallation: server, ofCompany: async () => server },
    tries: { ofAddress: plenty(), ofUser: plenty(), resets: plenty(), invitations: plenty() },
    consoleUrl: CONSOLE_URL,
    log: { warn: () => undefined },
    ...changes,
  };
  return {
    pool,
    secret,
    mails,
    context,
    answer(next) {
      mailing = next;
    },
    async addCompany() {
      const companyId = await bench.addCompany();
      await keepPasses(operator);
      return companyId;
    },
    ...peopleOf(context),
  };
}

function peopleOf(context: UsersContext): Pick<UsersBench, 'addUser' | 'sessionOf'> {
  return {
    async addUser({ name = 'Ana Flores', passwordHash } = {}) {
      const hash = passwordHash === null ? null : await context.passwords.hash(PASSWORD);
      const email = freshEmail();
      const made = await context.users.create({ email, name, isOperator: false, passwordHash: hash });
      return { userId: made.userId, email };
    },
    async sessionOf(userId) {
      const account = await context.sessions.accountOf(userId);
      if (account === null) throw new Error(`there is no user ${userId}`);
      const entered = await begin(context, account, { origin: ORIGIN });
      if (entered.kind === 'refused') throw new Error(entered.detail);
      return entered.session;
    },
  };
}

/** A session of a user who has come in just now. */
export async function freshFor(sessions: SessionStore, userId: string): Promise<FreshSession> {
  const account = await sessions.accountOf(userId);
  const { hash: token } = TOKENS.fresh();
  const session = account && (await sessions.begin({ ...account, token, origin: ORIGIN }));
  const fresh = session && freshOf(session, Date.now());
  if (fresh === null) throw new Error('a session that has just begun is fresh');
  return fresh;
}

/** The token at the end of a link. */
export function tokenIn(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1);
}
