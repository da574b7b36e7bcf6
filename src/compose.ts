// The one place where a node of the service is put together from its adapters, as the program runs it; tests, benches and
// drills call it with what they replace.
import type { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ambiente } from './core/dte/kinds.ts';
import { createAuthority } from './hacienda/client.ts';
import type { App, ServerParts } from './http/app.ts';
import { callerAddress, networksOf } from './http/caller-address.ts';
import type { LargeRequests } from './http/large-requests.ts';
import { createPacing } from './http/pacing.ts';
import { createServer } from './http/server.ts';
import type { Visit } from './http/visit.ts';
import { createMailer, type MailTimes } from './mail/mailer.ts';
import { createPlaces, PLACE_LIMITS, type PlaceLimits, STRANGER_LIMITS } from './operations/access/places.ts';
import {
  type CircuitBreaker,
  createCircuitBreaker,
  observed,
} from './operations/background/circuit-breaker.ts';
import { gateOfTestCompanies, testCompanies } from './operations/companies/test-companies.ts';
import type { MailAccount } from './operations/deliveries/ports.ts';
import type { DeliveryContext } from './operations/deliveries/send-delivery.ts';
import type { IssuingLog, IssuingTimes } from './operations/documents/issuing-context.ts';
import type {
  Authority,
  AuthorityAccount,
  Clock,
  DocumentStore,
  Signer,
  SignInWatch,
} from './operations/documents/ports.ts';
import type { Meter } from './operations/installation/metrics-ports.ts';
import { observedInvalidations } from './operations/invalidations/observed-invalidations.ts';
import { createPress } from './paper/press.ts';
import { fileToken, fileTokenMatches } from './signer/file-token.ts';
import { decodeJws } from './signer/jws.ts';
import type { Keyring } from './signer/keyring.ts';
import { createLocalSigner } from './signer/local-signer.ts';
import { createPasswords } from './signer/passwords.ts';
import { createKeyCheck } from './signer/vault.ts';
import { createBrandingReader } from './storage/companies/branding-reader.ts';
import { type Companies, createCompanyReader } from './storage/companies/company-reader.ts';
import { createSecretsReader } from './storage/companies/secrets-reader.ts';
import { databaseObstacle } from './storage/connection/database-obstacle.ts';
import { createPool, type Pool } from './storage/connection/pool.ts';
import { createContingencyQueue } from './storage/contingencies/contingency-queue.ts';
import { createContingencyStore } from './storage/contingencies/contingency-store.ts';
import { createDeliveryQueue } from './storage/deliveries/delivery-queue.ts';
import { createDeliveryStore } from './storage/deliveries/delivery-store.ts';
import { createDocumentStore } from './storage/documents/document-store.ts';
import { createDocumentReader } from './storage/documents/document-view.ts';
import { createStandingReader } from './storage/documents/standing-reader.ts';
import { createWorkQueue } from './storage/documents/work-queue.ts';
import { createWorkStore } from './storage/documents/work-store.ts';
import { createEventReader } from './storage/invalidations/event-reader.ts';
import { createInvalidationQueue } from './storage/invalidations/invalidation-queue.ts';
import { createInvalidationStore } from './storage/invalidations/invalidation-store.ts';
import { createGate } from './storage/keys/gate.ts';
import { createKeyReader } from './storage/keys/key-reader.ts';
import { meteredAuthority } from './telemetry/metered-authority.ts';
import { DELIVERY_LIMITS, type DeliveryLoopLimits, startDeliveryLoop } from './work/delivery-loop.ts';
import {
  startWorkLoop,
  WORK_LIMITS,
  type WorkLimits,
  type WorkLoop,
  type WorkLoopContext,
} from './work/work-loop.ts';

/** The connections of the service; each call takes one for a few milliseconds. */
const SERVICE_CONNECTIONS = 20;
/** The connections of the look for waiting documents. */
const QUEUE_CONNECTIONS = 1;
/** The connections of the outbox, which waits for nobody else's and keeps none from others. */
const MAIL_CONNECTIONS = 2;
const ENVIRONMENTS: readonly Ambiente[] = ['00', '01'];
const TEST_ENVIRONMENT: readonly Ambiente[] = ['00'];

export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (delayMs) => sleep(delayMs),
};

const IDENTITIES = {
  documentId: () => crypto.randomUUID(),
  codigoGeneracion: () => crypto.randomUUID().toUpperCase(),
};

