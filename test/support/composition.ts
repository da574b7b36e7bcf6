import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { secretsContext } from '../../src/cli/installation.ts';
import type { PepperKeeper, ServiceOptions, Unlocked } from '../../src/cli/program.ts';
import { openOffice as openProgramOffice } from '../../src/compose/office.ts';
import type { NodeMetrics, Replacements } from '../../src/compose.ts';
import type { KeyPlace } from '../../src/config/node-settings.ts';
import { readSettings, type Settings } from '../../src/config/settings.ts';
import type { SecretsContext } from '../../src/operations/companies/manage-secrets.ts';
import type { CompanyRegistry } from '../../src/operations/companies/ports.ts';
import type { IssuingTimes } from '../../src/operations/documents/issuing-context.ts';
import type { Meter } from '../../src/operations/installation/metrics-ports.ts';
import type { ArchiveLoopLimits } from '../../src/work/archive-loop.ts';
import type { HistoryLoopLimits } from '../../src/work/history-loop.ts';
import type { RehearsalLoopLimits } from '../../src/work/rehearsal-loop.ts';
import type { WorkLimits } from '../../src/work/work-loop.ts';
import { MAIL_LIMITS, type TestMail } from './mail-room.ts';

export { type Ports, SYSTEM_CLOCK } from '../../src/compose.ts';

/** What a test replaces at its nodes, which say nothing and answer large requests themselves unless told otherwise. */
export interface NodeOptions extends Pick<Replacements, 'logger' | 'placeLimits' | 'byteLimits' | 'large'> {
  readonly meter?: Meter | undefined;
  /** The background work beside the interface; without limits, none runs. */
  readonly work?: WorkLimits | undefined;
  /** The look after the archive; without limits, nobody looks after it. */
  readonly archive?: ArchiveLoopLimits | undefined;
  /** The background that takes rehearsals on; without limits, nobody does. */
  readonly rehearsals?: RehearsalLoopLimits | undefined;
  /** What the node remembers of itself; without limits, it remembers nothing. */
  readonly history?: HistoryLoopLimits | undefined;
  /** The installation's mail server; with one, the node sends the outbox. */
  readonly mail?: TestMail | undefined;
  /** A master key that opens secrets as well. */
  readonly nextMasterKey?: string | undefined;
  /** Where the node keeps what it has seen of the database; without a folder it keeps nothing and compares no clocks. */
  readonly journals?: string | undefined;
  /** What is otherwise with the console, which is on the node's port. */
  readonly console?: Partial<Settings['console']> | undefined;
  /** The provider by which users may sign in. */
  readonly oidc?: Settings['oidc'] | undefined;
  /** Where companies may have mail servers, besides the Internet: on this machine unless given. */
  readonly mailNetworks?: readonly string[] | undefined;
  /** How slowly passwords are hashed; as slowly as in production unless given. */
  readonly passwordCost?: Replacements['passwordCost'];
  /** Proxies that the node believes. */
  readonly trustedProxies?: readonly string[] | undefined;
}

