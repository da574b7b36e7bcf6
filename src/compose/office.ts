// What the operator's commands work with: the registries, and the way to what the master key opens.
import type { Office } from '../cli/program.ts';
import { createCompanyRegistry } from '../storage/companies/company-registry.ts';
import { createCompletionRegistry } from '../storage/companies/completion-registry.ts';
import { keepPasses } from '../storage/companies/passes.ts';
import { createSecretsRegistry } from '../storage/companies/secrets-registry.ts';
import { createPool, type Pool } from '../storage/connection/pool.ts';
import { createPendingReader } from '../storage/contingencies/pending-reader.ts';
import { createLifeReader } from '../storage/documents/document-life.ts';
import { createDocumentReader } from '../storage/documents/document-view.ts';
import { createNumbersReader } from '../storage/documents/numbers-reader.ts';
import { createKeyRegistry } from '../storage/keys/key-registry.ts';
import { createRehearsalReader } from '../storage/rehearsals/rehearsal-reader.ts';
import { createDeeds } from '../storage/server/operator-deeds.ts';
import { exportParts } from './exports.ts';
import type { OfficeParts } from './unlocked.ts';
import { userStoresOn } from './user-stores.ts';

const CONNECTIONS = 2;

export function openOffice(parts: OfficeParts): Office {
  const { databaseUrl, operates } = parts.place;
  const options = { databaseUrl, connections: CONNECTIONS, onIdleError: () => undefined };
  const pool = createPool(operates ? 'sello_operator' : 'sello_service', options);
  let entering: Pool | null = null;
  const service = createPool('sello_service', {
    ...options,
    passOf: (scope) => entering?.passOf(scope) ?? pool.passOf(scope),
  });
  const registry = createCompanyRegistry(pool);
  return {
    companies: {
      ...registry,
      async apply(company, check) {
        const applied = await registry.apply(company, check);
        if (entering !== null) await keepPasses(entering);
        return applied;
      },
    },
    keys: createKeyRegistry(pool),
    secrets: createSecretsRegistry(pool),
    pending: createPendingReader(pool),
    numbers: createNumbersReader(pool),
    lives: createLifeReader(pool),
    ...exportParts(service, parts.settings.smtp !== null),
    documents: createDocumentReader(pool, parts.settings.smtp !== null),
    completions: createCompletionRegistry(pool),
    rehearsals: createRehearsalReader(pool),
    deeds: createDeeds(pool),
    people: { ...userStoresOn(pool), consoleUrl: parts.settings.console.url },
    async unlock(place) {
      const opened = await (await behindTheKey()).unlockOn(pool, parts, place);
      entering = opened.pool;
      return opened.unlocked;
    },
    rewrapSecrets: async (old, fresh) => (await behindTheKey()).rewrapOn(pool, old, fresh),
    close: async () => void (await Promise.all([pool.end(), service.end()])),
  };
}

/** Most of the product, which a command that only reads does not load. */
const behindTheKey = () => import('./unlocked.ts');
