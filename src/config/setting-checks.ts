import { isIP } from 'node:net';
import { addressesOf } from '../core/addresses/database-addresses.ts';

/** What is wrong with a text as the value of the setting of that name, each as a sentence; nothing where it may be one. */
export type SettingCheck = (text: string, name: string) => readonly string[];

/** The problem where something is wrong. */
export function problemUnless(isRight: boolean, problem: string): readonly string[] {
  return isRight ? [] : [problem];
}

/** The words of a list with commas between them. */
export function wordsIn(text: string): readonly string[] {
  const words = text.split(',');
  return words.map((word) => word.trim()).filter((word) => word !== '');
}

export function wholeNumber(min: number, max: number): SettingCheck {
  return (text, name) =>
    problemUnless(
      /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `${name} must be a whole number from ${min} to ${max}, not "${text}".`,
    );
}

/** A number of minutes with decimals. */
export function minutesUpTo(max: number): SettingCheck {
  return (text, name) =>
    problemUnless(
      /^\d{1,9}(\.\d{1,9})?$/.test(text) && Number(text) <= max,
      `${name} must be a number of minutes from 0 to ${max}, not "${text}".`,
    );
}

export function oneOf(choices: readonly string[]): SettingCheck {
  return (text, name) =>
    problemUnless(choices.includes(text), `${name} must be one of ${choices.join(', ')}, not "${text}".`);
}

/** Some of the choices, with commas between them. */
export function someOf(choices: readonly string[]): SettingCheck {
  return (text, name) => {
    const foreign = wordsIn(text).find((word) => !choices.includes(word));
    return problemUnless(
      foreign === undefined,
      `${name} must be a list of ${choices.join(', ')}, not "${foreign}".`,
    );
  };
}

/** Addresses and networks, with commas between them. */
export function networks(text: string, name: string): readonly string[] {
  const foreign = wordsIn(text).filter((word) => !isNetwork(word));
  return foreign.map(
    (word) =>
      `${name} must be addresses or networks such as 127.0.0.1, 10.0.0.0/8 or fd00::/8, with commas between them, not "${word}".`,
  );
}

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** A network of no bits is everybody, who would then be believed whatever they claim. */
function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([0-9A-Fa-f.:]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? [];
  const most = BITS[isIP(address)];
  return most !== undefined && Number(bits ?? most) <= most;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the URL leads to this machine, where no real tax authority is. */
export function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && LOOPBACK.test(new URL(text).hostname);
}

/**
 * A URL to which secrets may travel: https, or http on the loopback interface; `isNone` says of what is no URL that it is
 * none. The text is not repeated in the problem, as it may hold a password by mistake.
 */
export function remoteUrl(isNone: string): SettingCheck {
  return (text, name) => {
    const url = URL.parse(text);
    if (url === null) return [`${name} ${isNone}`];
    const { protocol, username, password, search, hash } = url;
    if (username + password + search + hash !== '')
      return [`${name} must hold neither credentials nor a query.`];
    return problemUnless(
      protocol === 'https:' || (protocol === 'http:' && isLoopbackUrl(text)),
      `${name} must begin with https:// (http:// is only for this machine itself).`,
    );
  };
}

/** Where callers reach the interface; behind a proxy any path may precede ours. */
export function publicUrl(text: string, name: string): readonly string[] {
  const url = URL.parse(text);
  return problemUnless(
    url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === '',
    `${name} must be an http or https URL without query or credentials, such as https://dte.example.com.`,
  );
}

/** The origin at which browsers reach the console. */
export function consoleUrl(text: string, name: string): readonly string[] {
  const url = URL.parse(text);
  return problemUnless(
    url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`,
    `${name} must be an http or https URL without path, query or credentials, such as https://consola.example.com.`,
  );
}

/** One address or several, of which the first that is wrong is told. */
export function databaseUrl(text: string, name: string): readonly string[] {
  return addressesOf(text)
    .flatMap((address) => addressProblem(address, name) ?? [])
    .slice(0, 1);
}

function addressProblem(text: string, name: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol))
    return `${name} must be a URL such as postgres://user:password@host:5432/database; special characters in the password are percent-encoded.`;
  if (!SSL_MODES.includes(url.searchParams.get('sslmode') ?? 'prefer'))
    return `sslmode in ${name} must be one of ${SSL_MODES.join(', ')}.`;
  if (!WRITABLE.includes(url.searchParams.get('target_session_attrs') ?? 'read-write'))
    return `target_session_attrs in ${name} must be ${WRITABLE.join(' or ')}.`;
  return null;
}

/** The values of libpq's `target_session_attrs` by which a server is chosen that documents can be kept on. */
const WRITABLE: readonly string[] = ['read-write', 'primary'];

/** The values of `sslmode` that libpq knows. */
const SSL_MODES: readonly string[] = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

export function hostName(text: string, name: string): readonly string[] {
  return problemUnless(
    /^[0-9A-Za-z._:-]{1,255}$/.test(text),
    `${name} must be an address or host name such as 0.0.0.0, not "${text}".`,
  );
}
