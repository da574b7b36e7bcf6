// Events have a generation of their own: a company reports and invalidates in it, whatever that of its documents.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Demands } from '../simulator/state/demands.ts';
import { INVALIDATION, invalidate, noted, OUTCOMES, sold, soldToTaxpayer } from './support/cancelling.ts';
import { generationsFile } from './support/example-company.ts';
import { type House, type HouseCompany, ownHouse } from './support/house.ts';
import { invoiceBody } from './support/request-bodies.ts';
import { until } from './support/until.ts';

type Json = Readonly<Record<string, unknown>>;

const QUARANTINE_MS = 2_000;
const TIMES = { callTimeoutMs: 1_000, requestBudgetMs: 3_000, quarantineMs: QUARANTINE_MS };
const WORK = { concurrency: 8, perCompany: 4, pollMs: 50 };
/** Codes that no document of v2 could carry, and a kind of establishment that v1 alone has. */
const OLD_PLACE = { establishments: [{ code: 'AB12', kind: '20', points_of_sale: ['X001'] }] };

async function sellInOutage({ authority }: House, company: HouseCompany, references: readonly string[]) {
  await authority.script({ service: 'all', action: 'down', forMs: 600_000, nit: company.nit });
  for (const external_ref of references) {
    const { body } = await company.post('/invoice', invoiceBody({ external_ref }));
    expect(body).toMatchObject({ contingency: true });
  }
}

async function endOutage({ authority, sql }: House): Promise<void> {
  await sleep(QUARANTINE_MS + 500);
  await authority.behave();
  const open = () => sql`SELECT 1 FROM documents WHERE state <> 'stamped'
    UNION ALL SELECT 1 FROM contingency_events WHERE next_attempt_at IS NOT NULL`;
  await until(async () => (await open()).length === 0, 'stamps for all and a finished event', 60_000);
}

/** What became of the bytes of the company's contingency events, with the version of each. */
async function reports({ sql }: House, { companyId }: HouseCompany) {
  const rows = await sql`SELECT outcome, jws FROM contingency_attempts
    WHERE company_id = ${companyId} ORDER BY signed_at`;
  return rows.map(({ outcome, jws }) => {
    const event = JSON.parse(Buffer.from(String(jws).split('.')[1] ?? '', 'base64url').toString());
    return [event.identificacion.version, outcome];
  });
}

interface World {
  readonly taken: string;
  readonly events: Demands['events'];
  readonly file: Json;
  readonly version: number;
  readonly generation: string;
}

const WORLDS: readonly World[] = [
  {
    taken: 'v4 and v3',
    events: 'v2',
    file: { schema_generation: 'v1', ...OLD_PLACE },
    version: 4,
    generation: 'v2',
  },
  {
    taken: 'v3 and v2',
    events: 'v1',
    file: { schema_generation: generationsFile('v2', 'v1') },
    version: 3,
    generation: 'v1',
  },
  {
    taken: 'v4, and either invalidación',
    events: 'seen',
    file: { schema_generation: 'v1' },
    version: 4,
    generation: 'v2',
  },
];

describe.each(WORLDS)('an authority that takes events of $taken', ({ events, file, version, generation }) => {
  const house = ownHouse({ times: TIMES, company: { file: { ...INVALIDATION, ...file } }, work: WORK });
  beforeAll(() => house.authority.demand({ events }));

  it('has the contingency of a company end in one event at the first try', async () => {
    await sellInOutage(house, house.company, ['a', 'b', 'c']);
    await endOutage(house);
    expect(await reports(house, house.company)).toEqual([[version, 'sealed']]);
  }, 90_000);

  it('invalidates what names its receiver and what does not, a CCF and a note', async () => {
    const named = await sold(house.company, { customer: { name: 'Ana' } });
    const unnamed = await sold(house.company);
    const ccf = await soldToTaxpayer(house.company);
    const note = await noted(house.company, ccf);
    for (const document of [named, unnamed, note, ccf])
      expect(await invalidate(house.company, document)).toMatchObject(OUTCOMES.sealed);
    expect(
      await house.sql`SELECT generation, count(*)::int AS count FROM invalidations
        WHERE company_id = ${house.company.companyId} GROUP BY 1`,
    ).toEqual([{ generation, count: 4 }]);
  });
});

describe('a company that changes its generations', () => {
  const house = ownHouse({ times: TIMES, company: { certificate: 'none' }, work: WORK });

  it('reports the documents of both in one event', async () => {
    const company = await house.addCompany({ file: { schema_generation: 'v1' } });
    await sellInOutage(house, company, ['v1']);
    await company.change({ schema_generation: 'v2' });
    await sellInOutage(house, company, ['v2']);
    await endOutage(house);
    expect(await reports(house, company)).toEqual([[4, 'sealed']]);
    const items = await house.sql`SELECT d.generation FROM contingency_items i
      JOIN documents d USING (company_id, document_id) WHERE company_id = ${company.companyId} ORDER BY 1`;
    expect(items).toEqual([{ generation: 'v1' }, { generation: 'v2' }]);
  }, 90_000);

  it('signs an event that was refused for its version anew in the other one', async () => {
    const company = await house.addCompany({ file: { schema_generation: generationsFile('v2', 'v1') } });
    await sellInOutage(house, company, ['a']);
    await sleep(QUARANTINE_MS + 500);
    await house.authority.behave();
    const refused = async () => (await reports(house, company)).length > 0;
    await until(refused, 'an event that is refused', 60_000);
    await company.change({ schema_generation: 'v2' });
    await house.sql`UPDATE contingency_events SET next_attempt_at = now() WHERE company_id = ${company.companyId}`;
    await endOutage(house);
    const all = await reports(house, company);
    expect([all[0], all.at(-1)]).toEqual([
      [3, 'rejected'],
      [4, 'sealed'],
    ]);
  }, 90_000);

  it('goes on with an invalidation that is on its way as it was signed', async () => {
    const v1 = { ...INVALIDATION, schema_generation: generationsFile('v2', 'v1') };
    const company = await house.addCompany({ file: v1 });
    const document = await sold(company);
    await house.authority.script({ service: 'invalidacion', action: 'status', status: 502, times: 3 });
    expect(await invalidate(company, document)).toMatchObject(OUTCOMES.waiting);
    await company.change({ ...INVALIDATION, schema_generation: 'v2' });
    await house.authority.behave();
    expect(await invalidate(company, document)).toMatchObject(OUTCOMES.sealed);
    const attempts = await house.sql`SELECT attempt FROM invalidation_attempts
      WHERE company_id = ${company.companyId}`;
    expect(attempts).toHaveLength(1);
    const other = await sold(company);
    expect(await invalidate(company, other)).toMatchObject(OUTCOMES.sealed);
    const rows = await house.sql`SELECT generation FROM invalidations
      WHERE company_id = ${company.companyId} ORDER BY requested_at`;
    expect(rows).toEqual([{ generation: 'v1' }, { generation: 'v2' }]);
  });
});
