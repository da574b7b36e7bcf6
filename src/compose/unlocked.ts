// What the master key opens: the secrets of the installation, and nodes that are started with them.
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ChildEnded } from '../children/child.ts';
import { CommandFailure } from '../cli/failure.ts';
import type { OfficePlace, ServiceOptions, Unlocked, Worker } from '../cli/program.ts';
import {
  composeNode,
  composeService,
  type Node,
  type NodeMetrics,
  type Replacements,
  SYSTEM_CLOCK,
} from '../compose.ts';
import type { KeyPlace, MasterKeys, NodeSettings } from '../config/node-settings.ts';
import type { Settings } from '../config/settings.ts';
import { USER_AGENT } from '../config/version.ts';
import { trySignIn } from '../hacienda/sign-in.ts';
import { TRIAL_TIMES, tryMailAccount } from '../mail/mailer.ts';
import type { OwnNetworks } from '../mail/reach.ts';
import { runCampaign } from '../operations/certifying/run-campaign.ts';
import { accountOf } from '../operations/deliveries/send-delivery.ts';
import { createPasses, installationName } from '../signer/derived.ts';
import type { Peppers } from '../signer/key-hash.ts';
import type { KeyHolder } from '../signer/key-holder.ts';
import { INSTALLATION, masterIdOf, rewrap, SealError, type Sealer } from '../signer/keyring.ts';
import { createPasswords, type Passwords } from '../signer/passwords.ts';
import { MasterKeyRefused } from '../signer/signer-child.ts';
import { createVault } from '../signer/vault.ts';
import { createCompanyRegistry } from '../storage/companies/company-registry.ts';
import { installationSecret, secretsUnder } from '../storage/companies/installation-secrets.ts';
import { keepPasses, passesHold, productionCompany } from '../storage/companies/passes.ts';
import { rewrapSecrets } from '../storage/companies/rewrap-secrets.ts';
import { createSecretsReader } from '../storage/companies/secrets-reader.ts';
import { createPool, type Pool, type PoolOptions } from '../storage/connection/pool.ts';
import { forgottenIn, reconcile } from '../storage/journal/reconcile.ts';
import { countToAsk } from '../storage/log/agreement.ts';
import { keepQuarantine } from '../storage/server/quarantine.ts';
import { createLogger } from '../telemetry/logger.ts';
import { openKeys } from './keys.ts';
import { mailNetworks } from './mail-networks.ts';
import { createPepperKeeper, makeFirstPepper, readPeppers } from './peppers.ts';
import { reconcileMonthOn } from './reconciling.ts';
import { rehearseOn } from './rehearsals.ts';
import { usersContextOf } from './users.ts';

/** Connections of a pool that lives as long as one question. */
const CONNECTIONS = 2;
const SECRET_BYTES = 32;
/** The purpose of the secret behind the links to files, which every installation has. */
const LINKS = 'file-links';

export interface OfficeParts {
  readonly settings: Settings;
  readonly place: OfficePlace;
  /** Made when a node is started from here. */
  readonly metrics: () => NodeMetrics | Promise<NodeMetrics>;
  /** For the nodes that are started from here. */
  readonly replace?: Replacements;
}

/** What the master keys of this place open, and the pool with the passes that they make. Throws as `Office.unlock` does. */
export async function unlockOn(pool: Pool, parts: OfficeParts, place: KeyPlace) {
  const masterKeys = { ...place, sample: await sampleIn(pool) };
  const log = parts.replace?.logger ?? createLogger(parts.settings.logLevel ?? 'info');
  const keys = await openKeys(masterKeys, log).catch(notUnlocked);
  try {
    const secrets = await installationSecrets(pool, keys);
    const entering = { ...pool, passOf: createPasses(secrets.passSecret) };
    if (parts.place.operates) await keepPasses(entering);
    else if (!(await passesHold(entering))) throw notPrepared();
    const metrics = await parts.metrics();
    const unlocked = unlockedWith(parts, entering, { masterKeys, keys, secrets, metrics });
    return { pool: entering, unlocked };
  } catch (error) {
    await keys.close();
    return notUnlocked(error);
  }
}

/** Seals every secret under another master key. Answers and throws as `Office.rewrapSecrets` does. */
export function rewrapOn(pool: Pool, old: KeyObject, fresh: KeyObject): Promise<number | null> {
  return rewrapSecrets(pool, masterIdOf(fresh), (sealed) => rewrap(sealed, old, fresh)).catch(notUnlocked);
}

/** The secret that tells which of two master keys the installation is under. */
async function sampleIn(pool: Pool): Promise<string | null> {
  const [sample = null] = (await secretsUnder(pool, LINKS)).values();
  return sample;
}

interface Opened {
  readonly masterKeys: MasterKeys;
  readonly keys: KeyHolder;
  readonly secrets: Awaited<ReturnType<typeof installationSecrets>>;
  readonly metrics: NodeMetrics;
}

