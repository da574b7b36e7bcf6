import { fiscalTime } from '../../src/core/calendar/el-salvador-time.ts';
import { invited, linkFor, signedIn, slugOf } from '../support/console-caller.ts';
import type { House } from '../support/house.ts';
import { textOf } from '../support/http-caller.ts';
import { ccfBody, contribuyenteBody, invoiceBody, lineBody, suexBody } from '../support/request-bodies.ts';

/** What the pictures of the pages are called. */
export const PAGE_NAMES = [
  'sign-in',
  'invitation',
  'reset',
  'first-start',
  'account',
  'today',
  'today-of-a-cashier',
  'documents',
  'document',
  'document-rejected',
  'document-in-contingency',
  'attention',
  'cancel',
  'note',
  'issue',
  'issue-invoice',
  'issue-ccf',
  'correct',
  'issue-done',
  'keys',
  'users',
  'record',
  'months',
  'month',
  'month-control',
  'month-classes',
  'month-check',
  'company',
  'company-data',
  'company-places',
  'company-looks',
  'company-certificate',
  'company-credentials',
  'company-mail',
  'company-people',
  'company-sales',
  'operator',
  'operator-company',
  'operator-new-company',
  'operator-metrics',
  'operator-node',
  'operator-record',
] as const;
type PageName = (typeof PAGE_NAMES)[number];

/** A page as somebody sees it. */
export interface SeenPage {
  readonly path: string;
  /** Whose session; null for whoever is not signed in. */
  readonly token: string | null;
}

/** Sales of a shop, by the customer and what was bought. */
const SALES: readonly (readonly [customer: string, product: string, price: number, quantity: number])[] = [
  ['Rosa Ficticia de Ejemplo', 'Café de altura, libra', 6.75, 2],
  ['Consumidor Final', 'Pan francés', 0.15, 20],
  ['Ana Ficticia', 'Queso duro blandito, libra', 4.5, 3],
  ['Pedro Ejemplo', 'Horchata, bolsa de 400 g', 3.25, 4],
];

/** A company that has sold for some weeks, with a document of each kind and state, and every page about it. */
export async function furnish(house: House): Promise<ReadonlyMap<string, SeenPage>> {
  const { company } = house;
  const slug = await slugOf(house);
  const base = `/app/e/${slug}`;
  await sellBefore(house);
  for (const [name, description, unit_price, quantity] of SALES)
    await company.post(
      '/invoice',
      invoiceBody({ customer: { name }, lines: [lineBody({ description, unit_price, quantity })] }),
    );
  await company.post('/suex', suexBody());
  const ccf = await company.post('/invoice', ccfBody({ customer: contribuyenteBody() }));
  const rejected = await company.post(
    '/invoice',
    invoiceBody({ customer: { name: 'Luis Ficticio', email: 'sin-arroba' } }),
  );
  const waiting = await inSilence(house);
  const { token: owner, userId } = await signedIn(house, { role: 'owner', name: 'Carmen Ficticia' });
  const links = await linksOf(house, userId);
  const operator = (await signedIn(house, { role: 'operator', name: 'Olga Ficticia' })).token;
  const cashier = await cashierOf(house);
  const [ccfId, rejectedId, waitingId] = [ccf, rejected, waiting].map((one) => textOf(one, 'document_id'));
  await callPeople(house);
  const seen = (path: string, token: string | null = owner): SeenPage => ({ path, token });
  const pages: Readonly<Record<PageName, SeenPage>> = {
    'sign-in': seen('/app/entrar', null),
    invitation: seen(`/app/invitacion/${links.invitation}`, null),
    reset: seen(`/app/clave/${links.reset}`, null),
    'first-start': seen(`/app/enlace/${links.entry}`, null),
    account: seen('/app/cuenta'),
    today: seen(`${base}/hoy`),
    'today-of-a-cashier': seen(`${base}/hoy`, cashier),
    documents: seen(`${base}/documentos`),
    document: seen(`${base}/documentos/${ccfId}`),
    'document-rejected': seen(`${base}/documentos/${rejectedId}`),
    'document-in-contingency': seen(`${base}/documentos/${waitingId}`),
    attention: seen(`${base}/atender`),
    cancel: seen(`${base}/documentos/${ccfId}/anular`),
    note: seen(`${base}/documentos/${ccfId}/nota`),
    issue: seen(`${base}/emitir`),
    'issue-invoice': seen(`${base}/emitir/01`, cashier),
    'issue-ccf': seen(`${base}/emitir/03`),
    correct: seen(`${base}/emitir/corregir/${rejectedId}`),
    'issue-done': seen(`${base}/emitir/hecho/${ccfId}`),
    keys: seen(`${base}/claves`),
    users: seen(`${base}/usuarios`),
    record: seen(`${base}/usuarios/registro`),
    months: seen(`${base}/meses`),
    month: seen(`${base}/meses/${fiscalTime(Date.now()).fecEmi.slice(0, 7)}`),
    'month-control': seen(`${base}/meses/${fiscalTime(Date.now()).fecEmi.slice(0, 7)}/control`),
    'month-classes': seen(`${base}/meses/${fiscalTime(Date.now()).fecEmi.slice(0, 7)}/clases`),
    'month-check': seen(`${base}/meses/revisar`),
    ...companyPages(base, owner),
    ...operatorPages(slug, operator),
  };
  return new Map(Object.entries(pages));
}

