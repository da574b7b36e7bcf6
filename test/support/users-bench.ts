import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { createPasskeyRules } from '../../src/identity/passkeys.ts';
import { createPasswordHasher } from '../../src/identity/password-hasher.ts';
import { TOKENS } from '../../src/identity/tokens.ts';
import { createBuckets } from '../../src/operations/access/buckets.ts';
import type { Mailing } from '../../src/operations/deliveries/ports.ts';
import type { Origin, UserMail } from '../../src/operations/users/ports.ts';
import type { UsersContext } from '../../src/operations/users/users-context.ts';
import { createPasses } from '../../src/signer/derived.ts';
import { keepPasses } from '../../src/storage/companies/passes.ts';
import type { Pool } from '../../src/storage/connection/pool.ts';
import { createUserDeeds } from '../../src/storage/users/deed-store.ts';
import { createPasskeyStore } from '../../src/storage/users/passkey-store.ts';
import { createProviderAccountStore } from '../../src/storage/users/provider-account-store.ts';
import { createSessionStore } from '../../src/storage/users/session-store.ts';
import { createUserStore } from '../../src/storage/users/user-store.ts';
import type { StorageBench } from './storage-bench.ts';

export const ORIGIN: Origin = { address: '192.0.2.7', agent: 'Prueba/1' };
export const CONSOLE_URL = 'https://sello.example.com';
export const PASSWORD = 'un lorito bajo la lluvia';

/** Fast, for tests that are not about how slow it is. */
const QUICK = { cost: 2, block: 1, lanes: 1 };
const PLENTY = { burst: 1_000, perSecond: 1_000 };

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
}

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
  const server = { host: '127.0.0.1', port: 1, secure: false, login: null, from: 'sello@example.com' };
  return {
    pool,
    secret,
    mails,
    context: {
      users: createUserStore(pool),
      sessions: createSessionStore(pool),
      deeds: createUserDeeds(pool),
      passkeys: createPasskeyStore(pool),
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
    },
    answer(next) {
      mailing = next;
    },
    async addCompany() {
      const companyId = await bench.addCompany();
      await keepPasses(operator);
      return companyId;
    },
  };
}

/** The token at the end of a link. */
export function tokenIn(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1);
}