function unlockedWith(
  { settings, place, replace }: OfficeParts,
  pool: Pool,
  { masterKeys, keys, secrets, metrics }: Opened,
): Unlocked {
  const databaseUrl = place.servingUrl;
  const { masters } = keys;
  const installation = { ...settings, databaseUrl, keys: masterKeys, masters, ...secrets };
  const name = installationName(secrets.codeSecret);
  const nodeSettings = ({ journals, remarks, ...options }: ServiceOptions): NodeSettings => {
    const logger = replace?.logger ?? createLogger(options.logLevel);
    for (const reason of remarks) logger.warn({ event: 'remark', reason });
    return { ...installation, ...options, journalFolder: journals && join(journals, name) };
  };
  const openNode = (options: ServiceOptions) =>
    composeNode({ settings: nodeSettings(options), keys, metrics }, replace);
  const withService = <T>(work: (service: Pool) => Promise<T>) =>
    onServicePool({ databaseUrl, passOf: pool.passOf }, work);
  const passwords = createPasswords(createSecretsReader(pool, SYSTEM_CLOCK), keys);
  return {
    reconcile: (request) =>
      withService((service) => {
        const [own = '', ...others] = request.folders;
        return reconcile({ operator: pool, service }, { ...request, folders: [join(own, name), ...others] });
      }),
    rehearse: (companyId, run) => withService((service) => rehearseOn(service, companyId, run)),
    reconcileMonth: (order, url) =>
      withService((service) => reconcileMonthOn({ service, settings, passwords }, order, url)),
    certify(options, run) {
      const node = openNode(options);
      return runCampaign(node.certifying, run).finally(node.close);
    },
    forgotten: (journals) => withService((service) => forgottenIn(service, join(journals, name))),
    countToAsk: () => countToAsk(pool),
    ...trialsOf(passwords, mailNetworks(settings)),
    people: usersContextOf({
      pool,
      secret: secrets.passSecret,
      consoleUrl: settings.console.url,
      oidc: null,
      installationAccount: settings.smtp,
      companyOf: async (companyId) => (await createCompanyRegistry(pool).byId(companyId))?.company ?? null,
      smtpPasswordOf: passwords.atMailServer,
      monotonic: SYSTEM_CLOCK.monotonic,
      log: { warn: () => undefined },
      networks: mailNetworks(settings),
    }),
    vault: createVault(keys, secrets.peppers),
    peppers: createPepperKeeper(pool, keys),
    keysLost: keys.lost,
    keepQuarantine: () => keepQuarantine(pool, settings.quarantineMs),
    productionCompany: () => productionCompany(pool),
    masters,
    passOf: pool.passOf,
    createServer: (options) => composeService({ settings: nodeSettings(options), keys, metrics }, replace),
    createWorker: (options) => workerOn(openNode(options)),
  };
}

function workerOn(node: Node): Worker {
  const work = node.startBackground();
  return {
    async close() {
      await work.stop();
      await node.close();
    },
  };
}

async function onServicePool<T>(
  place: Pick<PoolOptions, 'databaseUrl' | 'passOf'>,
  work: (service: Pool) => Promise<T>,
): Promise<T> {
  const onIdleError = () => undefined;
  const service = createPool('sello_service', { ...place, connections: CONNECTIONS, onIdleError });
  try {
    return await work(service);
  } finally {
    await service.end();
  }
}

/** What the doctor tries with the passwords of a company. */
function trialsOf(
  { atAuthority, atMailServer }: Passwords,
  networks: OwnNetworks,
): Pick<Unlocked, 'signIn' | 'tryMail'> {
  return {
    async signIn(account, url, { timeoutMs, onDate }) {
      const credentials = await atAuthority(account);
      return credentials && trySignIn(url, credentials, { timeoutMs, onDate, userAgent: USER_AGENT });
    },
    async tryMail({ companyId, company }) {
      const servers = { installationAccount: null, smtpPasswordOf: atMailServer };
      const account = await accountOf(servers, companyId, company);
      if ('kind' in account) return { ...account, kind: 'failed', code: null };
      return tryMailAccount(account, TRIAL_TIMES, networks);
    },
  };
}

/** The secrets of the installation, made by whoever needs them first. */
export async function installationSecrets(pool: Pool, keyring: Sealer) {
  const open = async (purpose: string): Promise<KeyObject> => {
    const binding = { owner: INSTALLATION, purpose };
    const sealed = await installationSecret(pool, purpose, () => {
      if (pool.role === 'sello_service') throw notPrepared();
      return keyring.seal(randomBytes(SECRET_BYTES), binding);
    });
    return createSecretKey(await keyring.open(sealed, binding));
  };
  return {
    peppers: await openPeppers(pool, keyring),
    linkSecret: await open(LINKS),
    codeSecret: await open('generation-codes'),
    passSecret: await open('passes'),
  };
}

async function openPeppers(pool: Pool, keyring: Sealer): Promise<Peppers> {
  const peppers = await readPeppers(pool, keyring);
  if (peppers.versions.size > 0) return peppers;
  if (pool.role === 'sello_service') throw notPrepared();
  return makeFirstPepper(pool, keyring);
}

/** What a login that serves cannot make. */
function notPrepared(): CommandFailure {
  return new CommandFailure(
    'not_prepared',
    'The installation is not prepared for a login that only serves: run "sello migrate" with SELLO_OPERATOR_DATABASE_URL and this master key first.',
  );
}

function notUnlocked(error: unknown): never {
  if (error instanceof MasterKeyRefused) throw new CommandFailure('master_key', error.message);
  if (error instanceof ChildEnded) throw new CommandFailure('signer_process', `${error.message}.`);
  if (!(error instanceof SealError)) throw error;
  throw new CommandFailure(
    'wrong_master_key',
    'The master key is not the one that this database was sealed with: set SELLO_MASTER_KEY_FILE to the right file.',
  );
}
