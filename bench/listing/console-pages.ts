import { randomUUID } from 'node:crypto';
import { csrfOf, freshToken, SESSION_COOKIE } from '../../src/console/tokens.ts';
import { beginSession, formText, type Posted } from '../../test/support/console-caller.ts';
import { show, table } from '../figures/markdown.ts';
import { median, quantile } from '../figures/statistics.ts';
import { atMost, type Goal } from '../report.ts';
import { issueOne, saleBody } from '../rig/load.ts';
import type { BenchPostgres } from '../rig/postgres.ts';
import { processorOfFamily } from '../rig/processor.ts';

/** Where pages are measured: a node at a database that is filled. */
export interface FilledHouse {
  readonly postgres: Pick<BenchPostgres, 'sql' | 'pid'>;
  readonly node: { readonly url: string; readonly pid: number };
  /** The one with many documents. */
  readonly company: { readonly companyId: string; readonly key: string };
}

/** A page of the console, or a part of one. */
interface Asked {
  readonly says: string;
  readonly path: string;
  readonly isOperator?: boolean;
  /** Asked for by a script of the page. */
  readonly isPart?: boolean;
  /** What is posted; without it, the page is only asked for. */
  readonly form?: Posted;
  /** Nothing is what it should answer. */
  readonly isEmpty?: boolean;
  /** A file that is written while it is read: what counts is its first byte. */
  readonly isFile?: boolean;
}

export interface PageFigure {
  readonly asked: Asked;
  /** By the clock, from the request to the last byte of the page or the first one of a file. */
  readonly firstMs: number;
  readonly medianMs: number;
  readonly mostMs: number;
  readonly nodeMs: number;
  readonly postgresMs: number;
  /** Before compression; null for a file. */
  readonly kb: number | null;
}

const TIMES = 20;
const WARM = 3;
const BAR_MS = 100;
const BAR_KB = 60;

/** Asks for each page, or for those that are called so, one at a time and so many times. */
export async function measurePages(house: FilledHouse, wanted = /./): Promise<readonly PageFigure[]> {
  const figures: PageFigure[] = [];
  const pages = (await pagesOf(house)).filter(({ says }) => wanted.test(says));
  for (const [place, asked] of pages.entries()) {
    const token = await enter(house, asked);
    const headers = {
      cookie: `${SESSION_COOKIE}=${token}`,
      // Each page is asked for from a neighbourhood of its own, so that nobody is told to wait.
      'x-forwarded-for': `10.1.${place}.1`,
      'sec-fetch-site': 'same-origin',
      ...(asked.isPart === true ? { 'hx-request': 'true' } : {}),
    };
    figures.push(await measure(house, asked, { headers, ...posted(asked, token) }));
  }
  return figures;
}

function posted({ form }: Asked, token: string): RequestInit {
  return form === undefined
    ? {}
    : { method: 'POST', body: new URLSearchParams(formText({ _csrf: csrfOf(token), ...form })) };
}

/** Every page stays below the bars. */
export function pageGoals(figures: readonly PageFigure[]): readonly Goal[] {
  return figures.flatMap(({ asked, medianMs, kb }) => [
    atMost(`page, ${asked.says}: ms`, medianMs, BAR_MS),
    ...(kb === null ? [] : [atMost(`page, ${asked.says}: kB`, kb, BAR_KB)]),
  ]);
}

export function pageTable(figures: readonly PageFigure[]): string {
  return table(
    ['page', 'ms, median', 'the first', 'the longest', 'ms of Node', 'ms of PostgreSQL', 'kB'],
    figures.map((one) => [
      one.asked.says,
      ...[one.medianMs, one.firstMs, one.mostMs, one.nodeMs, one.postgresMs].map(show),
      one.kb === null ? '' : show(one.kb),
    ]),
  );
}

/** A user of the company, or an operator, who has just come in; the session's token. */
async function enter({ postgres, company }: FilledHouse, { isOperator = false }: Asked): Promise<string> {
  const [userId, token] = [randomUUID(), freshToken()];
  await postgres.sql(
    `INSERT INTO users (user_id, email, name, is_operator, proven_at) VALUES ($1, $2, 'Ana Ficticia', $3, now())`,
    [userId, `${userId}@example.com`, isOperator],
  );
  if (!isOperator)
    await postgres.sql(`INSERT INTO memberships (company_id, user_id, role) VALUES ($1, $2, 'owner')`, [
      company.companyId,
      userId,
    ]);
  await beginSession(postgres, userId, token);
  return token;
}

