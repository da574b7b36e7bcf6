import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { may, PERMISSIONS, type Permission, ROLES, type Standing } from '../../src/core/users/roles.ts';
import { type Route, withRoutes } from '../door/routes-of-server.ts';
import { type Random, seededRandom } from '../structure/random.ts';
import { type ConsoleUser, signedIn, visitorAt } from '../support/console-caller.ts';
import { type HouseCompany, type OwnHouse, openHouse } from '../support/house.ts';
import { type Answer, textOf } from '../support/http-caller.ts';
import { ccfBody, invoiceBody, suexBody } from '../support/request-bodies.ts';

/** How often each page is probed. */
const TIMES = process.env['SELLO_LONG'] === '1' ? 25 : 1;
const SECRET_CUSTOMER = 'Cliente Reservado de la Otra Empresa';
/** Somebody else comes after so many pages, so that nobody meets the limits of one user. */
const PAGES_OF_ONE = 60;
const FIELDS =
  `id external_ref reason role email name password key user per_minute confirm lines quantity to doc_type
  customer.name lines[0].description responsible requester type`.split(/\s+/);

/** What pages are asked for in their addresses. */
const ASKED =
  'hecho de a en p q to from desde antes despues vista usuario totales tipo ref papel invitacion empresa comando ver'.split(
    ' ',
  );
const isNoFailure = (status: number) => status < 500;

/** Whom each page is for; those of a company are below its address. */
const WHOSE: Readonly<Record<'everybody' | 'user' | Permission, string>> = {
  everybody: `/app/clave /app/clave/:token /app/enlace/:token /app/entrar /app/entrar/llave /app/entrar/proveedor
    /app/entrar/proveedor/vuelta /app/invitacion/:token`,
  user: `/app /app/catalogos/:catalogo /app/cuenta /app/cuenta/clave /app/cuenta/llaves /app/cuenta/proveedor
    /app/cuenta/sesiones /app/empresas /app/salir`,
  operate: `/app/operador /app/operador/empresas/:slug /app/operador/empresas/:slug/ensayo /app/operador/empresas/nueva
    /app/operador/instalacion /app/operador/metricas /app/operador/registro`,
  see_own: `/documentos /documentos/:id /documentos/:id/anulacion.pdf /documentos/:id/carta.pdf /documentos/:id/correo
    /documentos/:id/documento.json /documentos/:id/tiquete.pdf /hoy`,
  see_all: '/atender /hoy/ventas /hoy/vivo',
  issue: `/atender/ensayo /emitir /emitir/:tipo /emitir/:tipo/calculo /emitir/:tipo/sugerencias/:campo
    /emitir/corregir/:id /emitir/hecho/:id`,
  invalidate: '/documentos/:id/anular /documentos/:id/anular/revisar /documentos/:id/anular/vista.pdf',
  note: '/documentos/:id/nota /documentos/:id/nota/revisar /documentos/:id/nota/vista.pdf',
  export: `/documentos/exportar.csv /documentos/exportar.xlsx /documentos/exportar.zip /meses /meses/:mes
    /meses/:mes/cerrado/:version/:archivo /meses/:mes/cerrado/:version/cambios /meses/:mes/clases /meses/:mes/control
    /meses/:mes/exportar.zip /meses/:mes/libros/:archivo /meses/revisar`,
  manage_company: `/empresa /empresa/certificacion /empresa/certificado /empresa/certificado/prueba /empresa/correo /empresa/correo/avisos
    /empresa/correo/quitar /empresa/datos /empresa/establecimientos /empresa/hacienda /empresa/imagen
    /empresa/imagen/muestra /empresa/prueba /empresa/responsables /empresa/ventas`,
  manage_keys: '/claves /claves/:key /claves/:key/revocar',
  manage_users: `/usuarios /usuarios/:user/acceso /usuarios/:user/funcion /usuarios/:user/sesiones
    /usuarios/invitaciones/:invitation/retirar /usuarios/registro`,
};

const COMPANY = '/app/e/:slug';

let house: OwnHouse;
/** What a console has of pages, each by method and address. */
let routes: readonly Route[];
let theirs: HouseCompany;
/** What of the other company may stand in the place of an address. */
let names: Readonly<Record<string, readonly string[]>>;
const random: Random = seededRandom(Number(process.env['TEST_SEED'] ?? 71));

