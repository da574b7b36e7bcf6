import { resolve } from 'node:path';
import { nearestName } from '../core/refusals/nearest-name.ts';
import { problemsOf } from '../core/refusals/refusal.ts';
import { type OidcSettings, oidcOf } from './oidc-setting.ts';
import { problemUnless, wordsIn } from './setting-checks.ts';
import { type Environment, isGiven, problemsWith, textOf } from './setting-values.ts';
import { FAIL_OVERS, LOG_LEVELS, SETTINGS, type SettingName, SIGNERS } from './settings-table.ts';
import { type SmtpSettings, smtpOf } from './smtp-setting.ts';

export type LogLevel = (typeof LOG_LEVELS)[number];

/** On Windows no pipe of this kind was tried. */
const defaultSigner = () => (process.platform === 'win32' ? 'inside' : 'process');

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

/** Reads the settings from the environment; every mistake is reported, each as one sentence. */
export function readSettings(environment: Environment, folder: string): SettingsReading {
  const pages = consoleOf(environment);
  const [smtp, oidc] = [smtpOf(environment), oidcOf(environment, pages)];
  const problems = [
    ...unknownNames(environment),
    ...problemUnless(environment['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0', BLIND_TO_OTHERS),
    ...SETTINGS.flatMap(({ name }) => problemsWith(environment, name)),
    ...contradictions(environment),
    ...problemsOf(smtp, oidc),
  ];
  if (problems.length > 0) return { kind: 'problems', problems };
  const rest = { console: pages, smtp: smtp.value, oidc: oidc.value };
  return { kind: 'settings', settings: { ...settingsOf(environment, folder), ...rest } };
}

const BLIND_TO_OTHERS =
  'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of whom we talk to: unset it; an authority of your own belongs into NODE_EXTRA_CA_CERTS.';

/** What is wrong with settings that are each right by themselves. */
function contradictions(environment: Environment): readonly string[] {
  const text = (name: SettingName) => textOf(environment, name);
  const times = ['SELLO_HACIENDA_TIMEOUT_MS', 'SELLO_REQUEST_BUDGET_MS'] as const;
  const [timeoutMs = 0, budgetMs = 0] = times.map((name) => Number(text(name)));
  const inRange = times.every((name) => problemsWith(environment, name).length === 0);
  return [
    ...problemUnless(
      text('SELLO_OPERATOR_DATABASE_URL') === '' || text('DATABASE_URL') !== '',
      'SELLO_OPERATOR_DATABASE_URL is set without DATABASE_URL: set both, or neither.',
    ),
    ...problemUnless(
      !inRange || budgetMs >= 2 * timeoutMs,
      `SELLO_REQUEST_BUDGET_MS is ${budgetMs} and must be at least ${2 * timeoutMs}, twice SELLO_HACIENDA_TIMEOUT_MS.`,
    ),
    ...PORTS_APART.filter(([one, other]) => Number(text(one)) > 0 && text(one) === text(other)).map(
      ([one, other]) => `${one} and ${other} are both ${text(one)}: give each its own port.`,
    ),
  ];
}

const PORTS_APART = [
  ['SELLO_PORT', 'SELLO_OPERATOR_PORT'],
  ['SELLO_CONSOLE_PORT', 'SELLO_PORT'],
  ['SELLO_CONSOLE_PORT', 'SELLO_OPERATOR_PORT'],
] as const;

/** The value of each setting by itself, in an environment without problems. */
function settingsOf(environment: Environment, folder: string): Omit<Settings, 'console' | 'smtp' | 'oidc'> {
  const text = (name: SettingName) => textOf(environment, name);
  const pathOf = (name: SettingName) => (text(name) === '' ? null : resolve(folder, text(name)));
  return {
    databaseUrl: text('DATABASE_URL') || null,
    operatorDatabaseUrl: text('SELLO_OPERATOR_DATABASE_URL') || null,
    durableWithout: wordsIn(text('SELLO_DURABLE_WITHOUT')),
    failOver: chosen(environment, 'SELLO_FAIL_OVER', FAIL_OVERS) ?? 'reconcile',
    dataDir: resolve(folder, text('SELLO_DATA_DIR')),
    host: text('SELLO_HOST'),
    port: Number(text('SELLO_PORT')),
    publicUrl: publicUrlOf(environment),
    trustedProxies: wordsIn(text('SELLO_TRUSTED_PROXIES')),
    masterKeyFile: pathOf('SELLO_MASTER_KEY_FILE'),
    nextMasterKeyFile: pathOf('SELLO_NEXT_MASTER_KEY_FILE'),
    signer: chosen(environment, 'SELLO_SIGNER', SIGNERS) ?? defaultSigner(),
    journalDir: pathOf('SELLO_JOURNAL_DIR'),
    haciendaTestUrl: withoutSlash(text('SELLO_HACIENDA_TEST_URL')),
    haciendaProductionUrl: withoutSlash(text('SELLO_HACIENDA_PRODUCTION_URL')),
    haciendaTimeoutMs: Number(text('SELLO_HACIENDA_TIMEOUT_MS')),
    requestBudgetMs: Number(text('SELLO_REQUEST_BUDGET_MS')),
    quarantineMs: Math.round(Number(text('SELLO_QUARANTINE_MINUTES')) * 60_000),
    mailNetworks: wordsIn(text('SELLO_MAIL_NETWORKS')),
    logLevel: chosen(environment, 'SELLO_LOG_LEVEL', LOG_LEVELS),
    operatorPort: Number(text('SELLO_OPERATOR_PORT')),
    simulatorPort: Number(text('SELLO_SIMULATOR_PORT')),
    given: new Set(SETTINGS.map(({ name }) => name).filter((name) => isGiven(environment, name))),
  };
}

/** Which of the choices the variable is; null where it is not set. */
function chosen<Choice extends string>(
  environment: Environment,
  name: SettingName,
  choices: readonly Choice[],
): Choice | null {
  return choices.find((choice) => choice === environment[name]?.trim()) ?? null;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function publicUrlOf(environment: Environment): string {
  return isGiven(environment, 'SELLO_PUBLIC_URL')
    ? withoutSlash(textOf(environment, 'SELLO_PUBLIC_URL'))
    : `http://localhost:${Number(textOf(environment, 'SELLO_PORT'))}`;
}

/** Where the URL of the console is not set, it is that of the interface without its path. */
function consoleOf(environment: Environment): ConsoleSettings {
  const url = textOf(environment, 'SELLO_CONSOLE_URL') || publicUrlOf(environment);
  return {
    isOn: textOf(environment, 'SELLO_CONSOLE') !== 'off',
    port: Number(textOf(environment, 'SELLO_CONSOLE_PORT')),
    url: URL.parse(url)?.origin ?? '',
  };
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
