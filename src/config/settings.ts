import { resolve } from 'node:path';
import { nearestName } from '../core/refusals/nearest-name.ts';
import { networkTextsOf } from './networks-setting.ts';
import { type OidcSettings, oidcOf } from './oidc-setting.ts';
import {
  authorityUrlOf,
  choiceOf,
  consoleUrlOf,
  databaseUrlOf,
  type Environment,
  hostOf,
  integerOf,
  listOf,
  minutesOf,
  publicUrlOf,
  type SettingsSource,
  textOf,
} from './setting-values.ts';
import { SETTINGS } from './settings-table.ts';
import { type SmtpSettings, smtpOf } from './smtp-setting.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const FAIL_OVERS = ['reconcile', 'synchronous'] as const;

const SIGNERS = ['inside', 'process'] as const;
/** On Windows no pipe of this kind was tried. */
const DEFAULT_SIGNER = process.platform === 'win32' ? 'inside' : 'process';

/** The settings of design section 2, read and checked. Times are in milliseconds, folders and files absolute. */
export interface Settings {
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** The login of migrations and commands; null: that of `databaseUrl`. */
  readonly operatorDatabaseUrl: string | null;
  /** Settings of the PostgreSQL that may be off. */
  readonly durableWithout: readonly string[];
  /** Whether nodes go on by themselves behind a fail-over, because every commit waits for the standby that takes over. */
  readonly failOver: (typeof FAIL_OVERS)[number];
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** Addresses and networks, like `10.0.0.0/8`. */
  readonly trustedProxies: readonly string[];
  /** Null: made in the data folder where that is allowed. */
  readonly masterKeyFile: string | null;
  /** The file of a master key that opens secrets as well; null: none. */
  readonly nextMasterKeyFile: string | null;
  /** Where the master key and the private keys of a node are. */
  readonly signer: (typeof SIGNERS)[number];
  /** Null: beside the master key. */
  readonly journalDir: string | null;
  readonly haciendaTestUrl: string;
  readonly haciendaProductionUrl: string;
  readonly haciendaTimeoutMs: number;
  readonly requestBudgetMs: number;
  readonly quarantineMs: number;
  /** The mail server for companies without one of their own; null: none. */
  readonly smtp: SmtpSettings | null;
  /** Addresses and networks beyond the Internet in which companies may have mail servers of their own. */
  readonly mailNetworks: readonly string[];
  /** Null: each command's own. */
  readonly logLevel: LogLevel | null;
  /** 0: off. */
  readonly operatorPort: number;
  readonly console: ConsoleSettings;
  /** The provider by which users may sign in to the console; null: none. */
  readonly oidc: OidcSettings | null;
  /** 0: any free one. */
  readonly simulatorPort: number;
  /** The names of the variables that are set, so that a command can refuse one that contradicts it. */
  readonly given: ReadonlySet<string>;
}

/** The web console of a node. */
export interface ConsoleSettings {
  readonly isOn: boolean;
  /** 0: on the port of the interface. */
  readonly port: number;
  /** Where browsers reach it, without a path. */
  readonly url: string;
}

export type SettingsReading =
  | { readonly kind: 'settings'; readonly settings: Settings }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

const PORTS = { min: 1, max: 65_535 };
const PORTS_OR_NONE = { min: 0, max: 65_535 };
const QUARANTINE_MAX_MINUTES = 1_440;

/** Reads the settings from the environment; every mistake is reported, each as one sentence. */
export function readSettings(environment: Environment, folder: string): SettingsReading {
  const source: SettingsSource = { environment, problems: [] };
  source.problems.push(...unknownNames(environment));
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    source.problems.push(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of whom we talk to: unset it; an authority of your own belongs into NODE_EXTRA_CA_CERTS.',
    );
  const places = readPlaces(source, folder);
  const pages = readConsole(source, places.publicUrl);
  const settings = {
    ...places,
    ...readAuthority(source),
    ...readRest(source),
    smtp: smtpOf(source),
    mailNetworks: networkTextsOf(source, 'SELLO_MAIL_NETWORKS'),
    console: pages,
    oidc: oidcOf(source, pages),
  };
  return source.problems.length > 0
    ? { kind: 'problems', problems: source.problems }
    : { kind: 'settings', settings };
}

