import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { parseCompanySlug } from '../core/identifiers/company-slug.ts';
import { may, type Permission } from '../core/users/roles.ts';
import type { UserRefusal } from '../core/users/user-refusal.ts';
import type { Holder } from '../operations/access/holding.ts';
import { NO_PLACE } from '../operations/access/places.ts';
import type { Origin, Session } from '../operations/users/ports.ts';
import { companyOf, sessionOf } from '../operations/users/sessions.ts';
import { type Fields, FORM_LIMIT, fieldsNamed, fieldsOf, isFields, NO_FIELDS } from './form.ts';
import type { ConsoleParts } from './parts.ts';
import { csrfMatches, csrfOf, isForeign, SESSION_COOKIE, tokenIn, VISITOR_COOKIE } from './tokens.ts';
import type { CompanyVisit, UserVisit, Visit } from './visit.ts';

/** Why a page is not shown. */
export type Obstacle =
  | { readonly kind: 'foreign_form' | 'stale_form' | 'not_found' | 'forbidden' | 'busy' }
  /** `refusal` says why a sign-in did not work; null where nobody tried. */
  | { readonly kind: 'signed_out'; readonly refusal: UserRefusal | null }
  | { readonly kind: 'too_many'; readonly waitMs: number };

/** Names of fields that belong to the frame and not to the page's form. */
const OWN_FIELD = /^_/;

/** What is known of a request before anybody is asked for. */
export function visitOf(parts: ConsoleParts, request: FastifyRequest): Visit {
  const { headers, raw, params, body } = request;
  const [path = '', search = ''] = request.url.split(/\?(.*)/s);
  const token = tokenOf(headers);
  return {
    path,
    params: Object.fromEntries(Object.entries(Object(params)).map(([name, value]) => [name, String(value)])),
    query: fieldsOf(search),
    form: postedIn(body, (name) => !OWN_FIELD.test(name)),
    own: postedIn(body, (name) => OWN_FIELD.test(name)),
    csrf: token === null ? '' : csrfOf(token),
    origin: { address: parts.addressOf(raw), agent: headers['user-agent'] ?? '' },
    isPartial: headers['hx-request'] === 'true',
  };
}

function postedIn(body: unknown, isWanted: (name: string) => boolean): Fields {
  return isFields(body) ? fieldsNamed(body, isWanted) : NO_FIELDS;
}

/** A form counts as one page more for each so many bytes. */
const BYTES_OF_A_PAGE = 16 * 1024;

/** Counts a request by its address and by the bytes that it brings; before anything is read or looked up. */
export function countAddress(
  { limits, addressOf, neighbourhoodOf }: ConsoleParts,
  { method, headers, raw }: FastifyRequest,
): Obstacle | null {
  const bytes = method === 'POST' ? Number(headers['content-length'] ?? FORM_LIMIT) : 0;
  const count = 1 + Math.floor(Math.min(bytes, FORM_LIMIT) / BYTES_OF_A_PAGE);
  return tooMany(limits.ofAddress.take(neighbourhoodOf(addressOf(raw)), count));
}

/** Why the form of a request is not even read: another site sends it, or whoever has opened no page of ours. */
export function unreadObstacle(
  parts: ConsoleParts,
  request: FastifyRequest,
  access: FastifyContextConfig['access'],
): Obstacle | null {
  const { method, headers } = request;
  if (method !== 'POST') return null;
  if (isForeign(headers, parts.consoleUrl)) return { kind: 'foreign_form' };
  if (tokenOf(headers) !== null) return null;
  if (access === 'everybody') return { kind: 'stale_form' };
  return countStranger(parts, request) ?? { kind: 'signed_out', refusal: null };
}

/** The token that protects the forms of a request; null where none can. */
function tokenOf(headers: FastifyRequest['headers']): string | null {
  return tokenIn(headers, SESSION_COOKIE) ?? tokenIn(headers, VISITOR_COOKIE);
}

/** Counts a request of somebody who is not signed in. */
export function countStranger(
  { limits, addressOf, neighbourhoodOf }: ConsoleParts,
  { raw }: FastifyRequest,
): Obstacle | null {
  return tooMany(limits.ofStrangers.take(neighbourhoodOf(addressOf(raw))));
}

function tooMany(waitMs: number): Obstacle | null {
  return waitMs === 0 ? null : { kind: 'too_many', waitMs };
}

/** Whether a form was filled in under another session than that of its request, or nobody's; not what is only read. */
export function isStaleForm({ method, headers }: FastifyRequest, { own }: Visit): boolean {
  const token = tokenOf(headers);
  return method === 'POST' && (token === null || !csrfMatches(token, own.one('_csrf')));
}

/** The session of a request; null where nobody is signed in. Where `origin` is null, nobody uses it just now. */
export async function sessionIn(
  { users }: ConsoleParts,
  request: FastifyRequest,
  origin: Origin | null,
): Promise<Session | null> {
  const token = tokenIn(request.headers, SESSION_COOKIE);
  return token === null ? null : sessionOf(users, token, origin);
}

/** How a company is entered. */
export interface Entering {
  readonly permission: Permission;
  readonly waitsForCount: boolean;
  /** Whose place it is that the visit gets. */
  readonly holder: Holder;
}

/**
 * Lets a user into the company that the path names, where he belongs to it and his role may do what the page does. One
 * that he does not belong to looks as if there were none.
 */
export async function enterCompany(
  parts: ConsoleParts,
  visit: UserVisit,
  { permission, waitsForCount, holder }: Entering,
): Promise<CompanyVisit | Obstacle> {
  const { session } = visit;
  const counted = tooMany(parts.limits.ofUser.take(session.userId));
  if (counted !== null) return counted;
  const slug = parseCompanySlug(visit.params['slug'] ?? '');
  const company = slug === null ? null : await companyOf(parts.users, session, slug);
  if (company === null) return { kind: 'not_found' };
  if (!may(company.role, permission)) return { kind: 'forbidden' };
  const { companyId, role } = company;
  const place = await parts.places.enter({ companyId, keyId: session.userId }, holder);
  if (place === null) return { kind: 'busy' };
  const seesAll = may(role, 'see_all');
  // What is asked for by htmx has no menu.
  const waits = waitsForCount && seesAll && !visit.isPartial;
  const needs = waits ? await parts.needs.of(company) : parts.needs.last(company);
  return { ...visit, company, companyId, role, needs: seesAll ? needs : 0, place };
}

/** Whether the form of a request may be of a session that has ended, so that nothing of it shall be lost. */
export function hadSession({ headers }: FastifyRequest): boolean {
  return tokenIn(headers, SESSION_COOKIE) !== null;
}

/** Gives the place of a visit back before its end; whoever has none holds that of nobody. */
export function leave(visit: Visit | CompanyVisit): void {
  ('place' in visit ? visit.place : NO_PLACE).leave();
}
