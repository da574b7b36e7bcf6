import { fiscalTime } from '../../src/core/calendar/el-salvador-time.ts';
import type { WindowOptions } from '../support/console-browser.ts';
import {
  type ConsoleUser,
  invited,
  linkFor,
  type Posted,
  pageOf,
  signedIn,
} from '../support/console-caller.ts';
import type { House } from '../support/house.ts';
import { textOf } from '../support/http-caller.ts';
import { ccfBody, contribuyenteBody, invoiceBody, lineBody, suexBody } from '../support/request-bodies.ts';

type Viewer = 'nobody' | 'owner' | 'cashier' | 'operator';
/** Pages by name, each with who sees it and where: below the company's address unless it begins with `/app`. */
type Pages = Readonly<Record<string, readonly [viewer: Viewer, path: string]>>;

/** By the names of their pictures. */
const PAGES: Pages = {
  'sign-in': ['nobody', '/app/entrar'],
  invitation: ['nobody', '/app/invitacion/:invitation'],
  reset: ['nobody', '/app/clave/:reset'],
  'first-start': ['nobody', '/app/enlace/:entry'],
  account: ['owner', '/app/cuenta'],
  today: ['owner', '/hoy'],
  'today-of-a-cashier': ['cashier', '/hoy'],
  documents: ['owner', '/documentos'],
  document: ['owner', '/documentos/:ccf'],
  'document-rejected': ['owner', '/documentos/:rejected'],
  'document-in-contingency': ['owner', '/documentos/:waiting'],
  attention: ['owner', '/atender'],
  cancel: ['owner', '/documentos/:ccf/anular'],
  note: ['owner', '/documentos/:ccf/nota'],
  issue: ['owner', '/emitir'],
  'issue-invoice': ['cashier', '/emitir/01'],
  'issue-ccf': ['owner', '/emitir/03'],
  correct: ['owner', '/emitir/corregir/:rejected'],
  'issue-done': ['owner', '/emitir/hecho/:ccf'],
  keys: ['owner', '/claves'],
  users: ['owner', '/usuarios'],
  record: ['owner', '/usuarios/registro'],
  months: ['owner', '/meses'],
  month: ['owner', '/meses/:month'],
  'month-control': ['owner', '/meses/:month/control'],
  'month-classes': ['owner', '/meses/:month/clases'],
  'month-check': ['owner', '/meses/revisar'],
  company: ['owner', '/empresa'],
  'company-data': ['owner', '/empresa/datos'],
  'company-places': ['owner', '/empresa/establecimientos'],
  'company-looks': ['owner', '/empresa/imagen'],
  'company-certificate': ['owner', '/empresa/certificado'],
  'company-credentials': ['owner', '/empresa/hacienda'],
  'company-certification': ['owner', '/empresa/certificacion'],
  'company-mail': ['owner', '/empresa/correo'],
  'company-people': ['owner', '/empresa/responsables'],
  'company-sales': ['owner', '/empresa/ventas'],
  operator: ['operator', '/app/operador'],
  'operator-company': ['operator', '/app/operador/empresas/:slug'],
  'operator-new-company': ['operator', '/app/operador/empresas/nueva'],
  'operator-metrics': ['operator', '/app/operador/metricas'],
  'operator-node': ['operator', '/app/operador/instalacion'],
  'operator-record': ['operator', '/app/operador/registro'],
};

/** Pages without a picture of their own. */
const OTHERS: Pages = {
  forgotten: ['nobody', '/app/clave'],
  companies: ['owner', '/app/empresas'],
  'documents-none': ['owner', '/documentos?q=nadie&from=ayer'],
  'attention-none': ['owner', '/atender?tipo=apartados'],
  'cancel-last-look': ['owner', '/documentos/:other/anular/revisar'],
  'note-last-look': ['owner', '/documentos/:other/nota/revisar'],
  'issue-export': ['owner', '/emitir/11'],
  'issue-purchase': ['owner', '/emitir/14'],
  'issue-wrong': ['owner', '/emitir/03?ref=wrong&ver=1&q=1'],
  'issue-rejected': ['owner', '/emitir/hecho/:rejected'],
  key: ['owner', '/claves/:key'],
  'operator-record-of-company': ['operator', '/app/operador/registro?empresa=:slug'],
};

export const PAGE_NAMES = Object.keys(PAGES);
export const EVERY_NAME = [...PAGE_NAMES, ...Object.keys(OTHERS)];

/** A page as somebody sees it. */
export interface SeenPage {
  readonly path: string;
  /** How whoever sees it opens a window. */
  readonly as: WindowOptions;
}

/** Sales of a shop, by the customer and what was bought. */
const SALES: readonly (readonly [customer: string, product: string, price: number, quantity: number])[] = [
  ['Rosa Ficticia de Ejemplo', 'Café de altura, libra', 6.75, 2],
  ['Consumidor Final', 'Pan francés', 0.15, 20],
  ['Ana Ficticia', 'Queso duro blandito, libra', 4.5, 3],
  ['Pedro Ejemplo', 'Horchata, bolsa de 400 g', 3.25, 4],
];

