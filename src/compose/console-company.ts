// What the pages of a company's own data and those of the operator work with.

import type { NodeSettings } from '../config/node-settings.ts';
import { USER_AGENT, VERSION } from '../config/version.ts';
import type { CompanyParts } from '../console/company-parts.ts';
import type { OperatorParts } from '../console/operator-parts.ts';
import { trySignIn } from '../hacienda/sign-in.ts';
import type { CompanyReader } from '../operations/background/ports.ts';
import type { KeyHolder } from '../signer/key-holder.ts';
import { createVault } from '../signer/vault.ts';
import { createAttentionReader } from '../storage/attention/attention-reader.ts';
import { createOwnCompany } from '../storage/companies/own-company.ts';
import { createOwnKeys } from '../storage/companies/own-keys.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { createBacklogReader } from '../storage/documents/backlog-reader.ts';
import { createLastRehearsals } from '../storage/rehearsals/rehearsal-reader.ts';
import { createDeedReader } from '../storage/server/operator-deeds.ts';
import { createTodayReader } from '../storage/today/today-reader.ts';
import type { Memory } from './memory.ts';
import { readPeppers } from './peppers.ts';

export interface CompanyMakings {
  readonly settings: Pick<NodeSettings, 'haciendaTestUrl' | 'haciendaProductionUrl' | 'haciendaTimeoutMs'>;
  readonly pools: { readonly service: Pool };
  readonly context: { readonly companies: CompanyReader };
  readonly keys: KeyHolder;
}

/** What a company's users change of it themselves. */
export function ownParts({ settings, pools, context, keys }: CompanyMakings): CompanyParts {
  const { haciendaTestUrl, haciendaProductionUrl, haciendaTimeoutMs: timeoutMs } = settings;
  return {
    companies: context.companies,
    company: createOwnCompany(pools.service),
    keys: createOwnKeys(pools.service),
    vault: async () => createVault(keys, await readPeppers(pools.service, keys)),
    trySignIn: (ambiente, credentials) =>
      trySignIn(ambiente === '00' ? haciendaTestUrl : haciendaProductionUrl, credentials, {
        timeoutMs,
        userAgent: USER_AGENT,
      }),
  };
}

export interface OperatorMakings {
  readonly pools: { readonly service: Pool };
  readonly context: Pick<OperatorParts, 'breaker' | 'clock' | 'companies' | 'identities' | 'rehearsals'>;
  readonly memory: Pick<Memory, 'watch'>;
}

export function operatorParts({ pools, context, memory }: OperatorMakings): OperatorParts {
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
    log: memory.watch,
    version: VERSION,
  };
}