/** What a node is made from. */
export interface NodeParts {
  readonly databaseUrl: string;
  readonly keyring: Keyring;
  readonly hacienda: { readonly testUrl: string; readonly productionUrl: string };
  /** Sent to the authority as User-Agent. */
  readonly userAgent: string;
  readonly times: IssuingTimes;
  /** The mail server of the installation; null where only companies have one of their own. */
  readonly mail: MailAccount | null;
  /** Companies of environment 01 are then unknown to it. */
  readonly testCompaniesOnly: boolean;
  readonly logger: ServerParts['logger'];
  readonly meter: Meter;
  readonly signIns?: SignInWatch;
  /** Told of a way to see which accounts the authority does not answer. */
  readonly watchCircuits?: (offline: () => readonly AuthorityAccount[]) => void;
  /** Knows which accounts the authority answers; one of its own unless given. */
  readonly breaker?: CircuitBreaker;
  readonly replace?: Replacements | undefined;
}

/** What issuing needs from outside; a test may stand between the operation and any of it. */
export interface Ports {
  readonly store: DocumentStore;
  readonly authority: Authority;
  readonly signer: Signer;
}

/** What others than the program put in the place of its own. */
export interface Replacements {
  readonly clock?: Clock | undefined;
  /** The connections of the service. */
  readonly connections?: number | undefined;
  readonly wrap?: ((ports: Ports) => Ports) | undefined;
  readonly placeLimits?: PlaceLimits | undefined;
  readonly workLimits?: WorkLimits | undefined;
  readonly mailLimits?: DeliveryLoopLimits | undefined;
  readonly mailTimes?: MailTimes | undefined;
  readonly wrapMail?: ((context: DeliveryContext) => DeliveryContext) | undefined;
}

/** What only the HTTP interface needs. */
export interface InterfaceParts {
  readonly pepper: KeyObject;
  readonly linkSecret: KeyObject;
  /** Where callers reach the interface, without a slash at the end. */
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
  /** Answers large requests; unless given, the interface does it itself. */
  readonly large?: LargeRequests | undefined;
  /** The visit that another thread has begun; unless given, all are begun here. */
  readonly handedOver?: (() => Visit | null) | undefined;
}

/** A node: what issues documents, for whoever calls it, requests or the background. */
export interface Node {
  readonly context: WorkLoopContext;
  /** The interface, which does not listen yet. It is closed with the node. */
  createApp(parts: InterfaceParts): App;
  startWork(): WorkLoop;
  startMail(): WorkLoop;
  /** Ends what is behind it; whoever listens or works must have ended before. */
  close(): Promise<void>;
}

export function composeNode(parts: NodeParts): Node {
  const { databaseUrl, logger, replace = {} } = parts;
  const { clock = SYSTEM_CLOCK } = replace;
  const pools = openPools(databaseUrl, replace.connections ?? SERVICE_CONNECTIONS, logger);
  const companies = createCompanyReader(pools.service);
  const { context, closeAuthority } = contextOf(parts, { clock, pool: pools.service, companies });
  const environments = parts.testCompaniesOnly ? TEST_ENVIRONMENT : ENVIRONMENTS;
  const closing: (() => Promise<unknown>)[] = [closeAuthority, pools.end];
  return {
    context,
    createApp(interfaceParts) {
      const press = createPress();
      closing.push(() => press.close());
      return createInterface({ parts, interfaceParts, context, companies, pool: pools.service, press });
    },
    startWork: () =>
      startWorkLoop({
        context,
        queue: createWorkQueue(pools.scan, environments),
        contingencies: createContingencyQueue(pools.scan, environments),
        invalidations: createInvalidationQueue(pools.scan, environments),
        limits: replace.workLimits ?? WORK_LIMITS,
      }),
    startMail() {
      const room = openMailRoom(parts, { context, pool: pools.mail, clock });
      closing.push(room.close);
      return startDeliveryLoop({
        context: room.context,
        queue: createDeliveryQueue(pools.scan, environments),
        limits: replace.mailLimits ?? DELIVERY_LIMITS,
      });
    },
    async close() {
      await Promise.all(closing.map((close) => close()));
    },
  };
}

function openPools(databaseUrl: string, connections: number, logger: ServerParts['logger']) {
  const onIdleError = (error: Error) => logger.warn({ event: 'idle_connection_lost', reason: error.message });
  const service = createPool('sello_service', { databaseUrl, connections, onIdleError });
  const scan = createPool('sello_operator', { databaseUrl, connections: QUEUE_CONNECTIONS, onIdleError });
  const mail = createPool('sello_service', { databaseUrl, connections: MAIL_CONNECTIONS, onIdleError });
  return { service, scan, mail, end: () => Promise.all([service.end(), scan.end(), mail.end()]) };
}

