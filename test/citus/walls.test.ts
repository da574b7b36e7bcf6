import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../src/storage/connection/pool.ts';
import { inCompany } from '../../src/storage/connection/transaction.ts';
import {
  type Ids,
  readTables,
  TABLES_OF_COMPANIES as TABLES,
  TABLES_OF_PEOPLE,
} from '../door/planted-rows.ts';
import { seededRandom } from '../structure/random.ts';
import { citus } from '../support/database.ts';
import { shared } from '../support/shared.ts';
import { sharedBench } from '../support/storage-bench.ts';

const PROBES = process.env['SELLO_LONG'] === '1' ? 10_000 : 3_000;
const AT_ONCE = 4;
/** Several in a transaction, each behind a savepoint of its own. */
const TOGETHER = 25;
/** What a wall says; a trigger that keeps issued documents may speak first, and so may a number of the table’s own. */
const WALLS = /permission denied|row-level security|cannot change|only be updated to DEFAULT/;

describe.skipIf(!citus.available)('the wall around a company’s rows on Citus', () => {
  const bench = sharedBench('Citus');
  const random = seededRandom(Number(process.env['TEST_SEED'] ?? 47));
  const idsOf = async (): Promise<Ids> => ({
    company: await bench.addCompany(),
    document: randomUUID(),
    other: randomUUID(),
  });
  let mine: Ids;
  let theirs: Ids;
  const tables = shared(() => readTables(bench));
  beforeAll(async () => {
    [mine, theirs] = [await idsOf(), await idsOf()];
    for (const ids of [mine, theirs])
      for (const table of [...TABLES_OF_PEOPLE, ...TABLES])
        if (table !== 'companies') await tables.plant(table, ids);
  }, 120_000);

  type Probe = (table: string) => readonly [text: string, values: readonly unknown[]];
  const PROBES_OF: readonly Probe[] = [
    (table) => [`SELECT FROM ${table} WHERE company_id = $1`, [theirs.company]],
    (table) => [`SELECT FROM ${table} WHERE company_id <> $1`, [mine.company]],
    (table) => [
      `SELECT FROM ${table} t WHERE company_id = $1 OR to_jsonb(t)::text LIKE '%' || $2 || '%'`,
      [theirs.company, theirs.other],
    ],
    (table) => [`DELETE FROM ${table} WHERE company_id = $1`, [theirs.company]],
    (table) => {
      const columns = Object.keys(tables.rowOf(table, theirs));
      const column = columns.find((one) => one !== 'company_id') ?? 'company_id';
      return [`UPDATE ${table} SET ${column} = ${column} WHERE company_id = $1`, [theirs.company]];
    },
    (table) => {
      const row = tables.rowOf(table, { ...theirs, other: randomUUID(), document: randomUUID() });
      const values = Object.values(row).map((value) =>
        typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : value,
      );
      const places = values.map((_, place) => `$${place + 1}`).join(', ');
      return [
        `INSERT INTO ${table} (${Object.keys(row).join(', ')}) OVERRIDING SYSTEM VALUE VALUES (${places})`,
        values,
      ];
    },
  ];

  /** Probes that reached a row, or were let write one. */
  async function hitsAmong(client: Client, count: number): Promise<readonly string[]> {
    const hits: string[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const [text, values] = random.pick(PROBES_OF)(random.pick(TABLES));
      // A wall that refuses ends the transaction; one that hides does not.
      const mayBeRefused = !text.startsWith('SELECT');
      if (mayBeRefused) await client.query('SAVEPOINT probe');
      try {
        const { rowCount } = await client.query(text, [...values]);
        if (rowCount !== 0) hits.push(text);
      } catch (error) {
        if (!(error instanceof Error && WALLS.test(error.message))) throw new Error(text, { cause: error });
      }
      if (mayBeRefused) await client.query('ROLLBACK TO SAVEPOINT probe');
    }
    return hits;
  }

  it(`lets none of ${PROBES} probes through`, async () => {
    let left = PROBES;
    const hits: string[] = [];
    const prober = async () => {
      while (left > 0) {
        left -= TOGETHER;
        hits.push(...(await inCompany(bench.pool, mine.company, (client) => hitsAmong(client, TOGETHER))));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, prober));
    expect(hits).toEqual([]);
  }, 120_000);

  it('leaves its own rows to the company', async () => {
    const seen = await inCompany(bench.pool, theirs.company, async (client) => {
      const found: string[] = [];
      for (const table of TABLES) {
        const { rowCount } = await client.query(`SELECT FROM ${table} WHERE company_id = $1`, [
          theirs.company,
        ]);
        if (rowCount !== 0) found.push(table);
      }
      return found;
    });
    expect(seen).toEqual(TABLES);
  });
});
