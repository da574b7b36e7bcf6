// The one place where a node of the service is put together from its settings; whoever runs one otherwise than the
// program does, a test, a bench or the thread of large requests, says what it replaces.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from './cli/program.ts';
import { certifyingContext } from './compose/certifying.ts';
import { openConsole } from './compose/console.ts';
import { contextOf, storesOn } from './compose/context.ts';
import { exportParts } from './compose/exports.ts';
import { type LoopLimits, startHistory, startLoops } from './compose/loops.ts';
import { mailNetworks } from './compose/mail-networks.ts';
import { besideKeys, openMemory } from './compose/memory.ts';
import { readPeppers } from './compose/peppers.ts';
import { openPools } from './compose/pools.ts';
import type { NodeSettings } from './config/node-settings.ts';
import { USER_AGENT, VERSION } from './config/version.ts';
import type { Console } from './console/console.ts';
import type { Ambiente } from './core/dte/kinds.ts';
import { createAuthority } from './hacienda/client.ts';
import type { App, ServerParts } from './http/app.ts';
import { callerAddress, networksOf } from './http/caller-address.ts';
import { prepareDrain } from './http/drain.ts';
import { createExportSlots } from './http/export-slots.ts';
import { createFileStreams } from './http/file-streams.ts';
import type { LargeRequests } from './http/large-requests.ts';
import { createPacing } from './http/pacing.ts';
import { createServer } from './http/server.ts';
import type { Visit } from './http/visit.ts';
import type { ScryptCost } from './identity/password-hasher.ts';
import { createLargeRequests, type LargeParts } from './large/large-requests.ts';
import { createMailer, type MailTimes } from './mail/mailer.ts';
import { BYTE_LIMITS, type ByteLimits, createBodyBytes } from './operations/access/body-bytes.ts';
import {
  createBuckets,
  LINKS_OF_ADDRESS,
  LINKS_OF_DOCUMENT,
  UNKNOWN_KEYS_OF_ADDRESS,
} from './operations/access/buckets.ts';
import { createPlaces, PLACE_LIMITS, type PlaceLimits, STRANGER_LIMITS } from './operations/access/places.ts';
import type { Authority } from './operations/authority/ports.ts';
import type { CircuitBreaker } from './operations/background/circuit-breaker.ts';
import type { CertifyingContext } from './operations/certifying/campaign-context.ts';
import { gateOfTestCompanies, testCompanies } from './operations/companies/test-companies.ts';
import type { DeliveryContext } from './operations/deliveries/send-delivery.ts';
import type { IssuingLog } from './operations/documents/issuing-context.ts';
import type { Clock, DocumentStore, Signer } from './operations/documents/ports.ts';
import { countedSales, talliedMeter } from './operations/installation/counting.ts';
import type { HeldStanding } from './operations/installation/metrics-ports.ts';
import { createNodeHistory } from './operations/installation/node-history.ts';
import { createPress } from './paper/press.ts';
import { createArchiveGuard } from './signer/archive-guard.ts';
import { createIdentities, fileToken, fileTokenMatches } from './signer/derived.ts';
import { createCompanySigner, decodeJws } from './signer/jws.ts';
import type { KeyHolder } from './signer/key-holder.ts';
import { createPasswords } from './signer/passwords.ts';
import { createKeyCheck } from './signer/vault.ts';
import { createBrandingReader } from './storage/companies/branding-reader.ts';
import { createPublicKeys } from './storage/companies/public-keys.ts';
import { createSecretsReader } from './storage/companies/secrets-reader.ts';
import type { Pool } from './storage/connection/pool.ts';
import { createDeliveryStore } from './storage/deliveries/delivery-store.ts';
import { createMailRepeater } from './storage/deliveries/mail-repeater.ts';
import { createLifeReader } from './storage/documents/document-life.ts';
import { createDocumentStore } from './storage/documents/document-store.ts';
import { createDocumentReader } from './storage/documents/document-view.ts';
import { createEventReader } from './storage/invalidations/event-reader.ts';
import { createInvalidationStore } from './storage/invalidations/invalidation-store.ts';
import { keepingObstacle } from './storage/journal/room.ts';
import { createGate } from './storage/keys/gate.ts';
import { createKeyReader } from './storage/keys/key-reader.ts';
import { createAuthorityClock, watchedAuthority } from './telemetry/authority-watch.ts';
import { createLogger } from './telemetry/logger.ts';
import { meteredStore } from './telemetry/metered-store.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { createSignInWatch } from './telemetry/sign-in-watch.ts';
import { createWordsWatch } from './telemetry/words-watch.ts';
import { HISTORY_LIMITS, type HistoryLoopLimits } from './work/history-loop.ts';
import type { WorkLoop } from './work/work-loop.ts';