function contextOf(
  parts: NodeParts,
  { clock, pool, companies }: { readonly clock: Clock; readonly pool: Pool; readonly companies: Companies },
) {
  const { keyring, logger, meter, signIns, times } = parts;
  const secrets = createSecretsReader(pool, clock);
  const log: IssuingLog = { warn: (event, detail) => logger.warn({ event, ...detail }) };
  const client = createAuthority({
    ...parts.hacienda,
    timeoutMs: times.callTimeoutMs,
    userAgent: parts.userAgent,
    credentials: createPasswords(secrets, keyring).atAuthority,
    ...(signIns === undefined ? {} : { signIns }),
  });
  const authority = meteredAuthority(client, meter, clock.monotonic);
  const loadKey = secrets.certificate;
  const { wrap = (same: Ports) => same } = parts.replace ?? {};
  const ports = wrap({
    store: createDocumentStore(pool, clock, parts.mail !== null),
    authority,
    signer: createLocalSigner({
      loadKey: ({ companyId, ambiente }) => loadKey(companyId, ambiente),
      keyring,
    }),
  });
  const breaker = parts.breaker ?? createCircuitBreaker(clock);
  parts.watchCircuits?.(breaker.offline);
  const context: WorkLoopContext = {
    ...ports,
    clock,
    times,
    log,
    breaker,
    identities: IDENTITIES,
    authority: observed(ports.authority, breaker),
    work: createWorkStore(pool, clock),
    contingencies: createContingencyStore(pool),
    contingencyAuthority: authority,
    invalidations: createInvalidationStore(pool),
    invalidationAuthority: observedInvalidations(authority, breaker),
    companies: parts.testCompaniesOnly ? testCompanies(companies) : companies,
  };
  return { context, closeAuthority: client.close };
}

function createInterface({
  parts,
  interfaceParts,
  context,
  companies,
  pool,
  press,
}: {
  readonly parts: NodeParts;
  readonly interfaceParts: InterfaceParts;
  readonly context: WorkLoopContext;
  readonly companies: Companies;
  readonly pool: Pool;
  readonly press: ReturnType<typeof createPress>;
}): App {
  const { pepper, linkSecret, publicUrl, trustedProxies } = interfaceParts;
  const installationMails = parts.mail !== null;
  const { monotonic } = context.clock;
  const networks = networksOf(trustedProxies);
  const gate = createGate(pool, { companies, installationMails, monotonic });
  return createServer({
    issuing: context,
    standings: createStandingReader(pool),
    ...paperPartsOf(pool, installationMails),
    invalidationAuthority: context.invalidationAuthority,
    access: {
      keys: createKeyReader(pool),
      keyCheck: createKeyCheck(pepper),
      gate: parts.testCompaniesOnly ? gateOfTestCompanies(gate) : gate,
      places: createPlaces(monotonic, parts.replace?.placeLimits ?? PLACE_LIMITS),
      strangers: createPlaces(monotonic, STRANGER_LIMITS),
      pacing: createPacing(context.clock),
      addressOf: (request) => callerAddress(networks, request),
    },
    links: {
      token: (target) => fileToken(linkSecret, target),
      matches: (token, target) => fileTokenMatches(token, linkSecret, target),
    },
    press,
    publicUrl,
    databaseObstacle,
    logger: parts.logger,
    meter: parts.meter,
    large: interfaceParts.large ?? null,
    handedOver: interfaceParts.handedOver ?? (() => null),
  });
}

/** What the paper of a document is made from. */
function paperPartsOf(pool: Pool, installationMails: boolean) {
  return {
    payloadOf: (jws: string) => decodeJws(jws)?.payload ?? null,
    documents: createDocumentReader(pool, installationMails),
    invalidations: createInvalidationStore(pool),
    events: createEventReader(pool),
    brandings: createBrandingReader(pool),
  };
}

/** Connections and paper of its own: however slow a mail server is, nobody else waits for it. */
function openMailRoom(
  parts: NodeParts,
  { context, pool, clock }: { readonly context: WorkLoopContext; readonly pool: Pool; readonly clock: Clock },
) {
  const press = createPress();
  const { mailTimes, wrapMail = (same: DeliveryContext) => same } = parts.replace ?? {};
  const { companies, log } = context;
  const delivering: DeliveryContext = {
    companies,
    log,
    press,
    ...paperPartsOf(pool, parts.mail !== null),
    store: createDocumentStore(pool, clock),
    deliveries: createDeliveryStore(pool),
    mailer: createMailer(mailTimes),
    installationAccount: parts.mail,
    smtpPasswordOf: createPasswords(createSecretsReader(pool, clock), parts.keyring).atMailServer,
  };
  return { context: wrapMail(delivering), close: () => press.close() };
}
