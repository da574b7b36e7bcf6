import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { composeNode, type Ports } from '../../src/compose.ts';
import type { App } from '../../src/http/app.ts';
import type { LargeRequests } from '../../src/http/large-requests.ts';
import type { LargeParts } from '../../src/large/large-requests.ts';
import type { PlaceLimits } from '../../src/operations/access/places.ts';
import type { SecretsContext } from '../../src/operations/companies/manage-secrets.ts';
import type { CompanyRegistry } from '../../src/operations/companies/ports.ts';
import type { IssuingTimes } from '../../src/operations/documents/issuing-context.ts';
import type { Clock } from '../../src/operations/documents/ports.ts';
import type { Meter } from '../../src/operations/installation/metrics-ports.ts';
import { createKeyring } from '../../src/signer/keyring.ts';
import { createVault } from '../../src/signer/vault.ts';
import { createCompanyRegistry } from '../../src/storage/companies/company-registry.ts';
import { createSecretsRegistry } from '../../src/storage/companies/secrets-registry.ts';
import { createPool } from '../../src/storage/connection/pool.ts';
import { createKeyRegistry } from '../../src/storage/keys/key-registry.ts';
import { createLogger, type LogLevel } from '../../src/telemetry/logger.ts';
import type { WorkLimits, WorkLoop } from '../../src/work/work-loop.ts';
import { MAIL_LIMITS, type TestMail } from './mail-room.ts';

export type { Ports } from '../../src/compose.ts';
export { SYSTEM_CLOCK } from '../../src/compose.ts';

/** The three secrets of an installation, 32 bytes each in base64, as one process can hand them to another. */
export interface InstallationSecrets {
  readonly master: string;
  readonly pepper: string;
  readonly links: string;
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
  readonly placeLimits?: PlaceLimits | undefined;
  /** Makes what answers large requests; unless given, the node's one thread does. */
  readonly large?: ((parts: LargeParts) => LargeRequests) | undefined;
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

const UNMETERED: Meter = {
  request: () => undefined,
  issuance: () => undefined,
  invalidation: () => undefined,
  call: () => undefined,
};

export function freshSecrets(): InstallationSecrets {
  const secret = () => randomBytes(32).toString('base64');
  return { master: secret(), pepper: secret(), links: secret() };
}

function secretKey(base64: string): KeyObject {
  return createSecretKey(Buffer.from(base64, 'base64'));
}

/** A node as the program runs it, listening on the loopback interface. */
export async function startNode(options: CompositionOptions): Promise<Node> {
  const { databaseUrl, haciendaUrl, secrets, times, mail, work } = options;
  const { logLevel = 'silent', meter = UNMETERED } = options;
  const settings = {
    databaseUrl,
    times,
    userAgent: 'test',
    testCompaniesOnly: false,
    mail: mail?.account ?? null,
    hacienda: { testUrl: haciendaUrl, productionUrl: haciendaUrl },
  };
  const doors = {
    pepper: secretKey(secrets.pepper),
    linkSecret: secretKey(secrets.links),
    publicUrl: PUBLIC_URL,
  };
  const masterKey = secretKey(secrets.master);
  const node = composeNode({
    ...settings,
    meter,
    keyring: createKeyring(masterKey),
    logger: options.logger ?? createLogger(logLevel),
    replace: {
      clock: options.clock,
      connections: options.connections ?? CONNECTIONS,
      wrap: options.wrap,
      workLimits: work,
      mailTimes: mail?.times,
      wrapMail: mail?.wrap,
      placeLimits: options.placeLimits,
      mailLimits: { ...MAIL_LIMITS, ...mail?.limits },
    },
  });
  const large = options.large?.({
    settings: { ...settings, ...doors, masterKey, logLevel },
    breaker: node.context.breaker,
    meter,
  });
  const app = node.createApp({ ...doors, trustedProxies: options.trustedProxies ?? [], large });
  const loops = [
    ...(work === undefined ? [] : [node.startWork()]),
    ...(mail === undefined ? [] : [node.startMail()]),
  ];
  return listening(app, async () => {
    await Promise.all(loops.map((loop: WorkLoop) => loop.stop()));
    await Promise.all([large?.close(), node.close()]);
  });
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