async function measure(
  { node, postgres }: FilledHouse,
  asked: Asked,
  request: RequestInit,
): Promise<PageFigure> {
  const once = () => timed(`${node.url}${asked.path}`, request, asked.isFile === true);
  const first = await once();
  const isEmpty = first.bytes === 0;
  if (asked.isFile !== true && isEmpty !== (asked.isEmpty === true))
    throw new Error(`${asked.says}: ${first.bytes} bytes`);
  for (let turn = 0; turn < WARM; turn += 1) await once();
  const before = [processorOfFamily(node.pid), processorOfFamily(postgres.pid)];
  const clocks: number[] = [];
  while (clocks.length < TIMES) clocks.push((await once()).ms);
  const after = [processorOfFamily(node.pid), processorOfFamily(postgres.pid)];
  const [nodeMs = 0, postgresMs = 0] = after.map((ms, place) => (ms - (before[place] ?? 0)) / TIMES);
  return {
    asked,
    firstMs: first.ms,
    medianMs: median(clocks),
    mostMs: quantile(clocks, 1),
    nodeMs,
    postgresMs,
    kb: asked.isFile === true ? null : first.bytes / 1_000,
  };
}

/** One request; a file is hung up on as soon as it begins. */
async function timed(url: string, request: RequestInit, isFile: boolean) {
  const beganMs = performance.now();
  const response = await fetch(url, request);
  if (!response.ok || response.body === null) throw new Error(`${url}: ${response.status}`);
  if (!isFile) {
    const { byteLength: bytes } = await response.arrayBuffer();
    return { ms: performance.now() - beganMs, bytes };
  }
  const reader = response.body.getReader();
  await reader.read();
  const ms = performance.now() - beganMs;
  await reader.cancel();
  return { ms, bytes: 0 };
}

const CCF_CUSTOMER = {
  name: 'Distribuidora Ficticia, S.A. de C.V.',
  nit: '0614-020202-002-0',
  nrc: '765432-1',
  type_contributor: 1,
  activity_code: '47111',
  email: 'compras@example.com',
};

async function pagesOf({ postgres, node, company }: FilledHouse): Promise<readonly Asked[]> {
  const [row] = await postgres.sql('SELECT slug FROM companies WHERE company_id = $1', [company.companyId]);
  const slug = String(row?.['slug']);
  const at = `/app/e/${slug}`;
  const sold = await issueOne(node.url, company);
  const ccf = await issueCcf(node.url, company.key);
  const page = (says: string, path: string): Asked => ({ says, path: `${at}${path}` });
  const part = (says: string, path: string): Asked => ({ ...page(says, path), isPart: true });
  const file = (says: string, path: string): Asked => ({ ...page(says, path), isFile: true });
  const operators = (says: string, path: string): Asked => ({
    says,
    path: `/app/operador${path}`,
    isOperator: true,
  });
  const products = (says: string, text: string): Asked =>
    part(says, `/emitir/01/sugerencias/productos?${new URLSearchParams({ texto: text })}`);
  const customers = (says: string, text: string): Asked => ({
    ...part(says, '/emitir/01/sugerencias/clientes'),
    form: { 'customer.name': text },
  });
  return [
    page('today', '/hoy'),
    part("today's sales, live", '/hoy/ventas'),
    page('documents, with totals of all', '/documentos'),
    page('documents by a part of a name', '/documentos?q=zelaya'),
    page('one document', `/documentos/${sold}`),
    page('to cancel it', `/documentos/${sold}/anular`),
    page('a note on a CCF', `/documentos/${ccf}/nota`),
    page('what needs somebody', '/atender'),
    page('issue by hand, the start', '/emitir'),
    page('issue by hand, the form of an invoice', '/emitir/01'),
    page('issue by hand, the form of a CCF', '/emitir/03'),
    customers('customers by a first name', 'carlos'),
    customers('customers by two words', 'carlos zela'),
    customers('customers by one letter', 'a'),
    customers('customers by a number', '0006335'),
    products('products by a word that all have', 'producto'),
    products('products by a code', 'P1234'),
    { ...products('products that nobody sold', 'xyzw'), isEmpty: true },
    page('the company', '/empresa'),
    page("the company's data", '/empresa/datos'),
    page('users', '/usuarios'),
    page('the audit trail of the company', '/usuarios/registro'),
    page('keys', '/claves'),
    { says: 'the account', path: '/app/cuenta' },
    operators('the operator: 50 companies', ''),
    operators('the operator: one company', `/empresas/${slug}`),
    operators('the operator: the installation', '/instalacion'),
    operators('the operator: metrics', '/metricas'),
    operators('the operator: the audit trail', '/registro'),
    file('the export of all as CSV, its first byte', '/documentos/exportar.csv'),
    file('the export of all as a sheet, its first byte', '/documentos/exportar.xlsx'),
    file('the export of all as an archive, its first byte', '/documentos/exportar.zip'),
  ];
}

async function issueCcf(url: string, key: string): Promise<string> {
  const body = {
    ...JSON.parse(saleBody(3)),
    doc_type: '03',
    customer: CCF_CUSTOMER,
    external_ref: randomUUID(),
  };
  const response = await fetch(`${url}/invoice`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body).replaceAll('{ref}', randomUUID()),
  });
  const answer = JSON.parse(await response.text());
  if (answer.dte_success !== true) throw new Error(`not stamped: ${JSON.stringify(answer)}`);
  return answer.document_id;
}
