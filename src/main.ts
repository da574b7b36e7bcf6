// The only file that knows everybody: it makes the parts of Sello from the settings and hands them to the commands.
import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure } from './cli/failure.ts';
import type { Database, Office, Program, Server, ServerOptions, Unlocked } from './cli/program.ts';
import { runCommandLine } from './cli/run.ts';
import { readSettings, type Settings } from './config/settings.ts';
import { createAuthority } from './hacienda/client.ts';
import { createServer } from './http/server.ts';
import type { KeyReader } from './operations/access-ports.ts';
import type { IssuingContext } from './operations/issuing-context.ts';
import type { AuthorityAccount, Clock } from './operations/ports.ts';
import { fileToken, fileTokenMatches } from './signer/file-token.ts';
import { decodeJws } from './signer/jws.ts';
import { createKeyring, INSTALLATION, type Keyring, SealError } from './signer/keyring.ts';
import { createLocalSigner } from './signer/local-signer.ts';
import { createMasterKeyFile, readMasterKeyFile } from './signer/master-key.ts';
import { makeSandboxCertificate } from './signer/sandbox-certificate.ts';
import { createKeyCheck, createVault, credentialsBinding } from './signer/vault.ts';
import { createCompanyRegistry } from './storage/company-registry.ts';
import { readDatabaseFacts } from './storage/database-facts.ts';
import { createDocumentStore } from './storage/document-store.ts';
import { startEmbedded } from './storage/embedded/start.ts';
import { takeExclusiveHold } from './storage/exclusive-hold.ts';
import { installationSecret } from './storage/installation-secrets.ts';
import { createKeyReader } from './storage/key-reader.ts';
import { createKeyRegistry } from './storage/key-registry.ts';
import { migrate } from './storage/migrate.ts';
import { createPool, type Pool } from './storage/pool.ts';
import { createRateLimiter } from './storage/rate-limiter.ts';
import { createSecretsReader, type SecretsReader } from './storage/secrets-reader.ts';
import { createSecretsRegistry } from './storage/secrets-registry.ts';
import { createLogger } from './telemetry/logger.ts';

/** Of the service; a claim, a look-up and a verdict take a connection for a few milliseconds each. */
const SERVICE_CONNECTIONS = 20;
const OPERATOR_CONNECTIONS = 2;
const SECRET_BYTES = 32;

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
  return {
    settings,
    version: versionOf(),
    openDatabase: () => openDatabase(settings),
    databaseFacts: readDatabaseFacts,
    migrate,
    openOffice: (databaseUrl) => openOffice(databaseUrl, settings),
    takeHold: takeExclusiveHold,
    readMasterKey: readMasterKeyFile,
    createMasterKey: createMasterKeyFile,
    makeCertificate: makeSandboxCertificate,
  };
}

async function openDatabase({ databaseUrl, dataDir }: Settings): Promise<Database> {
  if (databaseUrl !== null) return { url: databaseUrl, close: async () => undefined };
  const embedded = await startEmbedded(join(dataDir, 'postgres'));
  return { url: embedded.url, close: () => embedded.stop() };
}

function openOffice(databaseUrl: string, settings: Settings): Office {
  const pool = createPool('sello_operator', {
    databaseUrl,
    connections: OPERATOR_CONNECTIONS,
    onIdleError: () => undefined,
  });
  return {
    companies: createCompanyRegistry(pool),
    keys: createKeyRegistry(pool),
    secrets: createSecretsRegistry(pool),
    unlock: (masterKey) => unlock({ pool, masterKey, databaseUrl, settings }),
    close: () => pool.end(),
  };
}

interface Lock {
  readonly pool: Pool;
  readonly masterKey: KeyObject;
  readonly databaseUrl: string;
  readonly settings: Settings;
}

