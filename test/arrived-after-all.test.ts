// A document that was given up arrives after all, when the event that reports the contingency lists it already.
import { beforeAll, describe, expect, it } from 'vitest';
import { type HouseCompany, ownHouse } from './support/house.ts';
import { invoiceBody } from './support/request-bodies.ts';
import { until } from './support/until.ts';

const QUARANTINE_MS = 2_000;
const PATIENCE_MS = 60_000;
const ALWAYS = 10_000;

const house = ownHouse({
  times: { callTimeoutMs: 500, requestBudgetMs: 1_500, quarantineMs: QUARANTINE_MS },
  work: { concurrency: 16, perCompany: 8, pollMs: 50 },
});
/** One of three has arrived. */
let some: HouseCompany;
/** The only one has arrived. */
let only: HouseCompany;

beforeAll(async () => {
  some = house.company;
  only = await house.addCompany();
  await sellUnheard(some, 3);
  await sellUnheard(only, 1);
  for (const company of [some, only])
    await until(async () => (await reportsOf(company)).length > 0, 'a refused event', PATIENCE_MS);
  await house.authority.behave();
  await until(allIsSettled, 'stamps for all and events that are finished', PATIENCE_MS);
}, 120_000);

/** The first sale is stamped and nobody hears of it; the others never arrive. Asked, the authority denies all. */
async function sellUnheard({ nit, post }: HouseCompany, sales: number): Promise<void> {
  const unheard = { service: 'recepcion', action: 'status', status: 502, nit } as const;
  await house.authority.script(
    { ...unheard, when: 'after' },
    { ...unheard, times: ALWAYS },
    { service: 'consulta', action: 'absent', times: ALWAYS, nit },
  );
  for (let sale = 1; sale <= sales; sale += 1)
    expect((await post('/invoice', invoiceBody({ external_ref: `venta-${sale}` }))).body).toMatchObject({
      contingency: true,
    });
}

const eventsOf = ({ companyId }: HouseCompany) =>
  house.sql`SELECT sealed_at IS NOT NULL AS sealed,
      extract(epoch FROM report_until - ends_at)::int / 3600 AS hours
    FROM contingency_events WHERE company_id = ${companyId}`;

async function allIsSettled(): Promise<boolean> {
  const open = await house.sql`SELECT 1 FROM documents WHERE state <> 'stamped'
    UNION ALL SELECT 1 FROM contingency_events WHERE next_attempt_at IS NOT NULL`;
  return open.length === 0;
}

/** What the authority was told in events, refused ones included. */
async function reportsOf({ nit }: HouseCompany): Promise<readonly unknown[]> {
  const response = await fetch(`${house.authority.url}/_sim/events?nit=${nit}`);
  const rows: unknown = await response.json();
  return Array.isArray(rows) ? rows : [];
}

async function operationOf({ get }: HouseCompany, reference: string): Promise<unknown> {
  const { body } = await get(`/file/${reference}?type=json`);
  const { identificacion } = body;
  return identificacion;
}

describe('a document that has arrived after all', () => {
  it('keeps the seal that it has, as the bytes that arrived say', async () => {
    expect(await operationOf(some, 'venta-1')).toMatchObject({ tipoModelo: 1, tipoOperacion: 1 });
    const { body } = await some.get('/status/venta-1');
    const ledger = await house.authority.ledger(some.nit, 'stamped');
    const own = ledger.filter(({ numeroControl }) => numeroControl === body['control_number']);
    expect(own).toMatchObject([{ sello: body['reception_stamp'] }]);
  });

  it('makes its event be refused as a whole, which then goes without it within the same hours', async () => {
    const reports = await reportsOf(some);
    const refused = {
      state: 'rejected',
      observaciones: ['código generación ya existe'],
      documents: { length: 3 },
    };
    expect(reports.slice(0, -1)).toMatchObject(reports.slice(0, -1).map(() => refused));
    expect(reports.at(-1)).toMatchObject({ state: 'sealed', documents: { length: 2 } });
    // Each rest is longer than the one before: as many refusals as fit into the outage, and no more.
    expect(reports.length).toBeGreaterThan(1);
    expect(reports.length).toBeLessThan(12);
    expect(await eventsOf(some)).toEqual([{ sealed: true, hours: 24 }]);
  });

  it('leaves the others to follow as issued in contingency, each once', async () => {
    for (const reference of ['venta-2', 'venta-3'])
      expect(await operationOf(some, reference)).toMatchObject({ tipoModelo: 2, tipoOperacion: 2 });
    expect(await house.authority.ledger(some.nit, 'stamped')).toHaveLength(3);
    expect(await house.authority.ledger(some.nit, 'rejected')).toEqual([]);
  });

  it('is never said to have been reported', async () => {
    const { body } = await some.get('/status/venta-1');
    const rows = await house.sql(`SELECT transmit_until FROM documents WHERE document_id = $1`, [
      body['document_id'],
    ]);
    expect(rows).toEqual([{ transmit_until: null }]);
  });

  it('ends an event that lists nothing else, without a seal', async () => {
    const reports = await reportsOf(only);
    expect(reports).toMatchObject(reports.map(() => ({ state: 'rejected', documents: { length: 1 } })));
    expect(await eventsOf(only)).toMatchObject([{ sealed: false }]);
    expect(await operationOf(only, 'venta-1')).toMatchObject({ tipoOperacion: 1 });
  });
});
