import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Permission } from '../core/users/roles.ts';
import { type Holder, holding } from '../operations/access/holding.ts';
import { MOST_NAMES, NO_FIELDS } from './form.ts';
import {
  countAddress,
  countStranger,
  enterCompany,
  isStaleForm,
  leave,
  type Obstacle,
  sessionIn,
  unreadObstacle,
  visitOf,
} from './guard.ts';
import { Markup } from './html.ts';
import { sendObstacle, sendPage, sendStalePart, sendTrouble, type Trouble } from './obstacle-pages.ts';
import type { ConsoleParts } from './parts.ts';
import { csrfOfVisitor, isSignIn, keepSession, signInWith } from './sign-in.ts';
import { csrfOf } from './tokens.ts';
import { type Address, type CompanyVisit, isAddress, type UserVisit, type Visit } from './visit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whom a route of the console is for: `everybody`, whoever is signed in (`user`), or whose role may do this. */
    readonly access?: 'everybody' | 'user' | Permission;
  }
}

/**
 * What a page answers: its markup; the same with a status where something is wrong with what was posted; an address of the
 * console to go on to; why there is nothing to show; or the reply where it was sent already: a file, a stream.
 */
export type Answer = Markup | Refused | Address | Trouble | FastifyReply;

export interface Refused {
  readonly status: number;
  readonly page: Markup;
}

export type Handler<V> = (parts: ConsoleParts, visit: V, reply: FastifyReply) => Answer | Promise<Answer>;

interface Shape<V, Access> {
  /** With places as Fastify has them: `/documentos/:id`. */
  readonly path: string;
  readonly access: Access;
  readonly get?: Handler<V>;
  /** Does what the form asks for. It answers with an address where something was done, and else with the form. */
  readonly post?: Handler<V>;
  /**
   * Shows the form with what was posted, and does nothing: after the session had ended and the user has signed in
   * again. Every page with a form that takes longer to fill than a line has one.
   */
  readonly refill?: Handler<V>;
  /** Its answer has no menu, or it counts itself what the menu says needs somebody: nobody waits for that count. */
  readonly isWithoutCount?: boolean;
  /** An open page asks for it by itself: that keeps no session alive which nobody uses. */
  readonly isByItself?: boolean;
  /** How many names its form may have, where that is more than others have. */
  readonly mostNames?: number;
  /** It fills lists while somebody types: without a session it has nothing to say, and the form it serves says why. */
  readonly isSuggestion?: boolean;
}

/** A page for everybody, whose forms are protected by a cookie of the visitor's. */
export type OpenPage = Shape<Visit, 'everybody'>;

/** A page for whoever is signed in, whatever the companies are; or for the operator, and anybody else finds nothing. */
export type UserPage = Shape<UserVisit, 'user'> | Shape<UserVisit, 'operate'>;

/**
 * A page of a company, below `/app/e/:slug`, for those whose role has this permission: anybody else gets a page that says
 * so (403), and who does not belong to the company finds nothing (404).
 */
export type CompanyPage = Shape<CompanyVisit, Exclude<Permission, 'operate'>>;

/** One address of the console. */
export type Page = OpenPage | UserPage | CompanyPage;

type Entry<V> = V | Obstacle;
type Enter<V> = (visit: Visit, exchange: Exchange) => Entry<V> | Promise<Entry<V>>;

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Keeps what is taken for it, until it was handled. */
  readonly holder: Holder;
  readonly isByItself?: boolean | undefined;
}

export function registerPage(app: FastifyInstance, parts: ConsoleParts, page: Page): void {
  const { path, access } = page;
  const enterOpen: Enter<Visit> = (visit, { request, reply }) => {
    const counted = request.method === 'POST' ? countStranger(parts, request) : null;
    if (counted !== null || visit.csrf !== '') return counted ?? visit;
    return { ...visit, csrf: csrfOfVisitor(reply) };
  };
  const enterAsUser: Enter<UserVisit> = async (visit, exchange) => {
    const user = await userIn(parts, visit, exchange);
    return 'kind' in user || access === 'user' || user.session.isOperator ? user : { kind: 'not_found' };
  };
  if (page.access === 'everybody') register(app, parts, page, enterOpen);
  else if (page.access === 'user' || page.access === 'operate') register(app, parts, page, enterAsUser);
  else register(app, parts, { ...page, path: `/app/e/:slug${path}` }, enterAsMember(parts, page));
}