beforeAll(async () => {
  const opened = await withRoutes(() => openHouse({ trustedProxies: ['127.0.0.1'] }));
  house = opened.result;
  const isPage = ({ access, method, url }: Route) =>
    access !== undefined && method !== 'HEAD' && !url.startsWith('/app/-/');
  routes = opened.routes.filter(isPage);
  theirs = await house.addCompany();
  const answers = [
    await theirs.post('/invoice', invoiceBody({ external_ref: 'A-1', customer_name: SECRET_CUSTOMER })),
    await theirs.post('/invoice', ccfBody({ external_ref: 'A-2' })),
    await theirs.post('/suex', suexBody({ external_ref: 'A-3' })),
  ];
  const people = await signedIn(house, { role: 'cashier', companyId: theirs.companyId });
  names = {
    id: answers.flatMap((answer) => [textOf(answer, 'document_id'), textOf(answer, 'external_ref')]),
    tipo: ['01', '03', '11', '14', 'corregir'],
    campo: ['customer', 'lines', 'activity_code', 'district'],
    user: [people.userId],
    key: [theirs.keyId],
  };
}, 60_000);
afterAll(() => house.close());

const isOfCompany = ({ url }: Route) => url.startsWith(COMPANY);

/** The address of a route with something of the other company in each of its places. */
function pathOf({ url }: Route, slug: string): string {
  return url.replace(/:(\w+)/g, (_place, name: string) => {
    const known = name === 'slug' ? [slug] : (names[name] ?? names['id'] ?? []);
    return encodeURIComponent(random.pick(known));
  });
}

/** Each comes from somewhere else. */
function origin() {
  return { 'x-forwarded-for': `198.18.${random.below(256)}.${random.below(255)}` };
}

async function probe(user: ConsoleUser, route: Route, slug: string): Promise<Answer> {
  const path = pathOf(route, slug);
  if (route.method !== 'POST') return user.get(path, origin());
  const chosen = FIELDS.filter(() => random.below(3) === 0);
  const value = () => random.pick([...(names['id'] ?? []), 'owner', '1', 'si', 'a@example.com', '']);
  return user.post(path, Object.fromEntries(chosen.map((name) => [name, value()])), origin());
}

/** Has somebody look at each of these, and somebody else of the same kind in between. */
async function walk(
  pages: readonly Route[],
  who: { readonly role: Standing; readonly companyId: string },
  look: (user: ConsoleUser, route: Route) => Promise<void>,
): Promise<void> {
  const all = Array.from({ length: TIMES }, () => pages).flat();
  for (let from = 0; from < all.length; from += PAGES_OF_ONE) {
    const user = await signedIn(house, who);
    for (const route of all.slice(from, from + PAGES_OF_ONE)) await look(user, route);
  }
}

/** Everything of a company that a page could change. */
async function rowsOf(companyId: string): Promise<unknown> {
  return house.sql(
    `SELECT (SELECT md5(string_agg(d::text, '' ORDER BY document_id)) FROM documents d WHERE company_id = $1) AS documents,
       (SELECT md5(string_agg(k::text, '' ORDER BY key_id)) FROM api_keys k WHERE company_id = $1) AS keys,
       (SELECT md5(string_agg(m::text, '' ORDER BY user_id)) FROM memberships m WHERE company_id = $1 AND user_id = $2) AS members,
       (SELECT count(*) FROM invitations WHERE company_id = $1) AS invitations,
       (SELECT count(*) FROM invalidations WHERE company_id = $1) AS invalidations,
       (SELECT count(*) FROM deliveries WHERE company_id = $1) AS deliveries,
       (SELECT count(*) FROM user_deeds WHERE company_id = $1) AS deeds,
       (SELECT count(*) FROM certificates WHERE company_id = $1) AS certificates,
       (SELECT md5(string_agg(a::text, '' ORDER BY a::text)) FROM authority_credentials a WHERE company_id = $1) AS credentials,
       (SELECT md5(string_agg(s::text, '' ORDER BY s::text)) FROM smtp_passwords s WHERE company_id = $1) AS smtp,
       (SELECT md5(c::text) FROM companies c WHERE company_id = $1) AS company`,
    [companyId, names['user']?.[0]],
  );
}

interface Prober {
  readonly says: string;
  readonly role: Standing;
  readonly companyId: string;
  readonly expected: number;
  readonly pages: readonly Route[];
}

/** Whoever has no business there: of another company, or of this one in a role that may not. */
function probers(): readonly Prober[] {
  const [mine, company] = [house.company.companyId, theirs.companyId];
  const ofCompany = routes.filter(isOfCompany);
  const ofOperator = routes.filter(({ access }) => access === 'operate');
  return ROLES.flatMap((role) => [
    { role, says: `${role} of another company`, companyId: mine, expected: 404, pages: ofCompany },
    { role, says: `${role} as an operator`, companyId: company, expected: 404, pages: ofOperator },
    {
      role,
      says: `${role} of this company`,
      companyId: company,
      expected: 403,
      pages: ofCompany.filter(({ access }) => PERMISSIONS.some((one) => one === access && !may(role, one))),
    },
  ]);
}