/** A company that has sold for some weeks, with a document of each kind and state; and every page about it, by name. */
export async function furnish(house: House): Promise<(name: string) => SeenPage> {
  const { company } = house;
  const sold = async (body: unknown) => textOf(await company.post('/invoice', body), 'document_id');
  await sellBefore(house);
  for (const [name, description, unit_price, quantity] of SALES)
    await sold(invoiceBody({ customer: { name }, lines: [lineBody({ description, unit_price, quantity })] }));
  await company.post('/suex', suexBody());
  await house.addCompany();
  const other = await sold(ccfBody({ customer: contribuyenteBody() }));
  const ccf = await sold(ccfBody({ customer: contribuyenteBody() }));
  const rejected = await sold(invoiceBody({ customer: { name: 'Luis Ficticio', email: 'sin-arroba' } }));
  await house.authority.script({ service: 'all', action: 'down', forMs: 3_000 });
  const waiting = await sold(invoiceBody({ customer: { name: 'Marta Ejemplo' } }));
  await house.authority.behave();
  const owner = await signedIn(house, { role: 'owner', name: 'Carmen Ficticia' });
  const names: Readonly<Record<string, string>> = {
    ccf,
    other,
    rejected,
    waiting,
    slug: company.slug,
    key: company.keyId,
    month: fiscalTime(Date.now()).fecEmi.slice(0, 7),
    invitation: await invited(house, { email: 'ana@example.com', role: 'cashier' }),
    reset: await linkFor(house, owner.userId, 'reset'),
    entry: await linkFor(house, owner.userId, 'entry'),
  };
  await fillForms(house, owner, other);
  const viewers: Readonly<Record<Viewer, WindowOptions>> = {
    nobody: {},
    owner: { token: owner.token },
    cashier: { token: await cashierOf(house) },
    operator: { token: (await signedIn(house, { role: 'operator', name: 'Olga Ficticia' })).token },
  };
  await callPeople(house);
  return (name) => {
    const [viewer, path] = PAGES[name] ?? OTHERS[name] ?? [];
    if (viewer === undefined || path === undefined) throw new Error(`there is no page ${name}`);
    const named = path.replace(/:(\w+)/g, (_, place: string) => names[place] ?? '');
    return { path: path.startsWith('/app') ? named : pageOf(house, named), as: viewers[viewer] };
  };
}

/** Fills in what the last looks at a cancellation and at a note show, and a sale that cannot be issued. */
async function fillForms(house: House, owner: ConsoleUser, document: string): Promise<void> {
  const at = pageOf(house, `/documentos/${document}`);
  const people = ['responsible', 'requester'].flatMap((who) => [
    [`${who}.name`, 'Ana Ficticia'],
    [`${who}.document_type`, '13'],
    [`${who}.document_number`, '00000001-8'],
  ]);
  const leadingTo = async (page: string, form: Posted, next: string) => {
    const { status, headers } = await owner.post(page, form);
    // A page without what was filled in shows something else, as well as this.
    if (status !== 303 || headers['location']?.startsWith(next) !== true)
      throw new Error(`${page} led to ${status} ${headers['location']}`);
  };
  const cancelling = { type: '2', ...Object.fromEntries(people), paso: 'revisar' };
  await leadingTo(`${at}/anular`, cancelling, `${at}/anular/revisar`);
  const note = { external_ref: 'note', modo: 'lineas', 'cantidad-0': '1', paso: 'revisar' };
  await leadingTo(`${at}/nota`, note, `${at}/nota/revisar`);
  const sale = pageOf(house, '/emitir/03');
  const wrong = {
    external_ref: 'wrong',
    'customer.name': 'Distribuidora Ficticia',
    'customer.activity_code': 'tienda',
    'lines[0].description': 'Un nombre de producto bastante largo, como los hay',
    'lines[0].quantity': '1,2,5',
    emitir: '1',
  };
  await leadingTo(sale, wrong, `${sale}?ref=wrong`);
}

/** Somebody at a till, who has issued what there is of facturas. */
async function cashierOf(house: House): Promise<string> {
  const { token, userId } = await signedIn(house, { role: 'cashier', name: 'José Ejemplo' });
  await house.sql`INSERT INTO user_deeds (company_id, user_id, user_name, address, deed, document_id, subject)
    SELECT company_id, ${userId}, 'José Ejemplo', '203.0.113.7', 'issued', document_id, '' FROM documents
    WHERE company_id = ${house.company.companyId} AND doc_type = '01' ORDER BY posted_at`;
  return token;
}

/** Gives people addresses as they have them, and the record something that they did. */
async function callPeople(house: House): Promise<void> {
  await signedIn(house, { role: 'cashier', name: 'Beto Ficticio de Nombre Bastante Largo' });
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