function enterAsMember(
  parts: ConsoleParts,
  { access: permission, isWithoutCount = false, isByItself }: CompanyPage,
): Enter<CompanyVisit> {
  return async (visit, exchange) => {
    const user = await userIn(parts, visit, { ...exchange, isByItself });
    if ('kind' in user) return user;
    // What was done leads on to a page that has the count; a form that comes back has that of before.
    const waitsForCount = exchange.request.method === 'GET' && !isWithoutCount;
    return enterCompany(parts, user, { permission, waitsForCount, holder: exchange.holder });
  };
}

/** Who is signed in, or signs in with this request: a session that ended in between costs nobody what was filled in. */
async function userIn(
  parts: ConsoleParts,
  visit: Visit,
  { request, reply, isByItself = false }: Exchange,
): Promise<Entry<UserVisit>> {
  const session = await sessionIn(parts, request, isByItself ? null : visit.origin);
  if (session !== null) return { ...visit, session, isReturning: false };
  const counted = countStranger(parts, request);
  if (counted !== null || !isSignIn(visit)) return counted ?? { kind: 'signed_out', refusal: null };
  const signed = await signInWith(parts, visit);
  if (signed.kind === 'refused') return { kind: 'signed_out', refusal: signed };
  keepSession(reply, signed);
  return { ...visit, session: signed.session, csrf: csrfOf(signed.token), isReturning: true };
}

function register<V extends Visit | UserVisit>(
  app: FastifyInstance,
  parts: ConsoleParts,
  page: Shape<V, Page['access']>,
  enter: Enter<V>,
): void {
  const { path, access, get, post, refill = toGet, isSuggestion = false, mostNames = MOST_NAMES } = page;
  const refuse = async (reply: FastifyReply, visit: Visit, obstacle: Obstacle): Promise<FastifyReply> =>
    isSuggestion && visit.isPartial && obstacle.kind === 'signed_out'
      ? reply.code(401).send('')
      : turnAway(parts, reply, visit, obstacle);
  const judgeUnread = async (request: FastifyRequest, reply: FastifyReply) => {
    const obstacle = countAddress(parts, request) ?? unreadObstacle(parts, request, access);
    return obstacle === null ? undefined : refuse(reply, visitOf(parts, request), obstacle);
  };
  const answer = async (exchange: Exchange, handler: Handler<V>): Promise<FastifyReply> => {
    const { request, reply } = exchange;
    const asked = visitOf(parts, request);
    const isStale = isStaleForm(request, asked);
    // Nobody signs in with a form that another site may have filled.
    const visit = isStale ? { ...asked, own: NO_FIELDS } : asked;
    if (isStale && access === 'everybody') return refuse(reply, visit, { kind: 'stale_form' });
    const entry = await enter(visit, exchange);
    if ('kind' in entry) return refuse(reply, visit, entry);
    if (isStale && visit.isPartial) return isSuggestion ? reply.code(401).send('') : sendStalePart(reply);
    // A form of an earlier session is shown again under this one; it does nothing.
    const isReturning = isStale || ('isReturning' in entry && entry.isReturning);
    const made = await (isReturning ? refill : handler)(parts, entry, reply);
    // Others have the place while the answer is read.
    leave(entry);
    return send(reply, made);
  };
  const held = (handler: Handler<V>) => (request: FastifyRequest, reply: FastifyReply) =>
    holding((holder) => answer({ request, reply, holder }, handler));
  const shared = { onRequest: judgeUnread, config: { access, mostNames } };
  if (get !== undefined) app.get(path, shared, held(get));
  if (post !== undefined) app.post(path, shared, held(post));
}

/** A reply that a handler has sent is nothing any more once it was waited for, because it can be waited for itself. */
function send(reply: FastifyReply, answer: Answer | undefined): FastifyReply {
  if (answer === undefined) return reply;
  if (typeof answer === 'string')
    return isAddress(answer) ? reply.redirect(answer, 303) : sendTrouble(reply, answer);
  if (answer instanceof Markup) return sendPage(reply, answer);
  return 'page' in answer ? sendPage(reply.code(answer.status), answer.page) : answer;
}

/** How long somebody waits at the most to be told that too many pages were opened. */
const SLOWEST_MS = 2_000;

/** Says why the page is not shown; ever more slowly to whoever opens too many. */
async function turnAway(
  { pacing, neighbourhoodOf }: ConsoleParts,
  reply: FastifyReply,
  visit: Visit,
  obstacle: Obstacle,
): Promise<FastifyReply> {
  if (obstacle.kind === 'too_many') await pacing.tooMany(neighbourhoodOf(visit.origin.address), SLOWEST_MS);
  return sendObstacle(reply, visit, obstacle);
}

/** What a page without a form worth keeping does instead of showing it again. */
function toGet(_parts: ConsoleParts, { path }: Visit, reply: FastifyReply): FastifyReply {
  return reply.redirect(path, 303);
}