const ENVIRONMENTS: readonly Ambiente[] = ['00', '01'];
const TEST_ENVIRONMENT: readonly Ambiente[] = ['00'];

export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (delayMs) => sleep(delayMs),
};

/** What issuing needs from outside; a test may stand between the operation and any of it. */
export interface Ports {
  readonly store: DocumentStore;
  readonly authority: Authority;
  readonly signer: Signer;
}

/** Who is told how a node does; of a process, not of a node, and shown beside it. */
export type NodeMetrics = Pick<
  Metrics,
  'meter' | 'watchCircuits' | 'watchAuthorityClock' | 'watchLog' | 'watchHeld'
>;

/** What a node has instead of what the program gives it; what is undefined stays as the program has it. */
export interface Replacements extends LoopLimits {
  readonly clock?: Clock | undefined;
  readonly logger?: ServerParts['logger'] | undefined;
  readonly breaker?: CircuitBreaker | undefined;
  /** The connections of the service. */
  readonly connections?: number | undefined;
  readonly wrap?: ((ports: Ports) => Ports) | undefined;
  readonly wrapMail?: ((context: DeliveryContext) => DeliveryContext) | undefined;
  readonly mailTimes?: MailTimes | undefined;
  /** How slowly passwords are hashed. */
  readonly passwordCost?: ScryptCost | undefined;
  readonly placeLimits?: PlaceLimits | undefined;
  readonly byteLimits?: ByteLimits | undefined;
  /** Null where the node remembers nothing of itself. */
  readonly historyLimits?: HistoryLoopLimits | null | undefined;
  /** Makes what answers large requests; null where the interface does it itself. */
  readonly large?: ((parts: LargeParts) => LargeRequests) | null | undefined;
  /** The visit that another thread has begun; all are begun here unless given. */
  readonly handedOver?: (() => Visit | null) | undefined;
  /** How long whoever is still connected at the end is waited for. */
  readonly drainMs?: number | undefined;
}

/** A node: what issues documents, for whoever calls it, requests or the background. */
export interface Node {
  /** The interface without anybody who listens. It is closed with the node. */
  createApp(large: LargeRequests | null): App;
  /** The interface and the console, which it lets answer on its port unless that has one of its own. */
  createFronts(large: LargeRequests | null): { readonly app: App; readonly pages: Console | null };
  startBackground(): WorkLoop;
  /** What campaigns of certification work with. */
  readonly certifying: CertifyingContext;
  /** Ends what is behind it; whoever listens or works must have ended before. */
  close(): Promise<void>;
}

/** What a node is made from besides what is replaced; it closes what holds its keys with itself. */
export interface NodeParts {
  readonly settings: NodeSettings;
  readonly keys: KeyHolder;
  readonly metrics: NodeMetrics;
}

/** A node that listens, and works in the background meanwhile. */
export function composeService(nodeParts: NodeParts, replace: Replacements = {}): Service {
  const { settings } = nodeParts;
  const parts = openParts(nodeParts, replace);
  const node = nodeOf(parts);
  const createLarge = replace.large === undefined ? createLargeRequests : replace.large;
  const large = createLarge?.({ settings, breaker: parts.context.breaker, meter: parts.meter }) ?? null;
  const { app, pages } = node.createFronts(large);
  const drains = [app, pages?.app].map((one) => one && prepareDrain(one, replace.drainMs));
  const { historyLimits = HISTORY_LIMITS } = replace;
  const remembers = pages !== null && historyLimits !== null;
  let loops: readonly WorkLoop[] = [];
  return {
    async listen(host, port) {
      await pages?.app.ready();
      const address = await app.listen({ host, port });
      if (pages !== null && settings.console.port > 0)
        await pages.app.listen({ host, port: settings.console.port });
      loops = [node.startBackground(), ...(remembers ? [startHistory(parts, historyLimits)] : [])];
      return address;
    },
    async close() {
      const stopped = loops.map((loop) => loop.stop());
      pages?.endStreams();
      await Promise.all(drains.map((drain) => drain?.()));
      await Promise.all([app.close(), pages?.app.close(), ...stopped]);
      await Promise.all([large?.close(), node.close()]);
    },
  };
}

export function composeNode(nodeParts: NodeParts, replace: Replacements = {}): Node {
  return nodeOf(openParts(nodeParts, replace));
}

