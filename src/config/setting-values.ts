import { addressesOf } from '../core/addresses/database-addresses.ts';
import { SETTINGS, type SettingDefinition, type SettingName } from './settings-table.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables while they are read; what is wrong with them gathers in `problems`, one sentence each. */
export interface SettingsSource {
  readonly environment: Environment;
  readonly problems: string[];
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the URL leads to this machine, where no real tax authority is. */
export function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && LOOPBACK.test(new URL(text).hostname);
}

const DEFAULTS = new Map(SETTINGS.map(({ name, byDefault }: SettingDefinition) => [name, byDefault]));

/** The variable's text, or its default, or nothing; a variable that is empty counts as unset. */
export function textOf({ environment }: SettingsSource, name: SettingName): string {
  return environment[name]?.trim() || (DEFAULTS.get(name) ?? '');
}

/** The words of a list with commas between them. */
export function wordsOf(source: SettingsSource, name: SettingName): readonly string[] {
  const words = textOf(source, name).split(',');
  return words.map((word) => word.trim()).filter((word) => word !== '');
}

export function integerOf(
  source: SettingsSource,
  name: SettingName,
  limits: { readonly min: number; readonly max: number },
): number {
  const text = textOf(source, name);
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= limits.min && value <= limits.max) return value;
  source.problems.push(`${name} must be a whole number from ${limits.min} to ${limits.max}, not "${text}".`);
  return limits.min;
}

/** A number of minutes with decimals, as whole milliseconds. */
export function minutesOf(source: SettingsSource, name: SettingName, maxMinutes: number): number {
  const text = textOf(source, name);
  const minutes = Number(text);
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text) && minutes <= maxMinutes) return Math.round(minutes * 60_000);
  source.problems.push(`${name} must be a number of minutes from 0 to ${maxMinutes}, not "${text}".`);
  return 0;
}

export function choiceOf<const T extends string>(
  source: SettingsSource,
  name: SettingName,
  choices: readonly T[],
): T | undefined {
  const text = textOf(source, name);
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined)
    source.problems.push(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
  return chosen;
}

/** Some of the choices, with commas between them. */
export function listOf(
  source: SettingsSource,
  name: SettingName,
  choices: readonly string[],
): readonly string[] {
  const words = wordsOf(source, name);
  const foreign = words.find((word) => !choices.includes(word));
  if (foreign !== undefined)
    source.problems.push(`${name} must be a list of ${choices.join(', ')}, not "${foreign}".`);
  return words;
}

/**
 * The base URL of the authority without a slash at its end: https, or http on the loopback interface, because
 * credentials travel over it. The text is not repeated in the problem, as it may hold a password by mistake.
 */
export function authorityUrlOf(source: SettingsSource, name: SettingName): string {
  const text = textOf(source, name);
  const problem = remoteUrlProblem(text, 'is not a URL such as https://apitest.dtes.mh.gob.sv.');
  if (problem !== null) source.problems.push(`${name} ${problem}`);
  return text.replace(/\/+$/, '');
}

/** Why a URL is none to which secrets may travel, as the rest of a sentence; `isNone` says it of what is no URL. */
export function remoteUrlProblem(text: string, isNone: string): string | null {
  if (!URL.canParse(text)) return isNone;
  const { protocol, username, password, search, hash } = new URL(text);
  if (username + password + search + hash !== '') return 'must hold neither credentials nor a query.';
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackUrl(text))) return null;
  return 'must begin with https:// (http:// is only for this machine itself).';
}

/** Where callers reach the interface, without a slash at its end; behind a proxy any path may precede ours. */
export function publicUrlOf(source: SettingsSource, port: number): string {
  const name = 'SELLO_PUBLIC_URL';
  if (!source.environment[name]?.trim()) return `http://localhost:${port}`;
  const text = textOf(source, name);
  const url = URL.canParse(text) ? new URL(text) : null;
  const usable =
    url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === '';
  if (!usable)
    source.problems.push(
      `${name} must be an http or https URL without query or credentials, such as https://dte.example.com.`,
    );
  return text.replace(/\/+$/, '');
}

/** The origin at which browsers reach the console; that of the interface unless it is set. */
export function consoleUrlOf(source: SettingsSource, publicUrl: string): string {
  const name = 'SELLO_CONSOLE_URL';
  const text = textOf(source, name);
  // A public URL that is none has been reported already.
  if (text === '') return URL.canParse(publicUrl) ? new URL(publicUrl).origin : '';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    source.problems.push(
      `${name} must be an http or https URL without path, query or credentials, such as https://consola.example.com.`,
    );
  return url?.origin ?? '';
}

export function databaseUrlOf(
  source: SettingsSource,
  name: 'DATABASE_URL' | 'SELLO_OPERATOR_DATABASE_URL',
): string | null {
  const text = textOf(source, name);
  if (text === '') return null;
  const problems = addressesOf(text).map((address) => databaseUrlProblem(name, address));
  const problem = problems.find((one) => one !== null);
  if (problem !== undefined) source.problems.push(problem);
  return text;
}

function databaseUrlProblem(name: string, text: string): string | null {
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    return `${name} must be a URL such as postgres://user:password@host:5432/database; special characters in the password are percent-encoded.`;
  const { searchParams } = new URL(text);
  if (!SSL_MODES.includes(searchParams.get('sslmode') ?? 'prefer'))
    return `sslmode in ${name} must be one of ${SSL_MODES.join(', ')}.`;
  if (!WRITABLE.includes(searchParams.get('target_session_attrs') ?? 'read-write'))
    return `target_session_attrs in ${name} must be ${WRITABLE.join(' or ')}.`;
  return null;
}

/** The values of libpq's `target_session_attrs` by which a server is chosen that documents can be kept on. */
const WRITABLE: readonly string[] = ['read-write', 'primary'];

/** The values of `sslmode` that libpq knows. */
const SSL_MODES: readonly string[] = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

export function hostOf(source: SettingsSource): string {
  const text = textOf(source, 'SELLO_HOST');
  if (!/^[0-9A-Za-z._:-]{1,255}$/.test(text))
    source.problems.push(`SELLO_HOST must be an address or host name such as 0.0.0.0, not "${text}".`);
  return text;
}
