import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { createAuthority } from '../../src/hacienda/client.ts';
import type { App } from '../../src/http/app.ts';
import { createServer } from '../../src/http/server.ts';
import { createCircuitBreaker, observed } from '../../src/operations/circuit-breaker.ts';
import type { Identities, IssuingTimes } from '../../src/operations/issuing-context.ts';
import type { SecretsContext } from '../../src/operations/manage-secrets.ts';
import type { Meter } from '../../src/operations/metrics-ports.ts';
import { observedInvalidations } from '../../src/operations/observed-invalidations.ts';
import type { CompanyRegistry } from '../../src/operations/operator-ports.ts';
import type { Authority, Clock, DocumentStore, Signer } from '../../src/operations/ports.ts';
import { createPress } from '../../src/paper/press.ts';
import { fileToken, fileTokenMatches } from '../../src/signer/file-token.ts';
import { decodeJws } from '../../src/signer/jws.ts';
import { createKeyring, type Keyring } from '../../src/signer/keyring.ts';
import { createLocalSigner } from '../../src/signer/local-signer.ts';
import { createPasswords } from '../../src/signer/passwords.ts';
import { createKeyCheck, createVault } from '../../src/signer/vault.ts';
import { createBrandingReader } from '../../src/storage/branding-reader.ts';
import { createCompanyReader } from '../../src/storage/company-reader.ts';
import { createCompanyRegistry } from '../../src/storage/company-registry.ts';
import { createContingencyQueue } from '../../src/storage/contingency-queue.ts';
import { createContingencyStore } from '../../src/storage/contingency-store.ts';
import { createDeliveryReader } from '../../src/storage/delivery-reader.ts';
import { createDocumentStore } from '../../src/storage/document-store.ts';
import { createEventReader } from '../../src/storage/event-reader.ts';
import { createInvalidationQueue } from '../../src/storage/invalidation-queue.ts';
import { createInvalidationStore } from '../../src/storage/invalidation-store.ts';
import { createKeyReader } from '../../src/storage/key-reader.ts';
import { createKeyRegistry } from '../../src/storage/key-registry.ts';
import { createPool } from '../../src/storage/pool.ts';
import { createRateLimiter } from '../../src/storage/rate-limiter.ts';
import { createSecretsReader, type SecretsReader } from '../../src/storage/secrets-reader.ts';
import { createSecretsRegistry } from '../../src/storage/secrets-registry.ts';
import { createStandingReader } from '../../src/storage/standing-reader.ts';
import { createWorkQueue } from '../../src/storage/work-queue.ts';
import { createWorkStore } from '../../src/storage/work-store.ts';
import { createLogger, type LogLevel } from '../../src/telemetry/logger.ts';
import { startWorkLoop, type WorkLimits, type WorkLoopContext } from '../../src/work/work-loop.ts';
import { startMailRoom, type TestMail } from './mail-room.ts';

/** The three secrets of an installation, 32 bytes each in base64, as one process can hand them to another. */
export interface InstallationSecrets {
  readonly master: string;
  readonly pepper: string;
  readonly links: string;
}

/** What issuing needs from outside; a test may stand between the operation and any of it. */
export interface Ports {
  readonly store: DocumentStore;
  readonly authority: Authority;
  readonly signer: Signer;
}

export interface CompositionOptions {
  readonly databaseUrl: string;
  readonly haciendaUrl: string;
  readonly secrets: InstallationSecrets;
  readonly times: IssuingTimes;
  readonly clock?: Clock;
  readonly connections?: number;
  readonly meter?: Meter | undefined;
  readonly wrap?: (ports: Ports) => Ports;
  /** The background work beside the interface; without limits, none runs. */
  readonly work?: WorkLimits | undefined;
  /** The installation's mail server; with one, the node sends the outbox. */
  readonly mail?: TestMail | undefined;
  /** What the node says on standard error; nothing unless given. */
  readonly logLevel?: LogLevel;
  /** Takes what the node says instead of standard error. */
  readonly logger?: FastifyBaseLogger | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
}

/** A node of the service that listens on a port of its own. */
export interface Node {
  /** Without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** The base of all links, which is not where a test node listens. */
export const PUBLIC_URL = 'https://sello.example.com';

const CONNECTIONS = 10;

export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
};

const UNMETERED: Meter = {
  request: () => undefined,
  issuance: () => undefined,
  invalidation: () => undefined,
  call: () => undefined,
};

const FRESH: Identities = {
  documentId: () => crypto.randomUUID(),
  codigoGeneracion: () => crypto.randomUUID().toUpperCase(),
};

export function freshSecrets(): InstallationSecrets {
  const secret = () => randomBytes(32).toString('base64');
  return { master: secret(), pepper: secret(), links: secret() };
}

