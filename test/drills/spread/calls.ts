import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshToken, SESSION_COOKIE } from '../../../src/console/tokens.ts';
import type { Resident } from '../../support/house-company.ts';
import { type Caller, type CallOptions, callerOf, openConnections } from '../../support/http-caller.ts';
import { examine, numberOf } from '../gather-evidence.ts';
import { type DrillResult, unless, type Violation } from '../options.ts';
import type { Rig } from '../rig.ts';
import type { Shop } from '../sell.ts';

export interface CallScene {
  readonly rig: Rig;
  readonly url: string;
  /** Who remembers what is issued here. */
  readonly shop: Shop;
}

/** What `sello doctor` says where all servers are as they have to be. */
export const SERVERS_SEEN = 'every table, function and right is where it has to be';

const PERSON = { name: 'Ana Ficticia', document_type: '13', document_number: '00000001-8' };
const INVALIDATION = { type: 2, reason: 'Se deshizo la venta', responsible: PERSON, requester: PERSON };
const SEARCH_WITHIN_MS = 60_000;
const TAKEN_WITHIN_MS = 240_000;
const POLL_MS = 200;
const EL_SALVADOR_MS = -6 * 3_600_000;
const WORDS_SHOWN = 300;

/** What has been answered, and what not as it has to be. */
interface Protocol {
  readonly violations: Violation[];
  calls: number;
  slowest: { readonly ms: number; readonly path: string };
}

const newProtocol = (): Protocol => ({ violations: [], calls: 0, slowest: { ms: 0, path: '' } });

/**
 * Issues a sale, a CCF and a note on it, invalidates the sale, and asks for everything that programs and people read of them: each has
 * to be answered, and the search has to find what the background has taken up.
 */
export async function callEverything({ rig, url, shop }: CallScene): Promise<DrillResult> {
  const company = rig.company(0);
  const connections = openConnections();
  const protocol = newProtocol();
  try {
    const caller = callerOf(connections, url, company.key);
    const { sale, ccf, note } = await issueAll({ rig, url, shop }, company, protocol);
    await tell(protocol, caller, `/invalidate/${sale}`, { body: INVALIDATION });
    const searchMs = await untilFound(caller, ccf, protocol);
    for (const path of pathsOf({ sale, ccf, note, month: thisMonth() })) await tell(protocol, caller, path);
    for (const role of ['owner', 'operator'] as const) {
      const cookie = `${SESSION_COOKIE}=${await signIn(rig, company, role)}`;
      const slug = await slugOf(rig, company);
      for (const path of pagesOf(role, slug))
        await tell(protocol, callerOf(connections, url, null), path, { headers: { cookie } });
    }
    const { calls, slowest, violations } = protocol;
    const figures = { http_calls: calls, search_ms: searchMs, slowest_ms: slowest.ms, slowest: slowest.path };
    return { figures, violations: [...violations, ...(await examine(rig, SERVERS_SEEN))] };
  } finally {
    await connections.destroy();
  }
}

/** The references of what was issued, each of which must have been stamped. */
async function issueAll({ url, shop }: CallScene, company: Resident, { violations }: Protocol) {
  const issue = async (sale: ReturnType<Shop['newSale']>) => {
    const told = await shop.post(sale, url);
    const isIssued = told?.outcome === 'stamped';
    violations.push(...unless(isIssued, 'not issued', `${sale.kind}: ${JSON.stringify(told)}`));
    return sale;
  };
  const sale = await issue(shop.newSale(company));
  const ccf = await issue(shop.newSale(company, 'ccf'));
  const note = await issue(shop.newNote(ccf));
  return { sale: sale.ref, ccf: ccf.ref, note: note.ref };
}

async function tell(
  protocol: Protocol,
  caller: Caller,
  path: string,
  options: CallOptions = {},
): Promise<void> {
  const begun = performance.now();
  const answer = await caller.call(options.body === undefined ? 'GET' : 'POST', path, options);
  const ms = Math.round(performance.now() - begun);
  protocol.calls += 1;
  if (ms > protocol.slowest.ms) protocol.slowest = { ms, path };
  const words = `${path}: ${answer.text.slice(0, WORDS_SHOWN)}`;
  protocol.violations.push(...unless(answer.status < 400, `answered ${answer.status}`, words));
}

/** Newly issued documents are found at once; answers how long that took. */
async function untilFound(caller: Caller, ref: string, { violations }: Protocol): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const { text } = await caller.get(`/documents?customer=distribuidora&fields=external_ref`);
    const ms = Math.round(performance.now() - begun);
    if (text.includes(`"${ref}"`)) return ms;
    if (ms > SEARCH_WITHIN_MS) {
      violations.push({ rule: 'not found', what: `${ref}: ${text.slice(0, WORDS_SHOWN)}` });
      return ms;
    }
    await sleep(POLL_MS);
  }
}