type Parts = ReturnType<typeof openParts>;

function openParts({ settings, keys, metrics }: NodeParts, replace: Replacements) {
  const { watchCircuits, watchAuthorityClock, watchLog } = metrics;
  const { clock = SYSTEM_CLOCK, logger = createLogger(settings.logLevel) } = replace;
  const { meter, take } = talliedMeter(metrics.meter);
  const history = createNodeHistory({ take, now: clock.now });
  const pools = openPools(settings, logger, replace.connections);
  const secrets = createSecretsReader(pools.service, clock);
  const log: IssuingLog = { warn: (event, detail) => logger.warn({ event, ...detail }) };
  const memory = besideKeys(openMemory(pools.service, settings, clock, log), keys);
  const { watch } = memory;
  const authorityClock = createAuthorityClock({ ...clock, databaseAheadMs: watch.clockAheadMs, log });
  watchAuthorityClock(authorityClock.aheadMs);
  const client = createAuthority({
    testUrl: settings.haciendaTestUrl,
    productionUrl: settings.haciendaProductionUrl,
    timeoutMs: settings.haciendaTimeoutMs,
    userAgent: USER_AGENT,
    credentials: createPasswords(secrets, keys).atAuthority,
    signIns: createSignInWatch({ meter, log, monotonic: clock.monotonic }),
    onDate: authorityClock.dated,
    onWords: createWordsWatch(log),
  });
  const authority = watchedAuthority(client, { meter, log, monotonic: clock.monotonic });
  const stores = storesOn(pools.service, clock, { installationMails: settings.smtp !== null, watch });
  const loadKey = secrets.certificate;
  const { wrap = (same: Ports) => same } = replace;
  const ports = wrap({
    store: memory.remembering(meteredStore(stores.store, meter), clock),
    authority,
    signer: createCompanySigner({
      loadKey: ({ companyId, ambiente }) => loadKey(companyId, ambiente),
      keys,
    }),
  });
  const companies = settings.testCompaniesOnly ? testCompanies(stores.companies) : stores.companies;
  const context = contextOf(
    { ...stores, store: ports.store, companies },
    {
      clock,
      identities: createIdentities(settings.codeSecret),
      log,
      signer: ports.signer,
      authority: ports.authority,
      contingencyAuthority: authority,
      invalidationAuthority: authority,
      breaker: replace.breaker,
      times: {
        callTimeoutMs: settings.haciendaTimeoutMs,
        requestBudgetMs: settings.requestBudgetMs,
        quarantineMs: settings.quarantineMs,
      },
    },
  );
  watchCircuits(context.breaker.offline);
  watchLog(memory.watch.standing);
  return { settings, replace, logger, meter, history, pools, memory, keys, stores, context, client, metrics };
}

function nodeOf(parts: Parts): Node {
  const { pools, replace, memory, context } = parts;
  const closing: (() => Promise<unknown>)[] = [parts.client.close, pools.end, parts.keys.close];
  const openPress = () => {
    const press = createPress(VERSION);
    closing.push(() => press.close());
    return press;
  };
  return {
    certifying: certifyingContext(parts),
    createApp: (large) =>
      createServer({ ...interfaceParts(parts), elsewhere: null, large, press: openPress() }),
    createFronts(large) {
      const front = { ...interfaceParts(parts), press: openPress() };
      const pages = openConsole({ ...parts, front });
      const elsewhere = parts.settings.console.port === 0 ? pages : null;
      return { pages, app: createServer({ ...front, elsewhere, large }) };
    },
    startBackground() {
      const across = { context, pools, environments: environmentsOf(parts.settings) };
      return startLoops(across, () => deliveringOf(parts, openPress()), replace);
    },
    async close() {
      await memory.close();
      await Promise.all(closing.map((close) => close()));
    },
  };
}