function secretKey(base64: string): KeyObject {
  return createSecretKey(Buffer.from(base64, 'base64'));
}

/** The real interface over the real adapters, listening on the loopback interface. */
export async function startNode(options: CompositionOptions): Promise<Node> {
  const { databaseUrl, secrets, clock = SYSTEM_CLOCK, times, connections = CONNECTIONS } = options;
  const pool = createPool('sello_service', { databaseUrl, connections, onIdleError: () => undefined });
  const reader = createSecretsReader(pool);
  const keyring = createKeyring(secretKey(secrets.master));
  const authority = authorityOf(options, reader, keyring);
  const signer = createLocalSigner({
    keyring,
    loadKey: ({ companyId, ambiente }) => reader.certificate(companyId, ambiente),
  });
  const hasMail = options.mail !== undefined;
  const ports = { store: createDocumentStore(pool, clock, hasMail), authority, signer };
  const { wrap = (same: Ports) => same } = options;
  const breaker = createCircuitBreaker(clock);
  const wrapped = wrap(ports);
  const logger = options.logger ?? createLogger(options.logLevel ?? 'silent');
  const context: WorkLoopContext = {
    ...wrapped,
    ...{ authority: observed(wrapped.authority, breaker), breaker, clock, times },
    identities: FRESH,
    log: { warn: (event, detail) => logger.warn({ event, ...detail }) },
    work: createWorkStore(pool, clock),
    contingencies: createContingencyStore(pool),
    contingencyAuthority: authority,
    invalidations: createInvalidationStore(pool),
    invalidationAuthority: observedInvalidations(authority, breaker),
    companies: createCompanyReader(pool),
  };
  const linkSecret = Buffer.from(secrets.links, 'base64');
  const press = createPress();
  const app = createServer({
    issuing: context,
    standings: createStandingReader(pool),
    deliveries: createDeliveryReader(pool, hasMail),
    invalidations: context.invalidations,
    invalidationAuthority: context.invalidationAuthority,
    keys: createKeyReader(pool),
    keyCheck: createKeyCheck(secretKey(secrets.pepper)),
    limiter: createRateLimiter(pool),
    links: {
      token: (target) => fileToken(linkSecret, target),
      matches: (token, target) => fileTokenMatches(token, linkSecret, target),
    },
    payloadOf: (jws) => decodeJws(jws)?.payload ?? null,
    brandings: createBrandingReader(pool),
    events: createEventReader(pool),
    press,
    publicUrl: PUBLIC_URL,
    trustedProxies: options.trustedProxies ?? [],
    logger,
    meter: options.meter ?? UNMETERED,
  });
  const background = startBackground(context, options);
  const mailRoom = startMailRoom(context, options);
  return listening(app, async () => {
    await Promise.all([background.stop(), mailRoom.stop()]);
    await Promise.all([authority.close(), press.close()]);
    await pool.end();
  });
}

function authorityOf({ haciendaUrl, times }: CompositionOptions, reader: SecretsReader, keyring: Keyring) {
  return createAuthority({
    testUrl: haciendaUrl,
    productionUrl: haciendaUrl,
    timeoutMs: times.callTimeoutMs,
    credentials: createPasswords(reader, keyring).atAuthority,
  });
}

function startBackground(context: WorkLoopContext, { databaseUrl, work }: CompositionOptions) {
  if (work === undefined) return { stop: async () => undefined };
  const pool = createPool('sello_operator', { databaseUrl, connections: 1, onIdleError: () => undefined });
  const loop = startWorkLoop({
    context,
    queue: createWorkQueue(pool, ['00', '01']),
    contingencies: createContingencyQueue(pool, ['00', '01']),
    invalidations: createInvalidationQueue(pool, ['00', '01']),
    limits: work,
  });
  return {
    async stop() {
      await loop.stop();
      await pool.end();
    },
  };
}

async function listening(app: App, closeParts: () => Promise<void>): Promise<Node> {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    async close() {
      await app.close();
      await closeParts();
    },
  };
}

/** The operator's side of an installation. */
export interface Office {
  readonly companies: CompanyRegistry;
  /** The operator's cryptography at an instant; now unless given. */
  secretsAt(nowMs?: number): SecretsContext;
  close(): Promise<void>;
}

export function openOffice(databaseUrl: string, { master, pepper }: InstallationSecrets): Office {
  const pool = createPool('sello_operator', { databaseUrl, connections: 2, onIdleError: () => undefined });
  const vault = createVault(createKeyring(secretKey(master)), secretKey(pepper));
  const [secrets, keys] = [createSecretsRegistry(pool), createKeyRegistry(pool)];
  return {
    companies: createCompanyRegistry(pool),
    secretsAt: (nowMs) => ({ secrets, keys, vault, now: () => nowMs ?? Date.now() }),
    close: () => pool.end(),
  };
}