/** Somebody at a till, who has issued what there is of facturas. */
async function cashierOf(house: House): Promise<string> {
  const { token, userId } = await signedIn(house, { role: 'cashier', name: 'José Ejemplo' });
  await house.sql(
    `INSERT INTO user_deeds (company_id, user_id, user_name, address, deed, document_id, subject)
     SELECT company_id, $2, 'José Ejemplo', '203.0.113.7', 'issued', document_id, '' FROM documents
     WHERE company_id = $1 AND doc_type = '01' ORDER BY posted_at`,
    [house.company.companyId, userId],
  );
  return token;
}

/** A sale while the authority is silent. */
async function inSilence({ authority, company }: House) {
  await authority.script({ service: 'all', action: 'down', forMs: 3_000 });
  const waiting = await company.post('/invoice', invoiceBody({ customer: { name: 'Marta Ejemplo' } }));
  await authority.behave();
  return waiting;
}

/** The links that mails bring. */
async function linksOf(house: House, userId: string) {
  return {
    invitation: await invited(house, { email: 'ana@example.com', role: 'cashier' }),
    reset: await linkFor(house, userId, 'reset'),
    entry: await linkFor(house, userId, 'entry'),
  };
}

/** Gives people addresses as they have them, and the record something that they did. */
async function callPeople(house: House): Promise<void> {
  const addresses = [
    ['Carmen Ficticia', 'carmen@ejemplo.com'],
    ['José Ejemplo', 'jose@ejemplo.com'],
    ['Olga Ficticia', 'olga@ejemplo.com'],
  ];
  for (const [name, email] of addresses)
    await house.sql('UPDATE users SET email = $2 WHERE name = $1', [name, email]);
  const deeds = [
    ['signed_in', ''],
    ['key_created', 'Caja 1'],
    ['exported', 'documentos.xlsx?from=2026-11-01&to=2026-11-30&doc_type=03'],
    ['user_invited', 'José Ejemplo'],
  ];
  for (const [deed, subject] of deeds)
    await house.sql(
      `INSERT INTO user_deeds (company_id, user_id, user_name, address, deed, document_id, subject)
       SELECT $1, user_id, name, '203.0.113.7', $2, NULL, $3 FROM users WHERE name = 'Carmen Ficticia'`,
      [house.company.companyId, deed, subject],
    );
}

/** The steps in which a company is set up. */
function companyPages(base: string, token: string) {
  const seen = (path: string): SeenPage => ({ path, token });
  return {
    company: seen(`${base}/empresa`),
    'company-data': seen(`${base}/empresa/datos`),
    'company-places': seen(`${base}/empresa/establecimientos`),
    'company-looks': seen(`${base}/empresa/imagen`),
    'company-certificate': seen(`${base}/empresa/certificado`),
    'company-credentials': seen(`${base}/empresa/hacienda`),
    'company-mail': seen(`${base}/empresa/correo`),
    'company-people': seen(`${base}/empresa/responsables`),
    'company-sales': seen(`${base}/empresa/ventas`),
  };
}

/** What the operator sees. */
function operatorPages(slug: string, token: string) {
  const seen = (path: string): SeenPage => ({ path, token });
  return {
    operator: seen('/app/operador'),
    'operator-company': seen(`/app/operador/empresas/${slug}`),
    'operator-new-company': seen('/app/operador/empresas/nueva'),
    'operator-metrics': seen('/app/operador/metricas'),
    'operator-node': seen('/app/operador/instalacion'),
    'operator-record': seen('/app/operador/registro'),
  };
}

/** The sums of the weeks before, as the search would have made them of documents. */
async function sellBefore(house: House): Promise<void> {
  const cents = [0, 41_250, 38_900, 52_375, 61_080, 70_540, 18_225];
  for (let ago = 29; ago > 0; ago -= 1) {
    const total = (cents[ago % cents.length] ?? 0) + ((ago * 7_919) % 9_000);
    await house.sql(
      `INSERT INTO day_sums (company_id, environment, day, doc_type, state, invalidated, documents, taxable, vat, gross, retention, total)
       VALUES ($1, '00', (now() AT TIME ZONE 'America/El_Salvador')::date - $2::int, '01', 'stamped', false, $3, $4, 0, $4, 0, $4)`,
      [house.company.companyId, ago, Math.ceil(total / 1_500), total],
    );
  }
}
