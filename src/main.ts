// Makes the program of the settings: the commands, and the node that `src/compose.ts` puts together.
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure } from './cli/failure.ts';
import { makeFolder } from './cli/make-folder.ts';
import type { Database, Office, Program, Server, ServiceOptions, Unlocked, Worker } from './cli/program.ts';
import { runCommandLine } from './cli/run.ts';
import { composeNode, type Node, SYSTEM_CLOCK } from './compose.ts';
import { readSettings, type Settings } from './config/settings.ts';
import { trySignIn } from './hacienda/sign-in.ts';
import { prepareDrain } from './http/drain.ts';
import { createOperatorServer } from './http/operator-server.ts';
import { createLargeRequests } from './large/large-requests.ts';
import { tryMailAccount } from './mail/mailer.ts';
import { accountOf } from './operations/deliveries/send-delivery.ts';
import type { IssuingLog, IssuingTimes } from './operations/documents/issuing-context.ts';
import { createKeyring, INSTALLATION, type Keyring, rewrap, SealError } from './signer/keyring.ts';
import { createMasterKeyFile, readMasterKeyFile } from './signer/master-key.ts';
import { createPasswords, type Passwords } from './signer/passwords.ts';
import { makeSandboxCertificate } from './signer/sandbox-certificate.ts';
import { createVault } from './signer/vault.ts';
import { createCompanyRegistry } from './storage/companies/company-registry.ts';
import { installationSecret } from './storage/companies/installation-secrets.ts';
import { rewrapSecrets } from './storage/companies/rewrap-secrets.ts';
import { createSecretsReader } from './storage/companies/secrets-reader.ts';
import { createSecretsRegistry } from './storage/companies/secrets-registry.ts';
import { settleTls } from './storage/connection/connection.ts';
import { createPool, type Pool } from './storage/connection/pool.ts';
import { createPendingReader } from './storage/contingencies/pending-reader.ts';
import { createBacklogReader } from './storage/documents/backlog-reader.ts';
import { startEmbedded } from './storage/embedded/start.ts';
import { createKeyRegistry } from './storage/keys/key-registry.ts';
import { readDatabaseFacts } from './storage/server/database-facts.ts';
import { createDatabaseProbe } from './storage/server/database-probe.ts';
import { takeExclusiveHold } from './storage/server/exclusive-hold.ts';
import { migrate } from './storage/server/migrate.ts';
import { createLogger } from './telemetry/logger.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { createSignInWatch } from './telemetry/sign-in-watch.ts';
import { timely } from './telemetry/timely.ts';
import type { WorkLoop } from './work/work-loop.ts';

const OPERATOR_CONNECTIONS = 2;
const SECRET_BYTES = 32;
const NEVER = new Promise<never>(() => undefined);

function programOf(settings: Settings): Program {
  const metrics = createMetrics();
  return {
    settings,
    version: versionOf(),
    openDatabase: () => openDatabase(settings),
    databaseFacts: (databaseUrl) => readDatabaseFacts(databaseUrl, settings.durableWithout),
    migrate,
    openOffice: (databaseUrl) => openOffice(databaseUrl, settings, metrics),
    createOperatorServer: (databaseUrl) => operatorServerOf(databaseUrl, metrics),
    takeHold: takeExclusiveHold,
    readMasterKey: readMasterKeyFile,
    createMasterKey: createMasterKeyFile,
    makeCertificate: makeSandboxCertificate,
    tryMail: tryMailAccount,
  };
}

async function openDatabase({ databaseUrl, dataDir }: Settings): Promise<Database> {
  if (databaseUrl !== null)
    return { url: await settleTls(databaseUrl), lost: NEVER, close: async () => undefined };
  await makeFolder(dataDir);
  const embedded = await startEmbedded(join(dataDir, 'postgres'));
  return { url: embedded.url, lost: embedded.ended, close: () => embedded.stop() };
}

function openOffice(databaseUrl: string, settings: Settings, metrics: Metrics): Office {
  const pool = createPool('sello_operator', {
    databaseUrl,
    connections: OPERATOR_CONNECTIONS,
    onIdleError: () => undefined,
  });
  return {
    companies: createCompanyRegistry(pool),
    keys: createKeyRegistry(pool),
    secrets: createSecretsRegistry(pool),
    pending: createPendingReader(pool),
    unlock: (masterKey) => unlock({ pool, masterKey, databaseUrl, settings, metrics }),
    rewrapSecrets: (old, fresh) => rewrapSecrets(pool, (sealed) => opened(() => rewrap(sealed, old, fresh))),
    close: () => pool.end(),
  };
}

function operatorServerOf(databaseUrl: string, metrics: Metrics): Server {
  const probe = createDatabaseProbe(databaseUrl);
  const pool = createPool('sello_operator', { databaseUrl, connections: 1, onIdleError: () => undefined });
  const readBacklog = timely(createBacklogReader(pool));
  const server = createOperatorServer({
    askDatabase: probe.ask,
    metrics: async () => metrics.text(await readBacklog()),
    metricsType: metrics.contentType,
  });
  return {
    listen: server.listen,
    async close() {
      await server.close();
      await Promise.all([probe.close(), pool.end()]);
    },
  };
}

