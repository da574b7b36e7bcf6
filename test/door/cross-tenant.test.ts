import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fiscalTime } from '../../src/core/calendar/el-salvador-time.ts';
import { seededRandom } from '../structure/random.ts';
import { download } from '../support/download.ts';
import { type HouseCompany, type OwnHouse, openHouse } from '../support/house.ts';
import { type Answer, type Caller, textOf } from '../support/http-caller.ts';
import { keepReconciliation } from '../support/kept-reconciliation.ts';
import { ccfBody, invoiceBody, suexBody } from '../support/request-bodies.ts';
import { sheetOf } from '../support/sheet-reader.ts';
import { absentNames, anyProbe, type Names, type Probe, type ProbeRequest, unprobed } from './probes.ts';
import { type Route, withRoutes } from './routes-of-server.ts';
import { forgetCompanies } from './sabotaged-queries.ts';

const PROBES = process.env['SELLO_LONG'] === '1' ? 20_000 : 400;
const AT_ONCE = 6;
const SECRET_CUSTOMER = 'Cliente Reservado de la Otra Empresa';

let house: OwnHouse;
let routes: readonly Route[];
let me: HouseCompany;
let theirs: readonly Names[];
const random = seededRandom(Number(process.env['TEST_SEED'] ?? 63));
beforeAll(async () => {
  const opened = await withRoutes(() => openHouse());
  house = opened.result;
  // The pages of the console have probes of their own: test/console/probes.test.ts.
  routes = opened.routes.filter(({ url }) => !/^\/app(?:\/|$)/.test(url));
  me = house.company;
  const they = await house.addCompany();
  theirs = await Promise.all([
    issued(they, '/invoice', invoiceBody({ external_ref: 'Réf-Ñandú-1', customer_name: SECRET_CUSTOMER })),
    issued(they, '/invoice', ccfBody({ external_ref: 'Réf-Ñandú-2' })),
    issued(they, '/suex', suexBody({ external_ref: 'Réf-Ñandú-3' })),
  ]);
}, 60_000);
afterAll(() => house.close());

async function issued(caller: Caller, path: string, body: unknown): Promise<Names> {
  const answer = await caller.post(path, body);
  return {
    documentId: textOf(answer, 'document_id'),
    externalRef: textOf(answer, 'external_ref'),
    numeroControl: textOf(answer, 'control_number'),
    codigoGeneracion: textOf(answer, 'generation_code'),
    selloRecibido: textOf(answer, 'reception_stamp'),
    rehearsalId: textOf(await caller.post('/rehearsals', {}), 'rehearsal_id'),
  };
}

/** What of an answer could tell one absent document from another: everything but clock and count. */
function telling({ status, text, headers }: Answer): string {
  const silent = /^(?:date|ratelimit|x-ratelimit-(?:reset|remaining-\w+))$/;
  const rest = Object.entries(headers).filter(([name]) => !silent.test(name));
  return JSON.stringify([status, text, rest]);
}

function ask(caller: Caller, { method, path, options }: ProbeRequest): Promise<Answer> {
  return caller.call(method, path, options);
}

const baselines = new Map<string, Promise<string>>();

/** What the same request answers for a document that nobody has. */
function baselineOf(probe: Probe): Promise<string> {
  const known = baselines.get(probe.form) ?? ask(me, probe.request(absentNames())).then(telling);
  baselines.set(probe.form, known);
  return known;
}

/** The probes whose answer is not, byte for byte, that for a document that nobody has. */
async function hitsOf(count: number): Promise<readonly string[]> {
  const hits: string[] = [];
  let left = count;
  const prober = async () => {
    while (left > 0) {
      left -= 1;
      const probe = anyProbe(routes, random);
      const names = random.pick(theirs);
      const answer = telling(await ask(me, probe.request(names)));
      if (answer !== (await baselineOf(probe)) || answer.includes(SECRET_CUSTOMER)) hits.push(probe.form);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, prober));
  return hits;
}

/** Functions that the probes reach; each names its company in its conditions. */
const READING = ['count_requests', 'document_standing', 'document_view', 'find_document'];

const TABLES = `SELECT format('%I', relname) AS name FROM pg_class
  WHERE relrowsecurity AND relnamespace = 'public'::regnamespace`;

async function setRowSecurity(state: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const { name } of await house.sql(TABLES.replace('relrowsecurity', "relkind = 'r'")))
    if (name !== 'schema_migrations') await house.sql(`ALTER TABLE ${name} ${state} ROW LEVEL SECURITY`);
}

/** Runs with one wall or both torn down, and builds them up again. */
async function without(
  walls: { readonly rows?: boolean; readonly queries?: boolean },
  work: () => Promise<void>,
) {
  const sabotage = walls.queries === true ? await forgetCompanies(house.sql) : null;
  if (walls.rows === true) await setRowSecurity('DISABLE');
  try {
    await work();
    if (sabotage !== null) {
      // Only behind the functions, which find nothing while the other wall stands, do further queries follow.
      if (walls.rows === true) expect(sabotage.statements()).toBeGreaterThan(0);
      expect(sabotage.functions).toEqual(expect.arrayContaining(READING));
    }
  } finally {
    await sabotage?.restore();
    if (walls.rows === true) await setRowSecurity('ENABLE');
  }
}

const share = Math.ceil(PROBES / 4);

