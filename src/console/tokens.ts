import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LIFETIMES } from '../core/users/lifetimes.ts';

/** The cookie of whoever is signed in; the prefix has browsers send it over TLS or to this machine only. */
export const SESSION_COOKIE = '__Host-sello';
/** The cookie of whoever is not, by which the forms before the sign-in are protected. */
export const VISITOR_COOKIE = '__Host-sello-visita';

/** The cookie of whoever is on the way to the provider of the sign-in and back. */
export const TICKET_COOKIE = '__Host-sello-proveedor';

const TOKEN = /^[\w-]{43}$/;
/** A ticket carries an address, and browsers keep cookies of 4 kB. */
const TICKET = /^[\w-]{40,3500}$/;
const TOKEN_BYTES = 32;
/** How long a browser keeps a cookie, in milliseconds; a visitor's ends with the browser. */
const AGES: Readonly<Record<string, number>> = {
  [SESSION_COOKIE]: LIFETIMES.sessionMs,
  [TICKET_COOKIE]: LIFETIMES.ticketMs,
};

export function freshToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The token in a cookie of this name; null where there is none that could be one of ours. */
export function tokenIn({ cookie = '' }: IncomingHttpHeaders, name: string): string | null {
  const pair = cookie.split(';').find((one) => one.trim().startsWith(`${name}=`));
  const value = pair?.slice(pair.indexOf('=') + 1).trim() ?? '';
  return (name === TICKET_COOKIE ? TICKET : TOKEN).test(value) ? value : null;
}

/** The header that sets a cookie. */
export function cookieOf(name: string, token: string): string {
  const ageMs = AGES[name];
  const age = ageMs === undefined ? '' : `; Max-Age=${ageMs / 1_000}`;
  return `${name}=${token}; Path=/; Secure; HttpOnly; SameSite=Lax${age}`;
}

export function endedCookie(name: string): string {
  return `${name}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0`;
}

/** What the forms of a page carry; only who reads pages of this session or visitor can know it. */
export function csrfOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}

export function csrfMatches(token: string, given: string): boolean {
  const [expected, said] = [csrfOf(token), given].map((text) => Buffer.from(text));
  return expected !== undefined && said?.length === expected.length && timingSafeEqual(expected, said);
}

/**
 * Whether a browser says that another site sent this form. A proxy may change the host, so the address that the console
 * is known by counts as ours, too.
 */
export function isForeign(headers: IncomingHttpHeaders, consoleUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return true;
  const { origin, host } = headers;
  if (origin === undefined) return false;
  if (origin === new URL(consoleUrl).origin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