export interface CompositionOptions extends NodeOptions, Pick<Replacements, 'clock' | 'wrap'> {
  readonly databaseUrl: string;
  /** With a login that only serves; else that of `databaseUrl` serves. */
  readonly servingUrl?: string | undefined;
  readonly haciendaUrl: string;
  /** That of the installation, as `freshMasterKey` makes it. */
  readonly masterKey: string;
  readonly times: IssuingTimes;
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

export const UNMETERED: Meter = {
  request: () => undefined,
  issuance: () => undefined,
  invalidation: () => undefined,
  call: () => undefined,
  damagedFile: () => undefined,
  numberTaken: () => undefined,
  unexplained: () => undefined,
};

/** A master key as one process can hand it to another: 32 bytes in base64. */
export function freshMasterKey(): string {
  return randomBytes(32).toString('base64');
}

function placeOf(masterKey: string, next: string | null): KeyPlace {
  return { kind: 'inside', master: masterKeyOf(masterKey), other: next === null ? null : masterKeyOf(next) };
}

export function masterKeyOf(base64: string): KeyObject {
  return createSecretKey(Buffer.from(base64, 'base64'));
}

/** The settings that the program has by default, but for what a test gives. */
function settingsWith(changes: Partial<Settings>): Settings {
  const reading = readSettings({}, tmpdir());
  if (reading.kind === 'problems') throw new Error(reading.problems.join(' '));
  return { ...reading.settings, ...changes };
}

/** A node as the program runs it, listening on the loopback interface. */
export async function startNode(options: CompositionOptions): Promise<Node> {
  const { databaseUrl, haciendaUrl, times, mail } = options;
  const settings = settingsWith({
    publicUrl: PUBLIC_URL,
    haciendaProductionUrl: haciendaUrl,
    haciendaTimeoutMs: times.callTimeoutMs,
    requestBudgetMs: times.requestBudgetMs,
    quarantineMs: times.quarantineMs,
    smtp: mail?.account ?? null,
    mailNetworks: options.mailNetworks ?? ['127.0.0.1', '::1'],
    trustedProxies: options.trustedProxies ?? [],
    oidc: options.oidc ?? null,
    console: { isOn: true, port: 0, url: PUBLIC_URL, ...options.console },
  });
  const metrics = metricsTo(options.meter ?? UNMETERED);
  const office = openProgramOffice({
    settings,
    place: { databaseUrl, servingUrl: options.servingUrl ?? databaseUrl, operates: true },
    metrics: () => metrics,
    replace: replacementsOf(options),
  });
  const keys = placeOf(options.masterKey, options.nextMasterKey ?? null);
  const { createServer, keepQuarantine } = await office.unlock(keys);
  await keepQuarantine();
  await office.close();
  const server = createServer({ ...serviceOf(haciendaUrl), journals: options.journals ?? null });
  const url = await server.listen('127.0.0.1', 0);
  return { url, close: server.close };
}

function serviceOf(haciendaTestUrl: string): ServiceOptions {
  return { haciendaTestUrl, logLevel: 'silent', journals: null, testCompaniesOnly: false, remarks: [] };
}

function metricsTo(meter: Meter): NodeMetrics {
  return {
    meter,
    watchCircuits: () => undefined,
    watchAuthorityClock: () => undefined,
    watchLog: () => undefined,
    watchHeld: () => undefined,
  };
}

function replacementsOf(options: CompositionOptions): Replacements {
  const {
    clock,
    logger,
    wrap,
    placeLimits,
    byteLimits,
    work = null,
    archive = null,
    mail,
    large = null,
  } = options;
  const { rehearsals = null, history = null } = options;
  return {
    clock,
    logger,
    wrap,
    placeLimits,
    byteLimits,
    large,
    connections: CONNECTIONS,
    workLimits: work,
    archiveLimits: archive,
    rehearsalLimits: rehearsals,
    historyLimits: history,
    mailLimits: mail === undefined ? null : { ...MAIL_LIMITS, ...mail.limits },
    mailTimes: mail?.times,
    passwordCost: options.passwordCost,
    wrapMail: mail?.wrap,
    drainMs: 0,
  };
}

/** The operator's side of an installation. */
export interface Office {
  readonly companies: CompanyRegistry;
  readonly peppers: PepperKeeper;
  /** Seals every secret under another master key. */
  rewrapSecrets(fresh: string): Promise<number | null>;
  /** Runs a campaign on a node of its own, against the authority of this URL. */
  certify(haciendaUrl: string, run: Parameters<Unlocked['certify']>[1]): ReturnType<Unlocked['certify']>;
  /** The operator's cryptography at an instant; now unless given. */
  secretsAt(nowMs?: number): SecretsContext;
  close(): Promise<void>;
}

export async function openOffice(
  databaseUrl: string,
  masterKey: string,
  nextMasterKey: string | null = null,
): Promise<Office> {
  const settings = settingsWith({});
  const office = openProgramOffice({
    settings,
    place: { databaseUrl, servingUrl: databaseUrl, operates: true },
    metrics: () => metricsTo(UNMETERED),
  });
  const { vault, peppers, certify } = await office.unlock(placeOf(masterKey, nextMasterKey));
  const context = secretsContext(office, vault);
  return {
    companies: office.companies,
    peppers,
    rewrapSecrets: (fresh) => office.rewrapSecrets(masterKeyOf(masterKey), masterKeyOf(fresh)),
    certify: (haciendaUrl, run) => certify(serviceOf(haciendaUrl), run),
    secretsAt: (nowMs) => (nowMs === undefined ? context : { ...context, now: () => nowMs }),
    close: office.close,
  };
}
