// What the operations on users work with, at a node and behind the operator's commands.
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { OidcSettings } from '../config/oidc-setting.ts';
import type { Company } from '../core/company/company.ts';
import { neighbourhoodOf } from '../http/caller-address.ts';
import { createPasskeyRules } from '../identity/passkeys.ts';
import { createPasswordHasher, type ScryptCost } from '../identity/password-hasher.ts';
import { createIdentityProvider } from '../identity/provider.ts';
import type { MailTimes } from '../mail/mailer.ts';
import type { OwnNetworks } from '../mail/reach.ts';
import { createUserMailer } from '../mail/user-mailer.ts';
import { createBuckets } from '../operations/access/buckets.ts';
import type { MailAccount, SmtpPasswordOf } from '../operations/deliveries/ports.ts';
import { accountOf } from '../operations/deliveries/send-delivery.ts';
import type { IssuingLog } from '../operations/documents/issuing-context.ts';
import type { IdentityProvider } from '../operations/users/provider-ports.ts';
import {
  INVITATIONS_OF_COMPANY,
  PROVIDER_RETURN_PATH,
  RESETS_OF_USER,
  SIGN_INS_OF_ADDRESS,
  SIGN_INS_OF_USER,
  type UsersContext,
} from '../operations/users/users-context.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { userStoresOn } from './user-stores.ts';

export interface UsersParts {
  /** With the pass of the queues, or of the operator's role. */
  readonly pool: Pool;
  /** Behind the hashes of passwords. */
  readonly secret: KeyObject;
  readonly consoleUrl: string;
  /** The provider by which users may sign in; null for none. */
  readonly oidc: OidcSettings | null;
  readonly installationAccount: MailAccount | null;
  companyOf(companyId: string): Promise<Company | null>;
  readonly smtpPasswordOf: SmtpPasswordOf;
  monotonic(): number;
  readonly log: IssuingLog;
  readonly mailTimes?: MailTimes | undefined;
  readonly passwordCost?: ScryptCost | undefined;
  /** Beyond the Internet, where companies may have mail servers. */
  readonly networks: OwnNetworks;
}

export function usersContextOf(parts: UsersParts): UsersContext {
  const { pool, secret, consoleUrl, installationAccount, smtpPasswordOf, monotonic, log, mailTimes } = parts;
  const ofAddress = createBuckets(monotonic, SIGN_INS_OF_ADDRESS);
  return {
    ...userStoresOn(pool),
    passwords: createPasswordHasher(secret, parts.passwordCost),
    passkeyRules: createPasskeyRules({ consoleUrl, secret, now: Date.now }),
    provider: providerOf(parts),
    mailer: createUserMailer(mailTimes, parts.networks),
    mailAccounts: {
      ofInstallation: installationAccount,
      async ofCompany(companyId) {
        const company = await parts.companyOf(companyId);
        if (company === null) return installationAccount;
        const account = await accountOf({ installationAccount, smtpPasswordOf }, companyId, company);
        return 'kind' in account ? null : account;
      },
    },
    tries: {
      ofAddress: { take: (address) => ofAddress.take(neighbourhoodOf(address)) },
      ofUser: createBuckets(monotonic, SIGN_INS_OF_USER),
      resets: createBuckets(monotonic, RESETS_OF_USER),
      invitations: createBuckets(monotonic, INVITATIONS_OF_COMPANY),
    },
    consoleUrl,
    log,
  };
}

function providerOf({ oidc, consoleUrl, secret }: UsersParts): IdentityProvider | null {
  return oidc === null ? null : providerAt(oidc, { consoleUrl, secret });
}

function providerAt(
  oidc: OidcSettings,
  { consoleUrl, secret }: Pick<UsersParts, 'consoleUrl' | 'secret'>,
): IdentityProvider {
  const returnUrl = `${consoleUrl}${PROVIDER_RETURN_PATH}`;
  return createIdentityProvider({ ...oidc, returnUrl, secret, now: Date.now });
}

/** Asks the provider what it is, as for a user who wants to come in; answers why that failed, or null. */
export async function tryProvider(oidc: OidcSettings, consoleUrl: string): Promise<string | null> {
  const provider = providerAt(oidc, { consoleUrl, secret: createSecretKey(randomBytes(32)) });
  const departure = await provider.depart({ next: '/app', invitation: null });
  return departure.kind === 'silent' ? departure.reason : null;
}
