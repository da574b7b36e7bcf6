import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { may, PERMISSIONS, type Permission, ROLES, type Standing } from '../../src/core/users/roles.ts';
import { type Route, withRoutes } from '../door/routes-of-server.ts';
import { type Random, seededRandom } from '../structure/random.ts';
import { type ConsoleUser, signedIn, slugOf } from '../support/console-caller.ts';
import { type House, type HouseCompany, openHouse } from '../support/house.ts';
import { type Answer, textOf } from '../support/http-caller.ts';
import { ccfBody, invoiceBody, suexBody } from '../support/request-bodies.ts';

const PROBES = process.env['SELLO_LONG'] === '1' ? 10_000 : 400;
const SECRET_CUSTOMER = 'Cliente Reservado de la Otra Empresa';
/** Somebody else comes after so many pages, so that nobody meets the limits of one user. */
const PAGES_OF_ONE = 60;
const FIELDS = [
  'id',
  'external_ref',
  'reason',
  'role',
  'email',
  'name',
  'password',
  'key',
  'user',
  'per_minute',
  'confirm',
  'lines',
  'quantity',
  'to',
  'doc_type',
  'customer.name',
  'lines[0].description',
  'responsible',
  'requester',
  'type',
];

let house: House;
let routes: readonly Route[];
let theirs: HouseCompany;
/** What of the other company may stand in the place of an address. */
let names: Readonly<Record<string, readonly string[]>>;
let slugs: { readonly mine: string; readonly theirs: string };
const random: Random = seededRandom(Number(process.env['TEST_SEED'] ?? 71));

beforeAll(async () => {
  const opened = await withRoutes(() => openHouse({ trustedProxies: ['127.0.0.1'] }));
  house = opened.result;
  routes = opened.routes.filter(({ url, method }) => url.startsWith('/app/e/:slug') && method !== 'HEAD');
  theirs = await house.addCompany();
  slugs = { mine: await slugOf(house), theirs: await slugOf(house, theirs.companyId) };
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
    key: await columnOf('SELECT key_id AS id FROM api_keys WHERE company_id = $1'),
  };
}, 60_000);
afterAll(() => house.close());

async function columnOf(text: string): Promise<readonly string[]> {
  return (await house.sql(text, [theirs.companyId])).map(({ id }) => String(id));
}

/** The address of a route with something of the other company in each of its places. */
function pathOf({ url }: Route, slug: string): string {
  return url.replace(/:(\w+)/g, (_place, name: string) => {
    const known = name === 'slug' ? [slug] : (names[name] ?? names['id'] ?? []);
    return encodeURIComponent(random.pick(known));
  });
}

async function probe(user: ConsoleUser, route: Route, slug: string): Promise<Answer> {
  const headers = { 'x-forwarded-for': `198.18.${random.below(256)}.${random.below(255)}` };
  const path = pathOf(route, slug);
  if (route.method !== 'POST') return user.get(path, headers);
  const chosen = FIELDS.filter(() => random.below(3) === 0);
  const value = () => random.pick([...(names['id'] ?? []), 'owner', '1', 'si', 'a@example.com', '']);
  return user.post(path, Object.fromEntries(chosen.map((name) => [name, value()])), headers);
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
       (SELECT md5(c::text) FROM companies c WHERE company_id = $1) AS company`,
    [companyId, names['user']?.[0]],
  );
}

interface Prober {
  readonly says: string;
  readonly role: Standing;
  readonly companyId: string;
  readonly slug: string;
  readonly expected: number;
  readonly routes: readonly Route[];
}

function isPermission(access: unknown): access is Permission {
  return PERMISSIONS.some((permission) => permission === access);
}

/** Whoever has no business there: of another company, or of this one in a role that may not. */
function probers(): readonly Prober[] {
  const foreign = { companyId: house.company.companyId, slug: slugs.theirs, expected: 404, routes };
  return [
    ...ROLES.map((role) => ({ ...foreign, role, says: `${role} of another company` })),
    ...ROLES.map((role) => ({
      role,
      says: `${role} of this company`,
      companyId: theirs.companyId,
      slug: slugs.theirs,
      expected: 403,
      routes: routes.filter(({ access }) => isPermission(access) && !may(role, access)),
    })),
  ].filter((prober) => prober.routes.length > 0);
}

function take(count: number, { routes: open }: Pick<Prober, 'routes'>): readonly Route[] {
  return Array.from({ length: count }, () => random.pick(open));
}

describe('the pages of a company', () => {
  it('are all of a company, and say which permission they ask for', () => {
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter(({ access }) => !isPermission(access))).toEqual([]);
  });

  it(`show and change nothing for whoever may not, in ${PROBES} probes`, async () => {
    const before = await rowsOf(theirs.companyId);
    const all = probers();
    for (const { says, role, companyId, slug, expected, routes: open } of all) {
      for (let left = Math.ceil(PROBES / all.length); left > 0; left -= PAGES_OF_ONE) {
        const user = await signedIn(house, { role, companyId });
        for (const route of take(Math.min(left, PAGES_OF_ONE), { routes: open })) {
          const answer = await probe(user, route, slug);
          expect([says, route, answer.status]).toEqual([says, route, expected]);
          expect(answer.text).not.toContain(SECRET_CUSTOMER);
        }
      }
    }
    expect(await rowsOf(theirs.companyId)).toEqual(before);
  }, 600_000);

  it(`show and change nothing of another company's documents by their names, in ${PROBES} probes`, async () => {
    const named = routes.filter(({ url }) => /:(?!slug)/.test(url));
    const before = await rowsOf(theirs.companyId);
    for (let left = PROBES; left > 0; left -= PAGES_OF_ONE) {
      const owner = await signedIn(house, { role: 'owner' });
      for (const route of take(Math.min(left, PAGES_OF_ONE), { routes: named })) {
        const answer = await probe(owner, route, slugs.mine);
        expect(answer.text).not.toContain(SECRET_CUSTOMER);
        expect([route, answer.status]).toEqual([route, expect.toBeOneOf([200, 303, 404, 422])]);
        if (route.method === 'POST' && /:(?:id|key|user)/.test(route.url))
          expect([route, answer.status]).toEqual([route, expect.toBeOneOf([404, 422])]);
      }
    }
    expect(await rowsOf(theirs.companyId)).toEqual(before);
  }, 600_000);
});
