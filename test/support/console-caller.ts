import { createHash, randomUUID } from 'node:crypto';
import { csrfOf, freshToken, SESSION_COOKIE, VISITOR_COOKIE } from '../../src/console/tokens.ts';
import type { Standing } from '../../src/core/users/roles.ts';
import type { Node } from './composition.ts';
import type { House } from './house.ts';
import type { Answer, CallOptions } from './http-caller.ts';
import { multipart } from './multipart.ts';

/** The fields of a form; a list posts its name once for each value. */
export type Posted = Readonly<Record<string, string | readonly string[]>>;

/** Somebody with a browser without script, who keeps its cookies. */
export interface Visitor {
  /** By name; whoever is signed in has one of the session. */
  readonly cookies: ReadonlyMap<string, string>;
  get(path: string, headers?: CallOptions['headers']): Promise<Answer>;
  /** Posts a form with the token that the page would have put into it, unless the fields say another. */
  post(path: string, fields?: Posted, headers?: CallOptions['headers']): Promise<Answer>;
  /** The same of a form with a file. */
  upload(path: string, fields: Parameters<typeof multipart>[0]): Promise<Answer>;
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
  const own = () => ({ _csrf: csrfOf(cookies.get(SESSION_COOKIE) ?? cookies.get(VISITOR_COOKIE) ?? '') });
  const sent = (type: string) => ({ 'content-type': type, 'sec-fetch-site': 'same-origin' });
  return {
    cookies,
    get: (path, headers = {}) => call('GET', path, { headers }),
    post(path, fields = {}, headers = {}) {
      const body = formText({ ...own(), ...fields });
      return call('POST', path, {
        body,
        headers: { ...sent('application/x-www-form-urlencoded'), ...headers },
      });
    },
    upload(path, fields) {
      const { type, body } = multipart({ ...own(), ...fields });
      return call('POST', path, { body, headers: sent(type) });
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
  await house.sql`INSERT INTO users (user_id, email, name, is_operator, proven_at)
    VALUES (${userId}, ${email}, ${name}, ${isOperator}, now())`;
  if (!isOperator)
    await house.sql`INSERT INTO memberships (company_id, user_id, role)
      VALUES (${companyId}, ${userId}, ${role})`;
  await beginSession(house, userId, token);
  const visitor = visitorWith(house, at, new Map([[SESSION_COOKIE, token]]));
  const expire = async () => void (await house.sql('DELETE FROM sessions WHERE user_id = $1', [userId]));
  return { ...visitor, userId, email, name, token, expire };
}

/** Another session of a user. */
export async function beginSession(house: Pick<House, 'sql'>, userId: string, token: string): Promise<void> {
  await house.sql`INSERT INTO sessions (session_id, user_id, token_sha256, address, agent)
    VALUES (${randomUUID()}, ${userId}, ${sha256(token)}, '192.0.2.7', 'Mozilla/5.0 (Linux; Android 14) Chrome/129.0')`;
}

/** A link that invites somebody to a company; its token. */
export async function invited(
  house: House,
  { email, role, companyId = house.company.companyId }: { email: string; role: Standing; companyId?: string },
): Promise<string> {
  const token = freshToken();
  await house.sql`INSERT INTO invitations (invitation_id, company_id, token_sha256, email, name, role, ends_at)
    VALUES (${randomUUID()}, ${companyId}, ${sha256(token)}, ${email}, 'Ana Ficticia', ${role}, now() + interval '1 day')`;
  return token;
}

/** A link of the user's that works once: to another password, or into the console; its token. */
export async function linkFor(house: House, userId: string, purpose: 'reset' | 'entry'): Promise<string> {
  const token = freshToken();
  await house.sql`INSERT INTO user_tokens (token_sha256, user_id, purpose, ends_at)
    VALUES (${sha256(token)}, ${userId}, ${purpose}, now() + interval '1 hour')`;
  return token;
}

/** A passkey and an account at a provider that open the console as the user; the passkey's id. */
export async function waysFor(house: House, userId: string): Promise<string> {
  await house.sql`INSERT INTO passkeys (credential_id, user_id, public_key, counter, name)
    VALUES (${Buffer.from(userId)}, ${userId}, '', 0, 'Teléfono')`;
  await house.sql`INSERT INTO provider_accounts (issuer, subject, user_id, email)
    VALUES (${ISSUER}, ${userId}, ${userId}, 'ana@example.com')`;
  return Buffer.from(userId).toString('base64url');
}

/** Where `waysFor` has the user have an account. */
export const ISSUER = 'https://cuentas.example.com';

/** How many passwords, passkeys and accounts at a provider open the console as the user. */
export async function waysOf({ sql }: Pick<House, 'sql'>, userId: string): Promise<readonly number[]> {
  const tables = ['user_passwords', 'passkeys', 'provider_accounts'];
  const count = (table: string) => sql(`SELECT FROM ${table} WHERE user_id = $1`, [userId]);
  return (await Promise.all(tables.map(count))).map((rows) => rows.length);
}

/** The address of a page of a company, the first of the house unless it is told. */
export function pageOf({ company }: Pick<House, 'company'>, path: string, { slug } = company): string {
  return `/app/e/${slug}${path}`;
}

/** Has a user have issued a document by hand some time ago, like `25 hours`. */
export async function markIssued(
  { sql, company }: Pick<House, 'sql' | 'company'>,
  { userId, name }: ConsoleUser,
  { documentId, ago = '0' }: { readonly documentId: string; readonly ago?: string },
): Promise<void> {
  await sql(
    `INSERT INTO user_deeds (company_id, user_id, user_name, address, deed, document_id, subject, happened_at)
     VALUES ($1, $2, $3, '203.0.113.7', 'issued', $4, '', now() - $5::interval)`,
    [company.companyId, userId, name, documentId, ago],
  );
}

/** What was done last, by whom and to what. */
export async function lastDeed({ sql }: Pick<House, 'sql'>) {
  const [deed] = await sql(
    'SELECT deed, subject, user_name, company_id, document_id FROM user_deeds ORDER BY deed_id DESC LIMIT 1',
  );
  return deed;
}

/** What is kept of the first company. */
export async function profileOf({ sql, company }: Pick<House, 'sql' | 'company'>) {
  const [row] = await sql('SELECT profile FROM companies WHERE company_id = $1', [company.companyId]);
  return Object(row?.['profile']);
}

/** What a browser makes of text in HTML. */
export function shownText(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