async function unlock({
  pool,
  masterKey,
  ...lock
}: {
  readonly pool: Pool;
  readonly masterKey: KeyObject;
  readonly databaseUrl: string;
  readonly settings: Settings;
  readonly metrics: Metrics;
}): Promise<Unlocked> {
  const keyring = createKeyring(masterKey);
  const pepper = createSecretKey(await openSecret(pool, keyring, 'api-key-pepper'));
  const linkSecret = createSecretKey(await openSecret(pool, keyring, 'file-links'));
  return {
    ...trialsOf(createPasswords(createSecretsReader(pool, SYSTEM_CLOCK), keyring)),
    vault: createVault(keyring, pepper),
    createServer: (options) => serverOf({ ...lock, keyring, masterKey, pepper, linkSecret, options }),
    createWorker: (options) => workerOf({ ...lock, keyring, options }),
  };
}

/** What the doctor tries with the passwords of a company. */
function trialsOf({ atAuthority, atMailServer }: Passwords): Pick<Unlocked, 'signIn' | 'tryMail'> {
  return {
    async signIn(account, url, timeoutMs) {
      const credentials = await atAuthority(account);
      return credentials && trySignIn(url, credentials, { timeoutMs, userAgent: `sello/${versionOf()}` });
    },
    async tryMail({ companyId, company }) {
      const servers = { installationAccount: null, smtpPasswordOf: atMailServer };
      const account = await accountOf(servers, companyId, company);
      return 'kind' in account ? { ...account, kind: 'failed', code: null } : tryMailAccount(account);
    },
  };
}

/** A secret of the installation, made by whoever needs it first. */
async function openSecret(pool: Pool, keyring: Keyring, purpose: string): Promise<Buffer> {
  const binding = { owner: INSTALLATION, purpose };
  const sealed = await installationSecret(pool, purpose, () =>
    keyring.seal(randomBytes(SECRET_BYTES), binding),
  );
  return opened(() => keyring.open(sealed, binding));
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

interface NodeOptions {
  readonly keyring: Keyring;
  readonly databaseUrl: string;
  readonly settings: Settings;
  readonly metrics: Metrics;
  readonly options: ServiceOptions;
}

/** The part of what a node is made from that can be handed to a thread, too. */
function nodeSettingsOf({ databaseUrl, settings, options }: NodeOptions) {
  return {
    databaseUrl,
    mail: settings.smtp,
    times: timesOf(settings),
    userAgent: `sello/${versionOf()}`,
    hacienda: { testUrl: options.haciendaTestUrl, productionUrl: settings.haciendaProductionUrl },
    testCompaniesOnly: options.testCompaniesOnly,
  };
}

function nodeOf(parts: NodeOptions): Node {
  const { keyring, metrics, options } = parts;
  const logger = createLogger(options.logLevel);
  const log: IssuingLog = { warn: (event, detail) => logger.warn({ event, ...detail }) };
  return composeNode({
    ...nodeSettingsOf(parts),
    keyring,
    logger,
    meter: metrics.meter,
    watchCircuits: metrics.watchCircuits,
    signIns: createSignInWatch({ meter: metrics.meter, log, monotonic: SYSTEM_CLOCK.monotonic }),
  });
}

function timesOf({ haciendaTimeoutMs, requestBudgetMs, quarantineMs }: Settings): IssuingTimes {
  return { callTimeoutMs: haciendaTimeoutMs, requestBudgetMs, quarantineMs };
}

function startBackground(node: Node): WorkLoop {
  const loops = [node.startWork(), node.startMail()];
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}

interface ServerOptions extends NodeOptions {
  readonly masterKey: KeyObject;
  readonly pepper: KeyObject;
  readonly linkSecret: KeyObject;
}

function serverOf({ masterKey, pepper, linkSecret, ...options }: ServerOptions): Server {
  const node = nodeOf(options);
  const { publicUrl, trustedProxies } = options.settings;
  const { logLevel } = options.options;
  const large = createLargeRequests({
    settings: { ...nodeSettingsOf(options), masterKey, pepper, linkSecret, publicUrl, logLevel },
    breaker: node.context.breaker,
    meter: options.metrics.meter,
  });
  const app = node.createApp({ pepper, linkSecret, publicUrl, trustedProxies, large });
  const drain = prepareDrain(app);
  let work: WorkLoop | null = null;
  return {
    async listen(host, port) {
      await app.listen({ host, port });
      work = startBackground(node);
    },
    async close() {
      const stopped = work?.stop();
      await drain();
      await Promise.all([app.close(), stopped]);
      await Promise.all([large.close(), node.close()]);
    },
  };
}

function workerOf(options: NodeOptions): Worker {
  const node = nodeOf(options);
  const work = startBackground(node);
  return {
    async close() {
      await work.stop();
      await node.close();
    },
  };
}

function versionOf(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return /"version":\s*"([^"]+)"/.exec(manifest)?.[1] ?? 'unknown';
}

// A reader that went away, as `head` does, is no reason to fail.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await runCommandLine(process.argv.slice(2), {
  version: versionOf(),
  reading: readSettings(process.env, process.cwd()),
  programOf,
  createMasterKey: createMasterKeyFile,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
});
process.exit();
