// What the pages of a company's own data and those of the operator work with.

import { testAuthorityAt } from '../cli/sandbox/test-authority.ts';
import type { NodeSettings } from '../config/node-settings.ts';
import { isLoopbackUrl } from '../config/setting-checks.ts';
import { USER_AGENT, VERSION } from '../config/version.ts';
import type { OperatingParts, OwnParts } from '../console/parts.ts';
import { trySignIn } from '../hacienda/sign-in.ts';
import type { MailTimes } from '../mail/mailer.ts';
import { createAccountTrier } from '../mail/user-mailer.ts';
import { createBuckets } from '../operations/access/buckets.ts';
import type { CompanyReader } from '../operations/background/ports.ts';
import { MAIL_TRIES_OF_COMPANY } from '../operations/companies/set-own-mail.ts';
import type { Clock } from '../operations/documents/ports.ts';
import type { KeyHolder } from '../signer/key-holder.ts';
import { createPasswords } from '../signer/passwords.ts';
import { makeSandboxCertificate } from '../signer/sandbox-certificate.ts';
import { createVault } from '../signer/vault.ts';
import { createAttentionReader } from '../storage/attention/attention-reader.ts';
import { createCompanyOpener } from '../storage/companies/company-opener.ts';
import { createOwnCompany } from '../storage/companies/own-company.ts';
import { createOwnKeys } from '../storage/companies/own-keys.ts';
import { createSecretsReader } from '../storage/companies/secrets-reader.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { createBacklogReader } from '../storage/documents/backlog-reader.ts';
import { createLastRehearsals } from '../storage/rehearsals/rehearsal-reader.ts';
import { createDeedReader } from '../storage/server/operator-deeds.ts';
import { createTodayReader } from '../storage/today/today-reader.ts';
import { mailNetworks } from './mail-networks.ts';
import type { Memory } from './memory.ts';
import { readPeppers } from './peppers.ts';
import { productionObstacle } from './production-obstacle.ts';

export interface CompanyMakings {
  readonly settings: NodeSettings;
  readonly pools: { readonly service: Pool };
  readonly context: { readonly companies: CompanyReader; readonly clock: Clock };
  readonly keys: KeyHolder;
  readonly replace: { readonly mailTimes?: MailTimes | undefined };
}

/** What a company's users change of it themselves. */
export function ownParts(
  { settings, pools, context, keys, replace }: CompanyMakings,
  campaigns: OwnParts['campaigns'],
): OwnParts {
  const { haciendaTestUrl, haciendaProductionUrl, haciendaTimeoutMs: timeoutMs } = settings;
  return {
    companies: context.companies,
    company: createOwnCompany(pools.service),
    keys: createOwnKeys(pools.service),
    vault: async () => createVault(keys, await readPeppers(pools.service, keys)),
    accountTrier: createAccountTrier(replace.mailTimes, mailNetworks(settings)),
    mailTries: createBuckets(context.clock.monotonic, MAIL_TRIES_OF_COMPANY),
    smtpPasswordOf: createPasswords(createSecretsReader(pools.service, context.clock), keys).atMailServer,
    campaigns,
    testAuthority: isLoopbackUrl(haciendaTestUrl)
      ? testAuthorityAt(haciendaTestUrl, makeSandboxCertificate)
      : null,
    trySignIn: (ambiente, credentials) =>
      trySignIn(ambiente === '00' ? haciendaTestUrl : haciendaProductionUrl, credentials, {
        timeoutMs,
        userAgent: USER_AGENT,
      }),
  };
}

export interface OperatorMakings {
  readonly settings: NodeSettings;
  readonly pools: { readonly service: Pool };
  readonly context: Pick<OperatingParts, 'breaker' | 'clock' | 'companies' | 'identities' | 'rehearsals'>;
  readonly memory: Pick<Memory, 'watch'>;
  readonly history: OperatingParts['history'];
}

export function operatorParts({
  settings,
  pools,
  context,
  memory,
  history,
}: OperatorMakings): OperatingParts {
  const { breaker, clock, companies, identities, rehearsals } = context;
  return {
    breaker,
    clock,
    companies,
    identities,
    rehearsals,
    lastRehearsals: createLastRehearsals(pools.service),
    today: createTodayReader(pools.service),
    attention: createAttentionReader(pools.service),
    commands: createDeedReader(pools.service),
    backlog: createBacklogReader(pools.service),
    history,
    log: memory.watch,
    version: VERSION,
    opener: createCompanyOpener(pools.service),
    productionObstacle: productionObstacle(settings),
  };
}
