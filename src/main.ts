// The only file that knows everybody: it makes the parts of Sello from the settings and hands them to the commands.
import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure } from './cli/failure.ts';
import { makeFolder } from './cli/make-folder.ts';
import type { Database, Office, Program, Server, ServiceOptions, Unlocked, Worker } from './cli/program.ts';
import { runCommandLine } from './cli/run.ts';
import { readSettings, type Settings } from './config/settings.ts';
import type { Ambiente } from './core/dte/kinds.ts';
import { createAuthority } from './hacienda/client.ts';
import { trySignIn } from './hacienda/sign-in.ts';
import { prepareDrain } from './http/drain.ts';
import { createOperatorServer } from './http/operator-server.ts';
import { createServer } from './http/server.ts';
import { createMailer, tryMailAccount } from './mail/mailer.ts';
import { createCircuitBreaker, observed } from './operations/circuit-breaker.ts';
import type { IssuingLog, IssuingTimes } from './operations/issuing-context.ts';
import type { DeliveryQueue } from './operations/mail-ports.ts';
import { observedInvalidations } from './operations/observed-invalidations.ts';
import type { Clock } from './operations/ports.ts';
import { accountOf, type DeliveryContext } from './operations/send-delivery.ts';
import { keysOfTestCompanies, testCompanies } from './operations/test-companies.ts';
import { createPress, PRESS_LIMITS } from './paper/press.ts';
import { fileToken, fileTokenMatches } from './signer/file-token.ts';
import { decodeJws } from './signer/jws.ts';
import { createKeyring, INSTALLATION, type Keyring, rewrap, SealError } from './signer/keyring.ts';
import { createLocalSigner } from './signer/local-signer.ts';
import { createMasterKeyFile, readMasterKeyFile } from './signer/master-key.ts';
import { createPasswords, type Passwords } from './signer/passwords.ts';
import { makeSandboxCertificate } from './signer/sandbox-certificate.ts';
import { createKeyCheck, createVault } from './signer/vault.ts';
import { createBacklogReader } from './storage/backlog-reader.ts';
import { createBrandingReader } from './storage/branding-reader.ts';
import { createCompanyReader } from './storage/company-reader.ts';
import { createCompanyRegistry } from './storage/company-registry.ts';
import { createContingencyQueue } from './storage/contingency-queue.ts';
import { createContingencyStore } from './storage/contingency-store.ts';
import { readDatabaseFacts } from './storage/database-facts.ts';
import { createDatabaseProbe } from './storage/database-probe.ts';
import { createDeliveryQueue } from './storage/delivery-queue.ts';
import { createDeliveryReader } from './storage/delivery-reader.ts';
import { createDeliveryStore } from './storage/delivery-store.ts';
import { createDocumentStore } from './storage/document-store.ts';
import { startEmbedded } from './storage/embedded/start.ts';
import { createEventReader } from './storage/event-reader.ts';
import { takeExclusiveHold } from './storage/exclusive-hold.ts';
import { installationSecret } from './storage/installation-secrets.ts';
import { createInvalidationQueue } from './storage/invalidation-queue.ts';
import { createInvalidationStore } from './storage/invalidation-store.ts';
import { createKeyReader } from './storage/key-reader.ts';
import { createKeyRegistry } from './storage/key-registry.ts';
import { migrate } from './storage/migrate.ts';
import { createPendingReader } from './storage/pending-reader.ts';
import { createPool, type Pool } from './storage/pool.ts';
import { createRateLimiter } from './storage/rate-limiter.ts';
import { rewrapSecrets } from './storage/rewrap-secrets.ts';
import { createSecretsReader } from './storage/secrets-reader.ts';
import { createSecretsRegistry } from './storage/secrets-registry.ts';
import { createStandingReader } from './storage/standing-reader.ts';
import { createWorkQueue } from './storage/work-queue.ts';
import { createWorkStore } from './storage/work-store.ts';
import { createLogger } from './telemetry/logger.ts';
import { meteredAuthority } from './telemetry/metered-authority.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { createSignInWatch } from './telemetry/sign-in-watch.ts';
import { timely } from './telemetry/timely.ts';
import { DELIVERY_LIMITS, startDeliveryLoop } from './work/delivery-loop.ts';
import { startWorkLoop, WORK_LIMITS, type WorkLoop, type WorkLoopContext } from './work/work-loop.ts';

