import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Permission } from '../core/users/roles.ts';
import { NO_FIELDS } from './form.ts';
import {
  countAddress,
  countStranger,
  enterCompany,
  formObstacle,
  leave,
  type Obstacle,
  sessionIn,
  visitOf,
} from './guard.ts';
import { Markup } from './html.ts';
import { sendObstacle, sendPage, sendStalePart } from './obstacle-pages.ts';
import type { ConsoleParts } from './parts.ts';
import { csrfOfVisitor, isSignIn, keepSession, signInWith } from './sign-in.ts';
import { csrfOf } from './tokens.ts';
import type { CompanyVisit, UserVisit, Visit } from './visit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whom a route of the console is for: `everybody`, whoever is signed in (`user`), or whose role may do this. */
    readonly access?: 'everybody' | 'user' | Permission;
  }
}

/** A page as markup, or the reply where it was sent already: a redirection, a file, a stream. */
export type Answer = Markup | FastifyReply;
export type Handler<V> = (visit: V, reply: FastifyReply) => Answer | Promise<Answer>;

/** One address of the console. */
export interface Page<V> {
  /** With places as Fastify has them: `/documentos/:id`. */
  readonly path: string;
  readonly get?: Handler<V>;
  /** Does what the form asks for. It answers with a redirection where something was done, and else with the form. */
  readonly post?: Handler<V>;
  /**
   * Shows the form with what was posted, and does nothing: after the session had ended and the user has signed in
   * again. Every page with a form that takes longer to fill than a line has one.
   */
  readonly refill?: Handler<V>;
  /** Its answer has no menu, or it counts itself what the menu says needs somebody: nobody waits for that count. */
  readonly isWithoutCount?: boolean;
  /** It fills lists while somebody types: without a session it has nothing to say, and the form it serves says why. */
  readonly isSuggestion?: boolean;
}

type Entry<V> = V | Obstacle;
type Enter<V> = (visit: Visit, exchange: Exchange) => Entry<V> | Promise<Entry<V>>;

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Registers a page of a company, below `/app/e/:slug`, for those whose role has this permission: anybody else gets a
 * page that says so (403), and who does not belong to the company finds nothing (404).
 */
export function registerPage(
  app: FastifyInstance,
  parts: ConsoleParts,
  page: Page<CompanyVisit> & { readonly permission: Permission },
): void {
  const enter: Enter<CompanyVisit> = async (visit, exchange) => {
    const user = await userIn(parts, visit, exchange);
    if ('kind' in user) return user;
    // What was done leads on to a page that has the count; a form that comes back has that of before.
    const waitsForCount = exchange.request.method === 'GET' && page.isWithoutCount !== true;
    return enterCompany(parts, user, { permission: page.permission, waitsForCount });
  };
  const below = { ...page, path: `/app/e/:slug${page.path}` };
  register(app, parts, { page: below, access: page.permission, enter });
}

/** Registers a page for whoever is signed in, whatever the companies are. */
export function registerUserPage(app: FastifyInstance, parts: ConsoleParts, page: Page<UserVisit>): void {
  const enter: Enter<UserVisit> = (visit, exchange) => userIn(parts, visit, exchange);
  register(app, parts, { page, access: 'user', enter });
}

/** Registers a page of the operator's, for whoever operates the installation; anybody else finds nothing. */
export function registerOperatorPage(app: FastifyInstance, parts: ConsoleParts, page: Page<UserVisit>): void {
  const enter: Enter<UserVisit> = async (visit, exchange) => {
    const user = await userIn(parts, visit, exchange);
    return 'kind' in user || user.session.isOperator ? user : { kind: 'not_found' };
  };
  register(app, parts, { page, access: 'operate', enter });
}

/** Registers a page for everybody, whose forms are protected by a cookie of the visitor's. */
export function registerOpenPage(app: FastifyInstance, parts: ConsoleParts, page: Page<Visit>): void {
  const enter: Enter<Visit> = (visit, { request, reply }) => {
    const counted = request.method === 'POST' ? countStranger(parts, visit) : null;
    if (counted !== null || visit.csrf !== '') return counted ?? visit;
    return { ...visit, csrf: csrfOfVisitor(reply) };
  };
  register(app, parts, { page, access: 'everybody', enter });
}

/** Who is signed in, or signs in with this request: a session that ended in between costs nobody what was filled in. */
async function userIn(
  parts: ConsoleParts,
  visit: Visit,
  { request, reply }: Exchange,
): Promise<Entry<UserVisit>> {
  const session = await sessionIn(parts, request, visit);
  if (session !== null) return { ...visit, session, isReturning: false };
  const counted = countStranger(parts, visit);
  if (counted !== null || !isSignIn(visit)) return counted ?? { kind: 'signed_out', refusal: null };
  const signed = await signInWith(parts, visit);
  if (signed.kind === 'refused') return { kind: 'signed_out', refusal: signed };
  keepSession(reply, signed);
  return { ...visit, session: signed.session, csrf: csrfOf(signed.token), isReturning: true };
}

function register<V extends Visit | UserVisit>(
  app: FastifyInstance,
  parts: ConsoleParts,
  {
    page,
    access,
    enter,
  }: {
    readonly page: Page<V>;
    readonly access: 'everybody' | 'user' | Permission;
    readonly enter: Enter<V>;
  },
): void {
  const { path, get, post, refill = toGet, isSuggestion = false } = page;
  const answer = async (exchange: Exchange, handler: Handler<V>): Promise<FastifyReply> => {
    const { request, reply } = exchange;
    const asked = visitOf(parts, request);
    const source = countAddress(parts, asked) ?? formObstacle(parts, request, asked);
    const isStale = source?.kind === 'stale_form';
    // Nobody signs in with a form that another site may have filled.
    const visit = isStale ? { ...asked, own: NO_FIELDS } : asked;
    if (source !== null && (!isStale || access === 'everybody'))
      return turnAway(parts, exchange, visit, source);
    const entry = await enter(visit, exchange);
    if ('kind' in entry)
      return isSuggestion && visit.isPartial && entry.kind === 'signed_out'
        ? reply.code(401).send('')
        : turnAway(parts, exchange, visit, entry);
    try {
      if (isStale && visit.isPartial) return isSuggestion ? reply.code(401).send('') : sendStalePart(reply);
      // A form of an earlier session is shown again under this one; it does nothing.
      const isReturning = isStale || ('isReturning' in entry && entry.isReturning);
      const answered = await (isReturning ? refill : handler)(entry, reply);
      return answered instanceof Markup ? sendPage(reply, answered) : answered;
    } finally {
      leave(entry);
    }
  };
  const config = { access };
  if (get !== undefined) app.get(path, { config }, (request, reply) => answer({ request, reply }, get));
  if (post !== undefined) app.post(path, { config }, (request, reply) => answer({ request, reply }, post));
}

/** So long somebody waits to be told that too many pages were opened. */
const SLOWEST_MS = 2_000;

/** Says why the page is not shown; ever more slowly to whoever opens too many. */
async function turnAway(
  { pacing, neighbourhoodOf }: ConsoleParts,
  { reply }: Exchange,
  visit: Visit,
  obstacle: Obstacle,
): Promise<FastifyReply> {
  if (obstacle.kind === 'too_many') await pacing.tooMany(neighbourhoodOf(visit.origin.address), SLOWEST_MS);
  return sendObstacle(reply, visit, obstacle);
}

/** What a page without a form worth keeping does instead of showing it again. */
function toGet({ path }: Visit, reply: FastifyReply): FastifyReply {
  return reply.redirect(path, 303);
}
