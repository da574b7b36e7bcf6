import { randomUUID } from 'node:crypto';
import type { Random } from '../structure/random.ts';
import type { CallOptions, Method } from '../support/http-caller.ts';
import { lineBody } from '../support/request-bodies.ts';
import type { Route } from './routes-of-server.ts';

/** What a document or a rehearsal of another company can be called. */
export interface Names {
  readonly documentId: string;
  readonly externalRef: string;
  readonly numeroControl: string;
  readonly codigoGeneracion: string;
  readonly selloRecibido: string;
  readonly rehearsalId: string;
}

export type NameKind = keyof Names;

/** A request that tries to reach a document by one of its names. */
export interface Probe {
  /** The same for every document, so that the answer for one that does not exist can be compared. */
  readonly form: string;
  request(names: Names): ProbeRequest;
}

export interface ProbeRequest {
  readonly method: Method;
  readonly path: string;
  readonly options: CallOptions;
}

const KINDS: readonly NameKind[] = [
  'documentId',
  'externalRef',
  'numeroControl',
  'codigoGeneracion',
  'selloRecibido',
  'rehearsalId',
];

/** Ways to write a name; what comes out stands in an address as it is. */
const SPELLINGS: Readonly<Record<string, (name: string) => string>> = {
  plain: encodeURIComponent,
  'every byte encoded': (name) =>
    [...Buffer.from(name)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  upper: (name) => encodeURIComponent(name.toUpperCase()),
  lower: (name) => encodeURIComponent(name.toLowerCase()),
  decomposed: (name) => encodeURIComponent(name.normalize('NFD')),
  'a blank behind': (name) => `${encodeURIComponent(name)}%20`,
  'a blank before': (name) => `%20${encodeURIComponent(name)}`,
  'a NUL behind': (name) => `${encodeURIComponent(name)}%00`,
  'a line feed behind': (name) => `${encodeURIComponent(name)}%0a`,
  'encoded twice': (name) => encodeURIComponent(encodeURIComponent(name)),
  'no hyphens': (name) => encodeURIComponent(name.replaceAll('-', '')),
  braces: (name) => encodeURIComponent(`{${name}}`),
  urn: (name) => encodeURIComponent(`urn:uuid:${name}`),
  wildcard: (name) => `${encodeURIComponent(name.slice(0, -1))}%25`,
  'a place below': (name) => `x%2f..%2f${encodeURIComponent(name)}`,
  quoted: (name) => encodeURIComponent(`${name}' OR ''='`),
  'zero width': (name) => encodeURIComponent(`${name}\u200b`),
};

/** Every third probe is a plain one. */
const PLAIN = Object.entries(SPELLINGS).slice(0, 1);

/** The part of a route that names a document. */
const BY_NAME = /\/:(?:id_or_ref|external_ref|id)(?=$|\/)/;
/** Routes that are told the name of no document. */
const WITHOUT_DOCUMENTS = /^\/(?:$|catalogs\/|docs(?:\/|$)|openapi\.json$|rehearsals$)/;
/** Routes that name a document in the body, and what makes one refuse nothing but the document. */
const BY_BODY: Readonly<Record<string, (name: string) => unknown>> = {
  '/credit-memo': (name) => ({ document_id: name, lines: [lineBody()] }),
  '/preview': (name) => ({ document_id: name, lines: [lineBody()] }),
};
/** Routes that look for documents by parameters; the exports look as the list does, two at a time. */
const BY_QUERY: ReadonlySet<string> = new Set(['/documents']);
/** Routes that tell all of a month, with a test of their own. */
const OF_A_MONTH = /^\/reports\//;
const LIKE_THE_LIST = /^\/documents\.(?:csv|xlsx|zip)$/;
/** What a list looks for a name by; a control number of another company may be one of the own, too. */
const PARAMETERS: Readonly<Record<NameKind, string>> = {
  documentId: 'external_ref',
  rehearsalId: 'external_ref',
  externalRef: 'external_ref',
  numeroControl: 'external_ref',
  codigoGeneracion: 'generation_code',
  selloRecibido: 'reception_stamp',
};
/** Routes that issue; `external_ref` there names the caller's own. */
const ISSUING: ReadonlySet<string> = new Set(['/invoice', '/suex']);

const FILE_TYPES = ['json', 'invoice', 'ticket', 'xml'];

/** What no probe is made for: a new route needs a way to be tried. */
export function unprobed(routes: readonly Route[]): readonly string[] {
  const probed = ({ url }: Route) =>
    BY_NAME.test(url) ||
    WITHOUT_DOCUMENTS.test(url) ||
    ISSUING.has(url) ||
    BY_QUERY.has(url) ||
    LIKE_THE_LIST.test(url) ||
    OF_A_MONTH.test(url) ||
    BY_BODY[url] !== undefined;
  return routes.filter((route) => !probed(route)).map(({ method, url }) => `${method} ${url}`);
}

/** A probe by chance over all routes that take the name of a document. */
export function anyProbe(routes: readonly Route[], random: Random): Probe {
  const { pick } = random;
  const reaching = routes.filter(
    ({ url }) => BY_NAME.test(url) || BY_QUERY.has(url) || BY_BODY[url] !== undefined,
  );
  const { method, url } = pick(reaching);
  const kind = pick(KINDS);
  const [spelling, spell] = pick(random.below(3) === 0 ? PLAIN : Object.entries(SPELLINGS));
  const query = queryOf(url, pick(FILE_TYPES), pick(['', 'include_dte=1']));
  const body = BY_BODY[url];
  const form = [method, url, kind, spelling, query].join(' ');
  if (!isMethod(method)) throw new Error(`no way to call ${method}`);
  if (BY_QUERY.has(url))
    return {
      form,
      request: (names) => ({
        method,
        path: `${url}?totals=1&${PARAMETERS[kind]}=${spell(names[kind])}`,
        options: bodyFor(method),
      }),
    };
  return {
    form,
    request: (names) =>
      body === undefined
        ? { method, path: url.replace(BY_NAME, `/${spell(names[kind])}`) + query, options: bodyFor(method) }
        : { method, path: url, options: { body: body(textOf(spell(names[kind]))) } },
  };
}

function queryOf(url: string, type: string, statusQuery: string): string {
  if (url.startsWith('/file/')) return `?type=${type}`;
  return /^\/status\//.test(url) && statusQuery !== '' ? `?${statusQuery}` : '';
}

function bodyFor(method: Method): CallOptions {
  return method === 'POST' ? { body: {} } : {};
}

/** In a body the same spelling stands without the address's encoding; a control would be refused before anything. */
function textOf(encoded: string): string {
  return decodeURIComponent(encoded).replaceAll('\0', '').replaceAll('\n', '');
}

function isMethod(text: string): text is Method {
  return text === 'GET' || text === 'HEAD' || text === 'POST';
}

/** Names of no document, of the same make as those of one. */
export function absentNames(): Names {
  const uuid = () => randomUUID();
  return {
    documentId: uuid(),
    externalRef: `Réf-ausente-${uuid().slice(0, 8)}`,
    numeroControl: 'DTE-01-M001P001-000000000999999',
    codigoGeneracion: uuid().toUpperCase(),
    selloRecibido: `2026${uuid().replaceAll('-', '').toUpperCase()}ABCD`,
    rehearsalId: uuid(),
  };
}
