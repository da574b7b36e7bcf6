import type { FastifyRequest } from 'fastify';
import { parseCompanySlug } from '../core/identifiers/company-slug.ts';
import { may, type Permission } from '../core/users/roles.ts';
import type { UserRefusal } from '../core/users/user-refusal.ts';
import type { Holder } from '../operations/access/holding.ts';
import type { Session } from '../operations/users/ports.ts';
import { companyOf, sessionOf } from '../operations/users/sessions.ts';
import { type Fields, fieldsFrom, fieldsOf, isFields, NO_FIELDS } from './form.ts';
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
  const token = tokenIn(headers, SESSION_COOKIE) ?? tokenIn(headers, VISITOR_COOKIE);
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

function postedIn(body: unknown, wanted: (name: string) => boolean): Fields {
  return isFields(body) ? fieldsFrom(body.entries.filter(([name]) => wanted(name))) : NO_FIELDS;
}

/** Counts a request by its address; before anything is looked up. */
export function countAddress({ limits, neighbourhoodOf }: ConsoleParts, visit: Visit): Obstacle | null {
  return tooMany(limits.ofAddress.take(neighbourhoodOf(visit.origin.address)));
}

/** Counts a request of somebody who is not signed in. */
export function countStranger({ limits, neighbourhoodOf }: ConsoleParts, visit: Visit): Obstacle | null {
  return tooMany(limits.ofStrangers.take(neighbourhoodOf(visit.origin.address)));
}

function tooMany(waitMs: number): Obstacle | null {
  return waitMs === 0 ? null : { kind: 'too_many', waitMs };
}

/** What is wrong with where a form comes from; null for none, and for a page that is only read. */
export function formObstacle(parts: ConsoleParts, request: FastifyRequest, { own }: Visit): Obstacle | null {
  if (request.method !== 'POST') return null;
  if (isForeign(request.headers, parts.consoleUrl)) return { kind: 'foreign_form' };
  const token = tokenIn(request.headers, SESSION_COOKIE) ?? tokenIn(request.headers, VISITOR_COOKIE);
  return token !== null && csrfMatches(token, own.one('_csrf')) ? null : { kind: 'stale_form' };
}

/** The session of a request; null where nobody is signed in. */
export async function sessionIn(
  { users }: ConsoleParts,
  request: FastifyRequest,
  { origin }: Visit,
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
