// Everything that becomes final, on real nodes, and then damaged a bit at a time.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompanySlug } from '../../src/core/identifiers/company-slug.ts';
import type { ArchiveReport } from '../../src/operations/archive/ports.ts';
import { signedBy } from '../../src/signer/jws.ts';
import { createArchiveChain } from '../../src/storage/archive/archive-chain.ts';
import { openDatabaseSource } from '../../src/storage/archive/archive-source.ts';
import { ARCHIVED_TABLES } from '../../src/storage/archive/archived-rows.ts';
import { openExportSource } from '../../src/storage/archive/export-source.ts';
import { verifyArchive } from '../../src/storage/archive/verify-archive.ts';
import { backUp } from '../../src/storage/backup/backup.ts';
import { createPool } from '../../src/storage/connection/pool.ts';
import { type Random, seededRandom } from '../structure/random.ts';
import { INVALIDATION, invalidate, noted, sold, soldToTaxpayer } from '../support/cancelling.ts';
import { SYSTEM_CLOCK, startNode } from '../support/composition.ts';
import { flipBit } from '../support/flip.ts';
import { ownHouse } from '../support/house.ts';
import { slugOf } from '../support/identifiers.ts';
import { invoiceBody } from '../support/request-bodies.ts';
import { makePlace, removePlace } from '../support/temporary-place.ts';
import { until } from '../support/until.ts';

const FLIPS = process.env['SELLO_LONG'] === '1' ? 1_000 : 50;
const SEED = Number(process.env['TEST_SEED'] ?? 20_261_123);
const QUARANTINE_MS = 1_000;

const house = ownHouse({
  times: { callTimeoutMs: 1_000, requestBudgetMs: 3_000, quarantineMs: QUARANTINE_MS },
  company: { file: INVALIDATION },
  work: { concurrency: 16, perCompany: 8, pollMs: 50 },
});
beforeAll(async () => {
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
    masterKey,
    times,
    databaseUrl,
    haciendaUrl: authority.url,
    clock: SYSTEM_CLOCK,
    archive: { pollMs: 50, lateMs: 0, headsEveryMs: 50, headOlderMs: 0 },
  });
  await until(isAtRest, 'links of everything', 60_000);
  await archivist.close();
}, 120_000);

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

async function look(): Promise<ArchiveReport> {
  const source = await openDatabaseSource(house.databaseUrl);
  try {
    return await verifyArchive(source, signedBy, null);
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

describe('an export', () => {
  let place = '';
  let folder = '';
  beforeAll(async () => {
    place = makePlace(0o700);
    folder = join(place, 'export');
    await backUp(house.databaseUrl, folder, '0.0.0');
  });
  afterAll(() => removePlace(place));

  async function lookAt(slug: CompanySlug | null = null): Promise<ArchiveReport> {
    const source = await openExportSource(folder);
    return verifyArchive(source, signedBy, slug);
  }

  it('is as sound as the database that it was made of', async () => {
    expect(await lookAt()).toEqual(await look());
    const { slug } = Object(await house.sql('SELECT slug FROM companies LIMIT 1'))[0];
    const one = await lookAt(slug);
    expect(one).toMatchObject({ damages: [], companies: 1 });
    expect(one.rows).toBeLessThan((await lookAt()).rows);
    expect((await lookAt(slugOf('nobody'))).companies).toBe(0);
  });

  /** Writes what a change makes of the unpacked file, and takes it back after the look. */
  async function changed(table: string, change: (bytes: Buffer) => Buffer): Promise<ArchiveReport> {
    const path = join(folder, `${table}.jsonl.gz`);
    const whole = readFileSync(path);
    writeFileSync(path, change(whole));
    const report = await lookAt();
    writeFileSync(path, whole);
    return report;
  }

  it(`names the file of each of ${FLIPS} flipped bits, and the row where one was packed again`, async () => {
    const random = seededRandom(SEED);
    const tables = [...ARCHIVED_TABLES.map(({ name }) => name), ...Object.keys(CHAIN)];
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const table = random.pick(tables);
      const { damages } = await changed(table, (bytes) => {
        const at = random.below(8 * bytes.length);
        const copy = Buffer.from(bytes);
        copy[at >> 3] = (copy[at >> 3] ?? 0) ^ (1 << (at & 7));
        return copy;
      });
      expect([flip, table, damages[0]]).toMatchObject([flip, table, { table, key: 'file' }]);
    }
    const { damages } = await changed('attempts', (bytes) => {
      const lines = gunzipSync(bytes).toString('utf8').split('\n');
      lines[0] = lines[0]?.replace('"answer_status":200', '"answer_status":201') ?? '';
      return gzipSync(lines.join('\n'));
    });
    expect(damages).toMatchObject([
      { table: 'attempts', key: 'file' },
      { table: 'attempts', column: 'answer_status', controlNumber: expect.stringMatching(/^DTE-/) },
    ]);
  }, 600_000);
});

it('finds a row that is gone, a chain that ends early and one that was made anew', async () => {
  await house.sql('SET session_replication_role = replica');
  const tables = ['archive_links', 'attempts', 'documents'];
  for (const table of tables) await house.sql(`CREATE TEMP TABLE kept_${table} AS SELECT * FROM ${table}`);
  const back = async () => {
    for (const table of tables)
      await house
        .sql(`DELETE FROM ${table}`)
        .then(() => house.sql(`INSERT INTO ${table} SELECT * FROM kept_${table}`));
  };
  const [gone] = await house.sql(
    "DELETE FROM attempts WHERE ctid = (SELECT min(ctid) FROM attempts WHERE outcome = 'stamped') RETURNING document_id",
  );
  const missing = await look();
  expect(missing.damages).toMatchObject([
    { table: 'attempts', key: `${gone?.['document_id']}/1/stamped`, reference: expect.any(String) },
  ]);
  await back();
  await house.sql(`DELETE FROM archive_links l WHERE position = (SELECT max(position) FROM archive_links o
                   WHERE o.company_id = l.company_id)`);
  const short = (await look()).damages.map(({ table, problem }) => `${table}: ${problem}`);
  expect(short).toContain('archive_heads: The chain ends before the end that was signed.');
  await back();
  await house.sql("UPDATE documents SET message = 'changed' WHERE state = 'stamped'");
  await house.sql('DELETE FROM archive_links');
  await house.sql(`INSERT INTO archive_queue (company_id, relation, subject)
                   SELECT company_id, relation, split_part(row_key, '/', 1)::uuid FROM kept_archive_links`);
  const pool = createPool('sello_operator', {
    databaseUrl: house.databaseUrl,
    connections: 1,
    onIdleError: () => undefined,
  });
  await house.sql(
    'GRANT INSERT ON archive_links TO sello_operator; GRANT DELETE ON archive_queue TO sello_operator',
  );
  for (const { company_id: id } of await house.sql('SELECT company_id FROM companies'))
    await createArchiveChain(pool).extend(String(id));
  await pool.end();
  const anew = await look();
  expect(new Set(anew.damages.map(({ table }) => table))).toEqual(new Set(['archive_heads']));
  await back();
  await house.sql('SET session_replication_role = origin');
  expect(await look()).toMatchObject({ damages: [] });
});