async function unlock({ pool, masterKey, databaseUrl, settings }: Lock): Promise<Unlocked> {
  const keyring = createKeyring(masterKey);
  const pepper = createSecretKey(await openSecret(pool, keyring, 'api-key-pepper'));
  const linkSecret = await openSecret(pool, keyring, 'file-links');
  return {
    vault: createVault(keyring, pepper),
    createServer: (options) =>
      assemble({ keyring, pepper, linkSecret, pool: servicePool(databaseUrl, options), settings, options }),
  };
}

/** A secret of the installation, made by whoever needs it first. */
async function openSecret(pool: Pool, keyring: Keyring, purpose: string): Promise<Buffer> {
  const binding = { owner: INSTALLATION, purpose };
  const sealed = await installationSecret(pool, purpose, () =>
    keyring.seal(randomBytes(SECRET_BYTES), binding),
  );
  try {
    return keyring.open(sealed, binding);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new CommandFailure(
      'wrong_master_key',
      'The master key is not the one that this database was sealed with: set SELLO_MASTER_KEY_FILE to the right file.',
    );
  }
}

function servicePool(databaseUrl: string, { logLevel }: ServerOptions): Pool {
  const logger = createLogger(logLevel);
  return createPool('sello_service', {
    databaseUrl,
    connections: SERVICE_CONNECTIONS,
    onIdleError: (error) => logger.warn({ event: 'idle_connection_lost', reason: error.message }),
  });
}

interface Assembly {
  readonly keyring: Keyring;
  readonly pepper: KeyObject;
  readonly linkSecret: Uint8Array;
  readonly pool: Pool;
  readonly settings: Settings;
  readonly options: ServerOptions;
}

function assemble({ keyring, pepper, linkSecret, pool, settings, options }: Assembly): Server {
  const secrets = createSecretsReader(pool);
  const logger = createLogger(options.logLevel);
  const authority = createAuthority({
    testUrl: options.haciendaTestUrl,
    productionUrl: settings.haciendaProductionUrl,
    timeoutMs: settings.haciendaTimeoutMs,
    credentials: (account) => credentialsOf(secrets, keyring, account),
    userAgent: `sello/${versionOf()}`,
  });
  const issuing: IssuingContext = {
    clock: CLOCK,
    identities: IDENTITIES,
    store: createDocumentStore(pool, CLOCK),
    authority,
    signer: createLocalSigner({
      loadKey: ({ companyId, ambiente }) => secrets.certificate(companyId, ambiente),
      keyring,
    }),
    times: {
      callTimeoutMs: settings.haciendaTimeoutMs,
      requestBudgetMs: settings.requestBudgetMs,
      quarantineMs: settings.quarantineMs,
    },
    log: { warn: (event, detail) => logger.warn({ event, ...detail }) },
  };
  const keys = createKeyReader(pool);
  const app = createServer({
    issuing,
    keys: options.testCompaniesOnly ? ofTestCompanies(keys) : keys,
    keyCheck: createKeyCheck(pepper),
    limiter: createRateLimiter(pool),
    links: {
      token: (target) => fileToken(linkSecret, target),
      matches: (token, target) => fileTokenMatches(token, linkSecret, target),
    },
    payloadOf: (jws) => decodeJws(jws)?.payload ?? null,
    publicUrl: settings.publicUrl,
    logger,
  });
  return {
    async listen(host, port) {
      await app.listen({ host, port });
    },
    async close() {
      await app.close();
      await authority.close();
      await pool.end();
    },
  };
}

async function credentialsOf(
  secrets: SecretsReader,
  keyring: Keyring,
  { companyId, ambiente }: AuthorityAccount,
) {
  const kept = await secrets.credentials(companyId, ambiente);
  if (kept === null) return null;
  const password = keyring.open(kept.sealedPassword, credentialsBinding(companyId, ambiente));
  return { user: kept.user, password: password.toString('utf8') };
}

/** The second wall between a simulator and production: keys of production companies do not exist. */
function ofTestCompanies(keys: KeyReader): KeyReader {
  return {
    async identify(publicId) {
      const known = await keys.identify(publicId);
      return known?.company.ambiente === '00' ? known : null;
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
