// Everything that becomes final, on real nodes, and then damaged a bit at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ArchiveReport } from '../../src/operations/archive/ports.ts';
import { signedBy } from '../../src/signer/jws.ts';
import { openDatabaseSource } from '../../src/storage/archive/archive-source.ts';
import { ARCHIVED_TABLES } from '../../src/storage/archive/archived-rows.ts';
import { verifyArchive } from '../../src/storage/archive/verify-archive.ts';
import { type Random, seededRandom } from '../structure/random.ts';
import { INVALIDATION, invalidate, noted, sold, soldToTaxpayer } from '../support/cancelling.ts';
import { SYSTEM_CLOCK, startNode } from '../support/composition.ts';
import { flipBit } from '../support/flip.ts';
import { type House, openHouse } from '../support/house.ts';
import { invoiceBody } from '../support/request-bodies.ts';
import { until } from '../support/until.ts';

const FLIPS = process.env['SELLO_LONG'] === '1' ? 1_000 : 50;
const SEED = Number(process.env['TEST_SEED'] ?? 20_261_123);
const QUARANTINE_MS = 1_000;

let house: House;

beforeAll(async () => {
  house = await openHouse({
    times: { callTimeoutMs: 1_000, requestBudgetMs: 3_000, quarantineMs: QUARANTINE_MS },
    company: { file: INVALIDATION },
    work: { concurrency: 16, perCompany: 8, pollMs: 50 },
  });
  const other = await house.addCompany();
  for (const company of [house.company, other]) await sold(company);
  await invalidate(house.company, await sold(house.company));
  await noted(house.company, await soldToTaxpayer(house.company));
  const refused = await house.company.post(
    '/invoice',
    invoiceBody({ customer: { name: 'Ana', email: 'sin-arroba' } }),
  );
  expect(refused.body).toMatchObject({ rejected: true });
  await house.authority.script({ service: 'all', action: 'down', forMs: 600_000, nit: other.nit });
  for (const _ of [1, 2]) await other.post('/invoice', invoiceBody());
  await sleep(QUARANTINE_MS + 200);
  await house.authority.behave();
  const { masterKey, times, databaseUrl, authority } = house;
  const archivist = await startNode({
    ...{ masterKey, times, databaseUrl, haciendaUrl: authority.url, clock: SYSTEM_CLOCK },
    archive: { pollMs: 50, headsEveryMs: 50, headOlderMs: 0 },
  });
  await until(isAtRest, 'links of everything', 60_000);
  await archivist.close();
}, 120_000);
afterAll(() => house.close());

const count = async (rows: string) =>
  Number((await house.sql(`SELECT count(*) AS n FROM ${rows}`))[0]?.['n']);

async function isAtRest(): Promise<boolean> {
  if ((await count('contingency_events WHERE sealed_at IS NOT NULL')) === 0) return false;
  if ((await count('documents WHERE next_attempt_at IS NOT NULL')) > 0) return false;
  if ((await count('archive_queue')) > 0) return false;
  return (
    (await count(
      'companies c WHERE (SELECT max(position) FROM archive_links l WHERE l.company_id = c.company_id) > coalesce((SELECT max(position) FROM archive_heads h WHERE h.company_id = c.company_id), 0)',
    )) === 0
  );
}

async function look(slug: string | null = null): Promise<ArchiveReport> {
  const source = await openDatabaseSource(house.databaseUrl);
  try {
    return await verifyArchive(source, signedBy, slug);
  } finally {
    await source.close();
  }
}

it('finds nothing wrong in what was issued, and every kind of row linked', async () => {
  const report = await look();
  expect(report).toMatchObject({ damages: [], companies: 2, unlinked: 0 });
  const linked = await house.sql('SELECT DISTINCT relation FROM archive_links ORDER BY 1');
  expect(linked.map((row) => row['relation'])).toEqual(ARCHIVED_TABLES.map(({ name }) => name).sort());
  expect(report.headSignedAt).not.toBeNull();
});

const CHAIN = {
  archive_links: ['company_id', 'position', 'relation', 'row_key', 'row_hash', 'column_marks', 'link_hash'],
  archive_heads: ['company_id', 'position', 'signed_at', 'jws'],
};

/** Flips a bit of any archived value; answers what names its row, and how to flip it back. */
async function damage(random: Random) {
  for (;;) {
    const tables = [
      ...ARCHIVED_TABLES,
      ...Object.entries(CHAIN).map(([name, columns]) => ({ name, columns })),
    ];
    const { name: table, columns } = random.pick(tables);
    const rows = await house.sql(
      `SELECT ctid::text AS ctid, to_jsonb(t) AS row FROM ${table} t ORDER BY ctid`,
    );
    const final = rows.filter(({ row }) => {
      const archived = ARCHIVED_TABLES.find(({ name }) => name === table);
      return archived === undefined || archived.isFinal(Object(row));
    });
    const { ctid, row } = random.pick(final);
    const column = random.pick(columns);
    const back = await flipBit(house.sql, { table, ctid: String(ctid), column }, random);
    if (back !== null) return { table, column, row: Object(row), back };
  }
}

it(`finds each of ${FLIPS} flipped bits and names the row`, async () => {
  const random = seededRandom(SEED);
  await house.sql('SET session_replication_role = replica');
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const { table, column, row, back } = await damage(random);
    const { damages } = await look();
    const archived = ARCHIVED_TABLES.find(({ name }) => name === table);
    const key = archived?.key.map((name) => row[name]).join('/') ?? String(row.position);
    const named = damages.find((one) => one.table === table && (archived === undefined || one.key === key));
    expect([flip, table, column, key, named?.table]).toEqual([flip, table, column, key, table]);
    await back();
  }
  await house.sql('SET session_replication_role = origin');
  expect(await look()).toMatchObject({ damages: [] });
}, 600_000);
