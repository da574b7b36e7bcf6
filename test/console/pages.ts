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
  'keys',
  'users',
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
  const base = `/app/e/${await slugOf(house)}`;
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
  await house.authority.script({ service: 'all', action: 'down', forMs: 3_000 });
  const waiting = await company.post('/invoice', invoiceBody({ customer: { name: 'Marta Ejemplo' } }));
  await house.authority.behave();
  const { token: owner, userId } = await signedIn(house, { role: 'owner', name: 'Carmen Ficticia' });
  const links = {
    invitation: await invited(house, { email: 'ana@example.com', role: 'cashier' }),
    reset: await linkFor(house, userId, 'reset'),
    entry: await linkFor(house, userId, 'entry'),
  };
  const cashier = (await signedIn(house, { role: 'cashier', name: 'José Ejemplo' })).token;
  const [ccfId, rejectedId, waitingId] = [ccf, rejected, waiting].map((one) => textOf(one, 'document_id'));
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
    keys: seen(`${base}/claves`),
    users: seen(`${base}/usuarios`),
  };
  return new Map(Object.entries(pages));
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