/** Of the service; a claim, a look-up and a verdict take a connection for a few milliseconds each. */
const SERVICE_CONNECTIONS = 20;
const OPERATOR_CONNECTIONS = 2;
/** Of the look for waiting documents. */
const QUEUE_CONNECTIONS = 1;
/** Of the outbox, which waits for nobody else's connection and keeps none from others. */
const MAIL_CONNECTIONS = 2;
const ENVIRONMENTS: readonly Ambiente[] = ['00', '01'];
const TEST_ENVIRONMENT: readonly Ambiente[] = ['00'];
const SECRET_BYTES = 32;
const NEVER = new Promise<never>(() => undefined);

const CLOCK: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (delayMs) => sleep(delayMs),
};

const IDENTITIES = {
  documentId: () => randomUUID(),
  codigoGeneracion: () => randomUUID().toUpperCase(),
};

function programOf(settings: Settings): Program {
  const metrics = createMetrics();
  return {
    settings,
    version: versionOf(),
    openDatabase: () => openDatabase(settings),
    databaseFacts: readDatabaseFacts,
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
  if (databaseUrl !== null) return { url: databaseUrl, lost: NEVER, close: async () => undefined };
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

interface Lock {
  readonly pool: Pool;
  readonly masterKey: KeyObject;
  readonly databaseUrl: string;
  readonly settings: Settings;
  readonly metrics: Metrics;
}

async function unlock({ pool, masterKey, ...lock }: Lock): Promise<Unlocked> {
  const keyring = createKeyring(masterKey);
  const pepper = createSecretKey(await openSecret(pool, keyring, 'api-key-pepper'));
  const linkSecret = await openSecret(pool, keyring, 'file-links');
  return {
    ...trialsOf(createPasswords(createSecretsReader(pool), keyring)),
    vault: createVault(keyring, pepper),
    createServer: (options) => serverOf({ ...lock, keyring, pepper, linkSecret, options }),
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

interface HouseParts {
  readonly keyring: Keyring;
  readonly databaseUrl: string;
  readonly settings: Settings;
  readonly metrics: Metrics;
  readonly options: ServiceOptions;
}

/** What issues documents, for whoever calls it: requests, the background, or both. */
interface House {
  readonly pool: Pool;
  readonly logger: ReturnType<typeof createLogger>;
  readonly context: WorkLoopContext;
  startWork(): WorkLoop;
  close(): Promise<void>;
}

function openHouse({ keyring, databaseUrl, settings, metrics, options }: HouseParts): House {
  const logger = createLogger(options.logLevel);
  const onIdleError = (error: Error) => logger.warn({ event: 'idle_connection_lost', reason: error.message });
  const pool = createPool('sello_service', { databaseUrl, connections: SERVICE_CONNECTIONS, onIdleError });
  const scanPool = createPool('sello_operator', { databaseUrl, connections: QUEUE_CONNECTIONS, onIdleError });
  const secrets = createSecretsReader(pool);
  const log: IssuingLog = { warn: (event, detail) => logger.warn({ event, ...detail }) };
  const client = createAuthority({
    testUrl: options.haciendaTestUrl,
    productionUrl: settings.haciendaProductionUrl,
    ...{ timeoutMs: settings.haciendaTimeoutMs, userAgent: `sello/${versionOf()}` },
    credentials: createPasswords(secrets, keyring).atAuthority,
    signIns: createSignInWatch({ meter: metrics.meter, log, monotonic: CLOCK.monotonic }),
  });
  const authority = meteredAuthority(client, metrics.meter, CLOCK.monotonic);
  const breaker = createCircuitBreaker(CLOCK);
  metrics.watchCircuits(breaker.offline);
  const companies = createCompanyReader(pool);
  const context: WorkLoopContext = {
    clock: CLOCK,
    identities: IDENTITIES,
    store: createDocumentStore(pool, CLOCK, settings.smtp !== null),
    work: createWorkStore(pool, CLOCK),
    contingencies: createContingencyStore(pool),
    contingencyAuthority: authority,
    invalidations: createInvalidationStore(pool),
    invalidationAuthority: observedInvalidations(authority, breaker),
    companies: options.testCompaniesOnly ? testCompanies(companies) : companies,
    authority: observed(authority, breaker),
    breaker,
    signer: createLocalSigner({
      loadKey: ({ companyId, ambiente }) => secrets.certificate(companyId, ambiente),
      keyring,
    }),
    times: timesOf(settings),
    log,
  };
  const environments = options.testCompaniesOnly ? TEST_ENVIRONMENT : ENVIRONMENTS;
  const queue = createWorkQueue(scanPool, environments);
  const contingencies = createContingencyQueue(scanPool, environments);
  const invalidations = createInvalidationQueue(scanPool, environments);
  const mailRoom = openMailRoom({ keyring, databaseUrl, settings }, context);
  return {
    pool,
    logger,
    context,
    startWork: () =>
      together([
        startWorkLoop({ context, queue, contingencies, invalidations, limits: WORK_LIMITS }),
        mailRoom.start(createDeliveryQueue(scanPool, environments)),
      ]),
    async close() {
      await client.close();
      await Promise.all([pool.end(), scanPool.end(), mailRoom.close()]);
    },
  };
}

function timesOf({ haciendaTimeoutMs, requestBudgetMs, quarantineMs }: Settings): IssuingTimes {
  return { callTimeoutMs: haciendaTimeoutMs, requestBudgetMs, quarantineMs };
}

function together(loops: readonly WorkLoop[]): WorkLoop {
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}

/** Connections and paper of its own: however slow a mail server is, nobody else waits for it. */
function openMailRoom(
  { keyring, databaseUrl, settings }: Pick<HouseParts, 'keyring' | 'databaseUrl' | 'settings'>,
  { companies, log }: Pick<WorkLoopContext, 'companies' | 'log'>,
) {
  const onIdleError = (error: Error) => log.warn('idle_connection_lost', { reason: error.message });
  const pool = createPool('sello_service', { databaseUrl, connections: MAIL_CONNECTIONS, onIdleError });
  const press = createPress({ ...PRESS_LIMITS, linesAtOnce: 0 });
  const context: DeliveryContext = {
    ...{ companies, log, press, ...paperPartsOf(pool) },
    store: createDocumentStore(pool, CLOCK),
    deliveries: createDeliveryStore(pool),
    mailer: createMailer(),
    installationAccount: settings.smtp,
    smtpPasswordOf: createPasswords(createSecretsReader(pool), keyring).atMailServer,
  };
  return {
    start: (queue: DeliveryQueue) => startDeliveryLoop({ context, queue, limits: DELIVERY_LIMITS }),
    close: () => Promise.all([pool.end(), press.close()]),
  };
}

/** What the paper of a document is made from. */
function paperPartsOf(pool: Pool) {
  return {
    payloadOf: (jws: string) => decodeJws(jws)?.payload ?? null,
    invalidations: createInvalidationStore(pool),
    events: createEventReader(pool),
    brandings: createBrandingReader(pool),
  };
}

interface ServerAssembly extends HouseParts {
  readonly pepper: KeyObject;
  readonly linkSecret: Uint8Array;
}

function serverOf({ pepper, linkSecret, ...parts }: ServerAssembly): Server {
  const house = openHouse(parts);
  const keys = createKeyReader(house.pool);
  const press = createPress();
  const app = createServer({
    issuing: house.context,
    standings: createStandingReader(house.pool),
    deliveries: createDeliveryReader(house.pool, parts.settings.smtp !== null),
    invalidationAuthority: house.context.invalidationAuthority,
    keys: parts.options.testCompaniesOnly ? keysOfTestCompanies(keys) : keys,
    keyCheck: createKeyCheck(pepper),
    limiter: createRateLimiter(house.pool),
    links: {
      token: (target) => fileToken(linkSecret, target),
      matches: (token, target) => fileTokenMatches(token, linkSecret, target),
    },
    ...paperPartsOf(house.pool),
    press,
    publicUrl: parts.settings.publicUrl,
    trustedProxies: parts.settings.trustedProxies,
    logger: house.logger,
    meter: parts.metrics.meter,
  });
  const drain = prepareDrain(app);
  let work: WorkLoop | null = null;
  return {
    async listen(host, port) {
      await app.listen({ host, port });
      work = house.startWork();
    },
    async close() {
      const stopped = work?.stop();
      await drain();
      await Promise.all([app.close(), stopped]);
      await Promise.all([house.close(), press.close()]);
    },
  };
}

function workerOf(parts: HouseParts): Worker {
  const house = openHouse(parts);
  const work = house.startWork();
  return {
    async close() {
      await work.stop();
      await house.close();
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
