import { isEmail } from '../core/identifiers/email.ts';
import { type SettingsSource, textOf } from './setting-values.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
  /** The sender's address. */
  readonly from: string;
}

const URL_NAME = 'SELLO_SMTP_URL';
const FROM_NAME = 'SELLO_SMTP_FROM';
/** RFC 8314. */
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** The mail server of the installation; null where none is set. The address is never repeated: it holds a password. */
export function smtpOf(source: SettingsSource): SmtpSettings | null {
  const [address, from] = [textOf(source, URL_NAME), textOf(source, FROM_NAME)];
  if (address === '' && from === '') return null;
  const server = serverOf(address);
  if (server === null)
    source.problems.push(
      `${URL_NAME} must be a URL such as smtp://user:password@mail.example.com:587 or smtps://..., with special characters percent-encoded.`,
    );
  if (!isEmail(from))
    source.problems.push(`${FROM_NAME} must be the sender's e-mail address, such as dte@example.com.`);
  return server === null ? null : { ...server, from };
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
