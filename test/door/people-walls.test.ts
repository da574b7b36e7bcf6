// What a company's transaction sees of whoever may come in: its own users by name and role, and nothing else.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/storage/connection/transaction.ts';
import { describeOnDatabases } from '../support/database.ts';
import { shared } from '../support/shared.ts';
import { sharedBench } from '../support/storage-bench.ts';
import { type Ids, TABLES_OF_PEOPLE as PEOPLE, reached, readTables } from './planted-rows.ts';

const OF_COMPANIES = ['memberships', 'invitations', 'user_deeds'];
const WALLS = /permission denied|row-level security/;

describeOnDatabases('the wall around whoever comes in', (name) => {
  const bench = sharedBench(name);
  const idsOf = async () => ({
    company: await bench.addCompany(),
    document: randomUUID(),
    other: randomUUID(),
  });
  let mine: Ids;
  let theirs: Ids;
  const tables = shared(() => readTables(bench));
  beforeAll(async () => {
    [mine, theirs] = [await idsOf(), await idsOf()];
    await bench.asSuperuser(`INSERT INTO answered_challenges VALUES (sha256('x'), now())`);
    for (const ids of [mine, theirs])
      for (const table of [...PEOPLE, 'memberships', 'user_deeds']) await tables.plant(table, ids);
  });

  const asMe = (text: string, values: readonly unknown[] = []) =>
    reached({ pool: bench.pool, company: mine.company, walls: WALLS }, text, values);

  it.each(PEOPLE)(
    'keeps %s from whoever acts for a company, that of its own users’ names apart',
    async (table) => {
      const everybody = () => bench.asSuperuser(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY 1`);
      const before = await everybody();
      expect(before).toHaveLength(2);
      const columns = tables.columnsOf(table);
      expect(await asMe(`SELECT 1 FROM ${table}`)).toBe(table === 'users' ? 1 : 0);
      expect(await asMe(`SELECT 1 FROM ${table} WHERE user_id = $1`, [theirs.other])).toBe(0);
      for (const text of [
        `UPDATE ${table} SET user_id = user_id`,
        `UPDATE ${table} SET user_id = '${theirs.other}'`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table} CASCADE`,
        `SELECT 1 FROM ${table} FOR UPDATE`,
        `INSERT INTO ${table} (${columns}) SELECT ${columns}
       FROM jsonb_populate_record(null::${table}, '${JSON.stringify(before[0]?.['row'])}')`,
      ])
        expect([text, await asMe(text)]).toEqual([text, expect.toBeOneOf([0, 'refused'])]);
      expect(await everybody()).toEqual(before);
    },
  );

  it.each([...PEOPLE, ...OF_COMPANIES, 'answered_challenges'])(
    'shows %s to nobody with a wrong pass',
    async (table) => {
      for (const pass of ['', ' ', 'queues', randomUUID()]) {
        const seen = await inTransaction(bench.pool, async (client) => {
          await client.query(`SELECT set_config('sello.queues_pass', $1, true)`, [pass]);
          return (await client.query(`SELECT 1 FROM ${table}`)).rowCount;
        });
        expect(seen).toBe(0);
      }
    },
  );

  it.each([
    'UPDATE user_deeds SET subject = $1',
    'DELETE FROM user_deeds WHERE subject <> $1',
    'TRUNCATE user_deeds --',
  ])('lets nobody rewrite what users did: %s', async (text) => {
    for (const pool of [bench.pool, bench.operator]) {
      const rewrite = inTransaction(pool, (client) => client.query(text, text.includes('$1') ? ['x'] : []));
      await expect(rewrite).rejects.toThrow('permission denied');
    }
  });

  it('lets a company take in nobody by itself', async () => {
    for (const text of [
      `INSERT INTO memberships (company_id, user_id, role) VALUES ('${mine.company}', '${theirs.other}', 'owner')`,
      `UPDATE memberships SET user_id = '${theirs.other}'`,
      `UPDATE memberships SET role = 'cashier'`,
      'DELETE FROM memberships',
      `INSERT INTO invitations SELECT * FROM invitations`,
    ])
      expect([text, await asMe(text)]).toEqual([text, expect.toBeOneOf([0, 'refused'])]);
    const rows = await bench.asSuperuser('SELECT role FROM memberships ORDER BY user_id');
    expect(rows).toEqual([{ role: 'owner' }, { role: 'owner' }]);
  });
});