describe('the pages of the console', () => {
  it.each(Object.entries(WHOSE))(
    'are for %s where the list says so, and for nobody else',
    (whose, listed) => {
      const found = routes.filter(({ access }) => access === whose);
      const urls = new Set(
        found.map((route) => (isOfCompany(route) ? route.url.slice(COMPANY.length) : route.url)),
      );
      expect([...urls].toSorted()).toEqual(listed.split(/\s+/).toSorted());
      for (const route of found)
        expect([route.url, isOfCompany(route)]).toEqual([route.url, !listed.startsWith('/app')]);
    },
  );

  it('say which permission they ask for', () => {
    const known: readonly unknown[] = Object.keys(WHOSE);
    expect(routes.filter(({ access }) => !known.includes(access))).toEqual([]);
  });

  it('send whoever is not signed in to the sign-in, and change nothing', async () => {
    const before = await rowsOf(theirs.companyId);
    for (const route of routes.filter(({ access }) => access !== 'everybody')) {
      const path = pathOf(route, theirs.slug);
      const visitor = visitorAt(house);
      const { status } = await (route.method === 'POST'
        ? visitor.post(path, {}, origin())
        : visitor.get(path, origin()));
      expect([route, status]).toEqual([route, route.method === 'POST' ? expect.toBeOneOf([401, 403]) : 303]);
    }
    expect(await rowsOf(theirs.companyId)).toEqual(before);
  });

  it('know no word of JavaScript by which an address or a query may ask', async () => {
    const pages = routes.filter(({ method, url }) => method === 'GET' && !url.endsWith('/vivo'));
    const said = [...FIELDS, ...ASKED].map((name) => (word: string) => `${encodeURIComponent(name)}=${word}`);
    for (const word of ['__proto__', 'constructor', 'toString'])
      await walk(pages, { role: 'owner', companyId: theirs.companyId }, async (user, route) => {
        const query = said.map((one) => one(word)).join('&');
        const answer = await user.get(`${pathOf(route, theirs.slug)}?${query}`, origin());
        expect([route.url, word, answer.status]).toEqual([route.url, word, expect.toSatisfy(isNoFailure)]);
        expect(answer.text).not.toContain('[native code]');
      });
  }, 600_000);

  it('show and change nothing for whoever may not', async () => {
    const before = await rowsOf(theirs.companyId);
    for (const { says, role, companyId, expected, pages } of probers())
      await walk(pages, { role, companyId }, async (user, route) => {
        const answer = await probe(user, route, theirs.slug);
        expect([says, route, answer.status]).toEqual([says, route, expected]);
        expect(answer.text).not.toContain(SECRET_CUSTOMER);
      });
    expect(await rowsOf(theirs.companyId)).toEqual(before);
  }, 600_000);

  it('change nothing for a form of another site, or of another session', async () => {
    const before = await rowsOf(theirs.companyId);
    const { companyId, slug } = theirs;
    const forms = routes.filter(({ method, access }) => method === 'POST' && access !== 'everybody');
    for (const role of ['owner', 'operator'] as const)
      await walk(
        forms.filter(({ access }) => (access === 'operate') === (role === 'operator')),
        { role, companyId },
        async (user, route) => {
          const path = pathOf(route, slug);
          const foreign = await user.post(path, {}, { 'sec-fetch-site': 'cross-site', ...origin() });
          expect([route, foreign.status]).toEqual([route, 403]);
          // It is shown again, where the address names what the page is about.
          const shown = /:(?!slug)/.test(route.url) ? [200, 303, 404] : [200, 303];
          const stale = await user.post(path, { _csrf: 'x' }, origin());
          expect([route, stale.status]).toEqual([route, expect.toBeOneOf(shown)]);
        },
      );
    expect(await rowsOf(companyId)).toEqual(before);
  });

  it("show and change nothing of another company's documents by their names", async () => {
    const named = routes.filter((route) => isOfCompany(route) && /:(?!slug)/.test(route.url));
    const before = await rowsOf(theirs.companyId);
    const { companyId, slug } = house.company;
    const often = Array.from({ length: 6 }, () => named).flat();
    await walk(often, { role: 'owner', companyId }, async (user, route) => {
      const answer = await probe(user, route, slug);
      expect(answer.text).not.toContain(SECRET_CUSTOMER);
      expect([route, answer.status]).toEqual([route, expect.toBeOneOf([200, 303, 404, 422])]);
      if (route.method === 'POST' && /:(?:id|key|user)/.test(route.url))
        expect([route, answer.status]).toEqual([route, expect.toBeOneOf([404, 422])]);
    });
    expect(await rowsOf(theirs.companyId)).toEqual(before);
  }, 600_000);
});
