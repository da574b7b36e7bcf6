import type { Method } from '../support/http-caller.ts';
import { invoiceBody, noteBody, suexBody } from '../support/request-bodies.ts';

/** A call of one route that a caller with a key may make. */
export interface RouteCall {
  readonly method: Method;
  readonly path: string;
  /** Names this document, where the body names one at all. */
  readonly body?: (name?: string) => unknown;
}

/** What is not there, in the place of a name. */
export const NOWHERE = 'no-existe';

const get = (path: string): RouteCall => ({ method: 'GET', path });
const post = (path: string, body?: RouteCall['body']): RouteCall => ({
  method: 'POST',
  path,
  ...(body !== undefined && { body }),
});

/** A call of each route of the interface. */
export const EVERY_ROUTE: readonly RouteCall[] = [
  get('/catalogs/activities'),
  get('/catalogs/departments'),
  get('/catalogs/districts/search'),
  get('/catalogs/incoterms'),
  get('/catalogs/units'),
  post('/credit-memo', (name = NOWHERE) => noteBody(name)),
  get('/credit-memo/status/no-existe'),
  get('/documents'),
  get('/documents.csv'),
  get('/documents.xlsx'),
  get('/documents.zip'),
  get('/documents/no-existe/events'),
  post('/documents/no-existe/mail'),
  get('/file/no-existe?type=json'),
  post('/invalidate/no-existe'),
  get('/invalidate/status/no-existe'),
  post('/invalidate/suex/no-existe'),
  get('/invalidate/suex/status/no-existe'),
  post('/invoice', () => invoiceBody()),
  post('/preview', () => invoiceBody()),
  post('/rehearsals', () => ({})),
  get('/rehearsals/no-existe'),
  get('/reports/books/2026-11/contribuyentes'),
  get('/reports/f07/2026-11'),
  get('/reports/f07/2026-11/annexes/1'),
  post('/reports/f07/2026-01/classes', () => ({ income_type: 2 })),
  post('/reports/f07/2026-01/close', () => ({})),
  get('/reports/f07/2026-01/closing'),
  get('/reports/f07/2026-01/closing/1/files/anexo01-2026-01.csv'),
  get('/reports/f07/2026-01/difference'),
  get('/reports/f07/2026-01/reconciliation'),
  get('/reports/f07/months'),
  get('/status/no-existe'),
  post('/suex', () => suexBody()),
  get('/suex/status/no-existe'),
];

/** The routes that read. */
export const READING = EVERY_ROUTE.filter(({ method }) => method === 'GET');

/** The routes that name a document, or a rehearsal, of a company. */
export const NAMING: readonly RouteCall[] = [
  ...EVERY_ROUTE.filter(({ path }) => path.includes(NOWHERE) || path === '/credit-memo'),
  get(`/status/${NOWHERE}?include_dte=1`),
  post(`/invalidate/${NOWHERE}`, () => ({})),
  post('/preview', (name = NOWHERE) => noteBody(name)),
];

/** A place of the interface where nothing is, and what it says of that. */
export interface EmptyPlace extends RouteCall {
  readonly code: string;
  readonly detail: string;
}

export const EMPTY_PLACES: readonly EmptyPlace[] = [
  ...['monedas', 'Countries', 'districts', '__proto__', 'CAT-020'].map((name) => ({
    ...get(`/catalogs/${name}`),
    code: 'path_not_found',
    detail: 'La ruta no existe.',
  })),
  ...['compras', '1', 'contribuyentes.pdf', 'x'.repeat(200)].map((name) => ({
    ...get(`/reports/books/2026-11/${name}`),
    code: 'book_not_found',
    detail: 'Libro no encontrado: los hay contribuyentes y consumidores',
  })),
  ...['3', '01', 'control', 'x'.repeat(200)].map((name) => ({
    ...get(`/reports/f07/2026-11/annexes/${name}`),
    code: 'annex_not_found',
    detail: 'Anexo no encontrado: los hay 1, 2, 5, 9, anulados y f14',
  })),
];
