import { createHash, randomUUID } from 'node:crypto';
import { csrfOf, freshToken, SESSION_COOKIE, VISITOR_COOKIE } from '../../src/console/tokens.ts';
import type { Standing } from '../../src/core/users/roles.ts';
import type { Node } from './composition.ts';
import type { House } from './house.ts';
import type { Answer, CallOptions } from './http-caller.ts';

/** The fields of a form; a list posts its name once for each value. */
export type Posted = Readonly<Record<string, string | readonly string[]>>;

/** Somebody with a browser without script, who keeps its cookies. */
export interface Visitor {
  /** By name; whoever is signed in has one of the session. */
  readonly cookies: ReadonlyMap<string, string>;
  get(path: string, headers?: CallOptions['headers']): Promise<Answer>;
  /** Posts a form with the token that the page would have put into it, unless the fields say another. */
  post(path: string, fields?: Posted, headers?: CallOptions['headers']): Promise<Answer>;
}

export interface ConsoleUser extends Visitor {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** What the cookie of the session holds. */
  readonly token: string;
  /** Ends the user's sessions behind the browser's back. */
  expire(): Promise<void>;
}

/** A browser that is not signed in. */
export function visitorAt(house: House, node: Node = house.node): Visitor {
  return visitorWith(house, node, new Map());
}

function visitorWith(house: House, node: Node, cookies: Map<string, string>): Visitor {
  const caller = house.caller(null, node);
  const call = async (method: 'GET' | 'POST', path: string, options: CallOptions): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie === '' ? {} : { cookie }), ...options.headers };
    const answer = await caller.call(method, path, { ...options, headers });
    for (const [, name = '', value = ''] of (answer.headers['set-cookie'] ?? '').matchAll(
      /(__Host-[\w-]+)=([^;,]*)/g,
    ))
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    return answer;
  };
  return {
    cookies,
    get: (path, headers = {}) => call('GET', path, { headers }),
    post(path, fields = {}, headers = {}) {
      const token = cookies.get(SESSION_COOKIE) ?? cookies.get(VISITOR_COOKIE) ?? '';
      const body = formText({ _csrf: csrfOf(token), ...fields });
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return call('POST', path, { body, headers: { ...type, 'sec-fetch-site': 'same-origin', ...headers } });
    },
  };
}

/** The fields as a browser sends them. */
export function formText(fields: Posted): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new URLSearchParams(pairs).toString();
}

/** Which user is signed in; an operator belongs to no company. */
export interface ConsoleUserOptions {
  readonly companyId?: string;
  readonly role: Standing;
  readonly name?: string;
  readonly at?: Node;
}

/** A user of a company who is signed in. */
export async function signedIn(house: House, options: ConsoleUserOptions): Promise<ConsoleUser> {
  const { role, name = 'Ana Ficticia', at = house.node, companyId = house.company.companyId } = options;
  const [userId, token] = [randomUUID(), freshToken()];
  const email = `${userId}@example.com`;
  const isOperator = role === 'operator';
  await house.sql('INSERT INTO users (user_id, email, name, is_operator) VALUES ($1, $2, $3, $4)', [
    userId,
    email,
    name,
    isOperator,
  ]);
  if (!isOperator)
    await house.sql('INSERT INTO memberships (company_id, user_id, role) VALUES ($1, $2, $3)', [
      companyId,
      userId,
      role,
    ]);
  await beginSession(house, userId, token);
  const visitor = visitorWith(house, at, new Map([[SESSION_COOKIE, token]]));
  const expire = async () => void (await house.sql('DELETE FROM sessions WHERE user_id = $1', [userId]));
  return { ...visitor, userId, email, name, token, expire };
}

/** Another session of a user. */
export async function beginSession(house: Pick<House, 'sql'>, userId: string, token: string): Promise<void> {
  await house.sql(
    `INSERT INTO sessions (session_id, user_id, token_sha256, address, agent)
     VALUES ($1, $2, $3, '192.0.2.7', 'Mozilla/5.0 (Linux; Android 14) Chrome/129.0')`,
    [randomUUID(), userId, sha256(token)],
  );
}

/** A link that invites somebody to a company; its token. */
export async function invited(
  house: House,
  { email, role, companyId = house.company.companyId }: { email: string; role: Standing; companyId?: string },
): Promise<string> {
  const token = freshToken();
  await house.sql(
    `INSERT INTO invitations (invitation_id, company_id, token_sha256, email, name, role, ends_at)
     VALUES ($1, $2, $3, $4, 'Ana Ficticia', $5, now() + interval '1 day')`,
    [randomUUID(), companyId, sha256(token), email, role],
  );
  return token;
}

/** A link of the user's that works once: to another password, or into the console; its token. */
export async function linkFor(house: House, userId: string, purpose: 'reset' | 'entry'): Promise<string> {
  const token = freshToken();
  await house.sql(
    `INSERT INTO user_tokens (token_sha256, user_id, purpose, ends_at) VALUES ($1, $2, $3, now() + interval '1 hour')`,
    [sha256(token), userId, purpose],
  );
  return token;
}

/** The slug of a company of the house. */
export async function slugOf(house: House, companyId = house.company.companyId): Promise<string> {
  const [row] = await house.sql('SELECT slug FROM companies WHERE company_id = $1', [companyId]);
  return String(row?.['slug']);
}

/** What a browser makes of text in HTML. */
export function shownText(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