function interfaceParts(parts: Parts) {
  const { settings, replace, context, stores, pools, logger, meter } = parts;
  const { linkSecret, publicUrl } = settings;
  const { monotonic } = context.clock;
  const installationMails = settings.smtp !== null;
  const links: ServerParts['links'] = {
    proof(target) {
      const epoch = stores.companies.linksEpoch(target.companyId);
      return { epoch, mac: fileToken(linkSecret, target, epoch) };
    },
    matches: (proof, target) => fileTokenMatches(proof, linkSecret, target),
    async holds(companyId, epoch) {
      await stores.companies.company(companyId);
      return stores.companies.linksEpoch(companyId) === epoch;
    },
  };
  const openings = {
    ofAddress: createBuckets(monotonic, LINKS_OF_ADDRESS),
    ofDocument: createBuckets(monotonic, LINKS_OF_DOCUMENT),
  };
  const [access, files] = [accessParts(parts), fileParts()];
  parts.metrics.watchHeld(() => heldBy(access, files.exportSlots));
  return {
    ...paperParts(pools.service, parts),
    lives: createLifeReader(pools.service),
    mails: createMailRepeater(pools.service),
    issuing: context,
    sales: countedSales({ meter, via: 'api', monotonic }),
    ...exportParts(pools.service, installationMails),
    ...files,
    standings: context.standings,
    rehearsals: context.rehearsals,
    invalidationAuthority: context.invalidationAuthority,
    access,
    links,
    linkPace: (documentId: string, from: string) =>
      openings.ofAddress.take(from) || openings.ofDocument.take(documentId),
    publicUrl,
    consoleUrl: settings.console.isOn ? settings.console.url : null,
    databaseObstacle: keepingObstacle,
    logger,
    meter,
    handedOver() {
      const visit = replace.handedOver?.() ?? null;
      const { caller = null } = visit ?? {};
      if (caller !== null) stores.companies.noteLinksEpoch(caller.companyId, caller.linksEpoch);
      return visit;
    },
  };
}

function heldBy({ places, bodies }: ServerParts['access'], slots: ServerParts['exportSlots']): HeldStanding {
  const { taken, inLine, stuckMs } = places.standing();
  return { places: taken, inLine, stuckMs, bodyBytes: bodies.underWay(), exportSlots: slots.taken() };
}

function accessParts({ settings, replace, context, stores, pools, keys }: Parts): ServerParts['access'] {
  const { monotonic } = context.clock;
  const networks = networksOf(settings.trustedProxies);
  const installationMails = settings.smtp !== null;
  const gate = createGate(pools.service, { companies: stores.companies, installationMails, monotonic });
  return {
    keys: createKeyReader(pools.service),
    keyCheck: createKeyCheck(settings.peppers, () => readPeppers(pools.service, keys), monotonic),
    gate: settings.testCompaniesOnly ? gateOfTestCompanies(gate) : gate,
    places: createPlaces(context.clock, replace.placeLimits ?? PLACE_LIMITS),
    bodies: createBodyBytes(replace.byteLimits ?? BYTE_LIMITS),
    strangers: createPlaces(context.clock, STRANGER_LIMITS),
    unknownKeys: createBuckets(monotonic, UNKNOWN_KEYS_OF_ADDRESS),
    pacing: createPacing(context.clock),
    addressOf: (request) => callerAddress(networks, request),
  };
}

/** Files that are written while they are read, in slots that whatever reads as much takes as well. */
function fileParts() {
  const exportSlots = createExportSlots();
  return { exportSlots, files: createFileStreams(exportSlots) };
}

/** What the paper of a document is made from. */
function paperParts(pool: Pool, { settings, context, logger, meter }: Parts) {
  const guard = createArchiveGuard({
    publicKeys: createPublicKeys(pool, context.clock.monotonic),
    withheld(companyId, documentId, column) {
      logger.error({ event: 'archive_damaged', companyId, documentId, column });
      meter.damagedFile();
    },
  });
  return {
    guard,
    payloadOf: (jws: string) => decodeJws(jws)?.payload ?? null,
    documents: createDocumentReader(pool, settings.smtp !== null),
    invalidations: createInvalidationStore(pool),
    events: createEventReader(pool),
    brandings: createBrandingReader(pool),
  };
}

function environmentsOf({ testCompaniesOnly }: NodeSettings): readonly Ambiente[] {
  return testCompaniesOnly ? TEST_ENVIRONMENT : ENVIRONMENTS;
}

/** Connections and paper of its own: however slow a mail server is, nobody else waits for it. */
function deliveringOf(parts: Parts, press: DeliveryContext['press']): DeliveryContext {
  const { settings, replace, context, pools, keys } = parts;
  const { wrapMail = (same: DeliveryContext) => same } = replace;
  const { clock, companies, log } = context;
  return wrapMail({
    ...paperParts(pools.mail, parts),
    companies,
    log,
    press,
    store: createDocumentStore(pools.mail, clock),
    deliveries: createDeliveryStore(pools.mail),
    mailer: createMailer(replace.mailTimes, mailNetworks(settings)),
    installationAccount: settings.smtp,
    smtpPasswordOf: createPasswords(createSecretsReader(pools.mail, clock), keys).atMailServer,
  });
}
