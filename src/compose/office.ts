// What the operator's commands work with: the registries, and what the master key opens.
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { CommandFailure } from '../cli/failure.ts';
import type { Office, ServiceOptions, Unlocked } from '../cli/program.ts';
import {
  composeNode,
  composeService,
  type NodeMetrics,
  type Replacements,
  SYSTEM_CLOCK,
} from '../compose.ts';
import type { NodeSettings } from '../config/node-settings.ts';
import type { Settings } from '../config/settings.ts';
import { USER_AGENT } from '../config/version.ts';
import { trySignIn } from '../hacienda/sign-in.ts';
import { tryMailAccount } from '../mail/mailer.ts';
import { accountOf } from '../operations/deliveries/send-delivery.ts';
import { installationName } from '../signer/generation-code.ts';
import { createKeyring, INSTALLATION, type Keyring, rewrap, SealError } from '../signer/keyring.ts';
import { createPasswords, type Passwords } from '../signer/passwords.ts';
import { createVault } from '../signer/vault.ts';
import { createCompanyRegistry } from '../storage/companies/company-registry.ts';
import { installationSecret } from '../storage/companies/installation-secrets.ts';
import { rewrapSecrets } from '../storage/companies/rewrap-secrets.ts';
import { createSecretsReader } from '../storage/companies/secrets-reader.ts';
import { createSecretsRegistry } from '../storage/companies/secrets-registry.ts';
import { createPool, type Pool } from '../storage/connection/pool.ts';
import { createPendingReader } from '../storage/contingencies/pending-reader.ts';
import { forgottenIn, reconcile } from '../storage/journal/reconcile.ts';
import { createKeyRegistry } from '../storage/keys/key-registry.ts';
import { countToAsk } from '../storage/log/agreement.ts';

const CONNECTIONS = 2;
const SECRET_BYTES = 32;

export interface OfficeParts {
  readonly settings: Settings;
  readonly databaseUrl: string;
  readonly metrics: NodeMetrics;
  /** For the nodes that are started from here. */
  readonly replace?: Replacements;
}

export function openOffice(parts: OfficeParts): Office {
  const { databaseUrl } = parts;
  const pool = createPool('sello_operator', {
    databaseUrl,
    connections: CONNECTIONS,
    onIdleError: () => undefined,
  });
  return {
    companies: createCompanyRegistry(pool),
    keys: createKeyRegistry(pool),
    secrets: createSecretsRegistry(pool),
    pending: createPendingReader(pool),
    unlock: (masterKey) => unlock(parts, pool, masterKey),
    rewrapSecrets: (old, fresh) => rewrapSecrets(pool, (sealed) => opened(() => rewrap(sealed, old, fresh))),
    close: () => pool.end(),
  };
}

async function unlock(
  { settings, databaseUrl, metrics, replace }: OfficeParts,
  pool: Pool,
  masterKey: KeyObject,
): Promise<Unlocked> {
  const keyring = createKeyring(masterKey);
  const secrets = await installationSecrets(pool, keyring);
  const installation = { ...settings, databaseUrl, masterKey, ...secrets };
  const name = installationName(secrets.codeSecret);
  const nodeSettings = ({ journals, ...options }: ServiceOptions): NodeSettings => ({
    ...installation,
    ...options,
    journalFolder: journals && join(journals, name),
  });
  return {
    reconcile: (request) =>
      withService(databaseUrl, (service) => {
        const [own = '', ...others] = request.folders;
        return reconcile({ operator: pool, service }, { ...request, folders: [join(own, name), ...others] });
      }),
    forgotten: (journals) =>
      withService(databaseUrl, (service) => forgottenIn(service, join(journals, name))),
    countToAsk: () => countToAsk(pool),
    ...trialsOf(createPasswords(createSecretsReader(pool, SYSTEM_CLOCK), keyring)),
    vault: createVault(keyring, secrets.pepper),
    createServer: (options) => composeService(nodeSettings(options), metrics, replace),
    createWorker(options) {
      const node = composeNode(nodeSettings(options), metrics, replace);
      const work = node.startBackground();
      return {
        async close() {
          await work.stop();
          await node.close();
        },
      };
    },
  };
}

async function withService<T>(databaseUrl: string, work: (service: Pool) => Promise<T>): Promise<T> {
  const onIdleError = () => undefined;
  const service = createPool('sello_service', { databaseUrl, connections: CONNECTIONS, onIdleError });
  try {
    return await work(service);
  } finally {
    await service.end();
  }
}

/** What the doctor tries with the passwords of a company. */
function trialsOf({ atAuthority, atMailServer }: Passwords): Pick<Unlocked, 'signIn' | 'tryMail'> {
  return {
    async signIn(account, url, timeoutMs) {
      const credentials = await atAuthority(account);
      return credentials && trySignIn(url, credentials, { timeoutMs, userAgent: USER_AGENT });
    },
    async tryMail({ companyId, company }) {
      const servers = { installationAccount: null, smtpPasswordOf: atMailServer };
      const account = await accountOf(servers, companyId, company);
      return 'kind' in account ? { ...account, kind: 'failed', code: null } : tryMailAccount(account);
    },
  };
}

/** The secrets of the installation, made by whoever needs them first. */
export async function installationSecrets(pool: Pool, keyring: Keyring) {
  const open = async (purpose: string): Promise<KeyObject> => {
    const binding = { owner: INSTALLATION, purpose };
    const sealed = await installationSecret(pool, purpose, () =>
      keyring.seal(randomBytes(SECRET_BYTES), binding),
    );
    return createSecretKey(opened(() => keyring.open(sealed, binding)));
  };
  return {
    pepper: await open('api-key-pepper'),
    linkSecret: await open('file-links'),
    codeSecret: await open('generation-codes'),
  };
}

function opened<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new CommandFailure(
      'wrong_master_key',
      'The master key is not the one that this database was sealed with: set SELLO_MASTER_KEY_FILE to the right file.',
    );
  }
}