/**
 * Waits until the background has taken the first documents up into the table of the search, some minutes after they were issued, and
 * searches there.
 */
export async function searchTaken({ rig, url }: Omit<CallScene, 'shop'>): Promise<DrillResult> {
  const begun = performance.now();
  const count = () => numberOf(rig, 'SELECT count(*)::int FROM document_search');
  while ((await count()) === 0 && performance.now() - begun < TAKEN_WITHIN_MS) await sleep(POLL_MS);
  const taken = await count();
  const protocol = newProtocol();
  protocol.violations.push(...unless(taken > 0, 'search not filled', `after ${TAKEN_WITHIN_MS} ms`));
  const connections = openConnections();
  try {
    for (const { key } of rig.companies)
      await tell(protocol, callerOf(connections, url, key), '/documents?customer=ficticio&totals=1&limit=1');
  } finally {
    await connections.destroy();
  }
  return { figures: { search_rows: taken }, violations: protocol.violations };
}

/** The month of El Salvador. */
const thisMonth = () => new Date(Date.now() + EL_SALVADOR_MS).toISOString().slice(0, 7);

interface Issued {
  readonly sale: string;
  readonly ccf: string;
  readonly note: string;
  readonly month: string;
}

function pathsOf({ sale, ccf, note, month }: Issued): readonly string[] {
  const since = `from=${month}-01`;
  return [
    `/status/${sale}`,
    `/credit-memo/status/${note}`,
    `/invalidate/status/${sale}`,
    `/documents?limit=5&totals=1`,
    `/documents?doc_type=03&order=oldest`,
    `/documents?amount_min=1&${since}`,
    `/documents?control_number=000000000000001`,
    `/documents?invalidated=1`,
    `/documents?adjusted=1`,
    `/documents?external_ref=${ccf}`,
    `/documents.csv?${since}`,
    `/documents.xlsx?${since}`,
    `/documents.zip?external_ref=${ccf}`,
    `/documents/${sale}/events`,
    `/file/${ccf}?type=invoice`,
    `/file/${ccf}?type=json`,
    `/file/${sale}?type=ticket`,
    `/file/${sale}?type=invalidation`,
    `/reports/books/${month}/consumidores`,
    `/reports/books/${month}/contribuyentes?format=xlsx`,
    `/reports/f07/${month}`,
    '/reports/f07/months',
  ];
}

function pagesOf(role: 'owner' | 'operator', slug: string): readonly string[] {
  if (role === 'operator')
    return [
      '/app/operador',
      '/app/operador/instalacion',
      '/app/operador/metricas',
      '/app/operador/registro',
      `/app/operador/empresas/${slug}`,
    ];
  const own = ['hoy', 'atender', 'emitir', 'emitir/01', 'documentos', 'documentos?q=distribuidora'];
  const others = ['meses', `meses/${thisMonth()}`, 'usuarios', 'usuarios/registro', 'claves', 'empresa'];
  return ['/app/empresas', ...[...own, ...others].map((page) => `/app/e/${slug}/${page}`)];
}

async function slugOf({ postgres }: Rig, { companyId }: Resident): Promise<string> {
  const [row] = await postgres.sql('SELECT slug FROM companies WHERE company_id = $1', [companyId]);
  return String(row?.['slug']);
}

/** Somebody who is signed in; the token of the session. */
async function signIn(
  { postgres }: Rig,
  { companyId }: Resident,
  role: 'owner' | 'operator',
): Promise<string> {
  const [userId, token] = [randomUUID(), freshToken()];
  const isOperator = role === 'operator';
  await postgres.sql(
    'INSERT INTO users (user_id, email, name, is_operator, proven_at) VALUES ($1, $2, $3, $4, now())',
    [userId, `${userId}@example.com`, PERSON.name, isOperator],
  );
  if (!isOperator)
    await postgres.sql('INSERT INTO memberships (company_id, user_id, role) VALUES ($1, $2, $3)', [
      companyId,
      userId,
      role,
    ]);
  await postgres.sql(
    `INSERT INTO sessions (session_id, user_id, token_sha256, address, agent)
     VALUES ($1, $2, $3, '192.0.2.7', 'Mozilla/5.0 (Linux; Android 14) Chrome/129.0')`,
    [randomUUID(), userId, createHash('sha256').update(token).digest()],
  );
  return token;
}