describe('a company that asks for another’s documents', () => {
  it('can be tried on every route of the server', () => {
    expect(unprobed(routes)).toEqual([]);
    expect(routes.length).toBeGreaterThan(8);
  });

  it('finds its own, so that the probes ask right', async () => {
    const own = await issued(me, '/invoice', invoiceBody({ external_ref: 'Mía-Ñ-1' }));
    expect((await me.get(`/rehearsals/${own.rehearsalId}`)).status).toBe(200);
    for (const name of [own.documentId, own.externalRef])
      expect((await me.get(`/status/${encodeURIComponent(name)}`)).status).toBe(200);
  });

  it(`gets of ${share * 2} probes none but what it gets for nothing`, async () => {
    expect(await hitsOf(share * 2)).toEqual([]);
  }, 3_600_000);

  it(`gets nothing of ${share} while no table has row-level security`, async () => {
    await without({ rows: true }, async () => expect(await hitsOf(share)).toEqual([]));
  }, 3_600_000);

  it(`gets nothing of ${share} while no query names its company`, async () => {
    await without({ queries: true }, async () => expect(await hitsOf(share)).toEqual([]));
  }, 3_600_000);

  it('declares none of them in its month, unless both walls are down', async () => {
    const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);
    const [{ documentId = '' } = {}] = theirs;
    const [owner] = await house.sql('SELECT company_id FROM documents WHERE document_id = $1', [documentId]);
    const companyId = String(owner?.['company_id']);
    const findings = [['absent_there', null]] as const;
    await keepReconciliation(house, { companyId, documentId, month, ended: true, findings });
    const told = async () => {
      const { text } = await me.get(`/reports/f07/${month}/annexes/1`);
      const { bytes } = await download(me, `/reports/books/${month}/contribuyentes?format=xlsx`);
      const booked = new Set(sheetOf(bytes, 1).flat());
      const [declares, books] = [
        theirs.some(({ codigoGeneracion }) => text.includes(codigoGeneracion.replaceAll('-', ''))),
        theirs.some(({ codigoGeneracion }) => booked.has(codigoGeneracion)),
      ];
      expect(books).toBe(declares);
      const compared = (await me.get(`/reports/f07/${month}/reconciliation`)).text;
      expect(theirs.some(({ codigoGeneracion }) => compared.includes(codigoGeneracion))).toBe(declares);
      return declares;
    };
    expect(await told()).toBe(false);
    await without({ rows: true }, async () => expect(await told()).toBe(false));
    await without({ queries: true }, async () => expect(await told()).toBe(false));
    await without({ rows: true, queries: true }, async () => expect(await told()).toBe(true));
  });

  it('would get a lot without both walls, so that the probes would see it', async () => {
    await without({ rows: true, queries: true }, async () =>
      expect((await hitsOf(80)).length).toBeGreaterThan(3),
    );
  });

  // At a node that remembers nothing of the time without walls.
  it('issues its own documents under the other’s references', async () => {
    const fresh = me.at(await house.addNode());
    for (const { externalRef, documentId } of theirs) {
      for (const external_ref of [externalRef, documentId]) {
        const answer = await fresh.post('/invoice', invoiceBody({ external_ref }));
        expect(answer.body).toMatchObject({ external_ref, is_duplicate: false, dte_success: true });
        expect(theirs.map((names) => names.documentId)).not.toContain(answer.body['document_id']);
      }
    }
  });
});

describe('the token of a link', () => {
  it('opens its one file, and no other by any change', async () => {
    const stranger = house.caller(null);
    const they = house.caller((await house.addCompany({ certificate: 'none' })).key);
    expect((await they.get('/catalogs/units')).status).toBe(200);
    const fresh = me.at(await house.addNode());
    const mine = await fresh.post('/invoice', invoiceBody());
    const other = textOf(await fresh.post('/invoice', invoiceBody()), 'document_id');
    const link = new URL(textOf(mine, 'json_url'));
    const [id, token] = [textOf(mine, 'document_id'), link.searchParams.get('token') ?? ''];
    const open = (document: string, type: string, code: string) =>
      stranger.get(`/file/${document}?type=${type}&token=${encodeURIComponent(code)}`);
    expect((await open(id, 'json', token)).status).toBe(200);
    const nothing = telling(await open(absentNames().documentId, 'json', token));
    const [, mac = ''] = token.split('.');
    const moved = [
      ...theirs.map(({ documentId }) => [documentId, 'json', token]),
      ...['ticket', 'invoice', 'JSON', 'xml'].map((type) => [id, type, token]),
      [other, 'json', token],
      [id.toUpperCase(), 'ticket', token],
      [textOf(mine, 'external_ref'), 'json', mac],
      ...[...token].map((character, at) => {
        const wrong = character === 'A' ? 'B' : 'A';
        return [id, 'json', token.slice(0, at) + wrong + token.slice(at + 1)];
      }),
      ...['', mac, `.${mac}`, `${token}A`, token.slice(0, -1), `${token.slice(0, 9)} ${token.slice(9)}`].map(
        (code) => [id, 'json', code],
      ),
    ];
    for (const [document = '', type = '', code = ''] of moved)
      expect([document, type, code, telling(await open(document, type, code))]).toEqual([
        document,
        type,
        code,
        nothing,
      ]);
  });
});
