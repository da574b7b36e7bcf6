import { type Email, parseEmail } from '../core/identifiers/email.ts';
import { type Read, read } from '../core/refusals/refusal.ts';
import { problemUnless } from './setting-checks.ts';
import { type Environment, textOf } from './setting-values.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
  /** The sender's address. */
  readonly from: Email;
}

const URL_NAME = 'SELLO_SMTP_URL';
const FROM_NAME = 'SELLO_SMTP_FROM';
/** RFC 8314. */
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** The mail server of the installation; null where none is set. The address is never repeated: it holds a password. */
export function smtpOf(environment: Environment): Read<SmtpSettings | null, string> {
  const [address, sender] = [textOf(environment, URL_NAME), textOf(environment, FROM_NAME)];
  if (address === '' && sender === '') return read(null);
  const [server, from] = [serverOf(address), parseEmail(sender)];
  const problems = [
    ...problemUnless(
      server !== null,
      `${URL_NAME} must be a URL such as smtp://user:password@mail.example.com:587 or smtps://..., with special characters percent-encoded.`,
    ),
    ...problemUnless(
      from !== null,
      `${FROM_NAME} must be the sender's e-mail address, such as dte@example.com.`,
    ),
  ];
  return { value: server === null || from === null ? null : { ...server, from }, problems };
}

function serverOf(address: string): Omit<SmtpSettings, 'from'> | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const byDefault = PORTS[url.protocol];
  if (byDefault === undefined || url.hostname === '') return null;
  if (url.search + url.hash !== '' || !/^\/?$/.test(url.pathname)) return null;
  const [user, password] = [decoded(url.username), decoded(url.password)];
  // Either alone is no login, and an address that was typed wrongly looks like that.
  if (user === null || password === null || (user === '') !== (password === '')) return null;
  return {
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? byDefault : Number(url.port),
    secure: url.protocol === 'smtps:',
    login: user === '' ? null : { user, password },
  };
}

/** Null where the percent signs are no encoding. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