function readPlaces(source: SettingsSource, folder: string) {
  const databaseUrl = databaseUrlOf(source, 'DATABASE_URL');
  const operatorDatabaseUrl = databaseUrlOf(source, 'SELLO_OPERATOR_DATABASE_URL');
  if (operatorDatabaseUrl !== null && databaseUrl === null)
    source.problems.push('SELLO_OPERATOR_DATABASE_URL is set without DATABASE_URL: set both, or neither.');
  const durableWithout = listOf(source, 'SELLO_DURABLE_WITHOUT', ['fsync', 'full_page_writes']);
  const failOver = choiceOf(source, 'SELLO_FAIL_OVER', FAIL_OVERS) ?? 'reconcile';
  const dataDir = resolve(folder, textOf(source, 'SELLO_DATA_DIR'));
  const host = hostOf(source);
  const port = integerOf(source, 'SELLO_PORT', PORTS);
  const publicUrl = publicUrlOf(source, port);
  const trustedProxies = networkTextsOf(source, 'SELLO_TRUSTED_PROXIES');
  const pathOf = (name: 'SELLO_MASTER_KEY_FILE' | 'SELLO_NEXT_MASTER_KEY_FILE' | 'SELLO_JOURNAL_DIR') => {
    const text = textOf(source, name);
    return text === '' ? null : resolve(folder, text);
  };
  return {
    databaseUrl,
    operatorDatabaseUrl,
    durableWithout,
    failOver,
    dataDir,
    host,
    port,
    publicUrl,
    trustedProxies,
    masterKeyFile: pathOf('SELLO_MASTER_KEY_FILE'),
    nextMasterKeyFile: pathOf('SELLO_NEXT_MASTER_KEY_FILE'),
    journalDir: pathOf('SELLO_JOURNAL_DIR'),
  };
}

function readAuthority(source: SettingsSource) {
  const haciendaTestUrl = authorityUrlOf(source, 'SELLO_HACIENDA_TEST_URL');
  const haciendaProductionUrl = authorityUrlOf(source, 'SELLO_HACIENDA_PRODUCTION_URL');
  const before = source.problems.length;
  const haciendaTimeoutMs = integerOf(source, 'SELLO_HACIENDA_TIMEOUT_MS', { min: 1, max: 120_000 });
  const requestBudgetMs = integerOf(source, 'SELLO_REQUEST_BUDGET_MS', { min: 2, max: 600_000 });
  if (source.problems.length === before && requestBudgetMs < 2 * haciendaTimeoutMs)
    source.problems.push(
      `SELLO_REQUEST_BUDGET_MS is ${requestBudgetMs} and must be at least ${2 * haciendaTimeoutMs}, twice SELLO_HACIENDA_TIMEOUT_MS.`,
    );
  const quarantineMs = minutesOf(source, 'SELLO_QUARANTINE_MINUTES', QUARANTINE_MAX_MINUTES);
  return { haciendaTestUrl, haciendaProductionUrl, haciendaTimeoutMs, requestBudgetMs, quarantineMs };
}

function readRest(source: SettingsSource) {
  const given = new Set(SETTINGS.map(({ name }) => name).filter((name) => source.environment[name]?.trim()));
  const level = choiceOf(source, 'SELLO_LOG_LEVEL', LOG_LEVELS);
  const logLevel = given.has('SELLO_LOG_LEVEL') ? (level ?? null) : null;
  const signer = choiceOf(source, 'SELLO_SIGNER', SIGNERS) ?? DEFAULT_SIGNER;
  const operatorPort = integerOf(source, 'SELLO_OPERATOR_PORT', PORTS_OR_NONE);
  const simulatorPort = integerOf(source, 'SELLO_SIMULATOR_PORT', PORTS_OR_NONE);
  const ports = [textOf(source, 'SELLO_PORT'), textOf(source, 'SELLO_OPERATOR_PORT')];
  if (ports[0] === ports[1])
    source.problems.push(`SELLO_PORT and SELLO_OPERATOR_PORT are both ${ports[0]}: give each its own port.`);
  return { given, logLevel, signer, operatorPort, simulatorPort };
}

function readConsole(source: SettingsSource, publicUrl: string): ConsoleSettings {
  const isOn = choiceOf(source, 'SELLO_CONSOLE', ['on', 'off']) !== 'off';
  const port = integerOf(source, 'SELLO_CONSOLE_PORT', PORTS_OR_NONE);
  const taken = ['SELLO_PORT', 'SELLO_OPERATOR_PORT'] as const;
  for (const name of taken.filter((one) => port > 0 && textOf(source, one) === String(port)))
    source.problems.push(`SELLO_CONSOLE_PORT and ${name} are both ${port}: give each its own port.`);
  return { isOn, port, url: consoleUrlOf(source, publicUrl) };
}

/** A misspelt name would silently leave the default in force. */
function unknownNames(environment: Environment): readonly string[] {
  const known = SETTINGS.map(({ name }) => name);
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('SELLO_') && !known.some((one) => one === name),
  );
  return unknown.sort().map((name) => {
    const nearest = nearestName(name, known);
    return nearest === null
      ? `${name} is not a setting of Sello; docs/settings.md lists those there are.`
      : `${name} is not a setting of Sello: did you mean ${nearest}?`;
  });
}
