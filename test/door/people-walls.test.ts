// What a company's transaction sees of whoever may come in: its own users by name and role, and nothing else.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../src/storage/connection/pool.ts';
import { inCompany, inTransaction } from '../../src/storage/connection/transaction.ts';
import { describeOnDatabases } from '../support/database.ts';
import { openStorageBench, type StorageBench } from '../support/storage-bench.ts';
import { plantUser } from './planted-user.ts';

/** They belong to no company: whoever comes in is found before there is one. */
const PEOPLE = ['users', 'user_passwords', 'sessions', 'user_tokens', 'passkeys', 'provider_accounts'];
const OF_COMPANIES = ['memberships', 'invitations', 'user_deeds'];
const WALLS = /permission denied|row-level security/;

describeOnDatabases('the wall around whoever comes in', (name) => {
  let bench: StorageBench;
  const [mine, theirs] = [randomUUID(), randomUUID()];
  let company = '';
  beforeAll(async () => {
    bench = await openStorageBench(name);
    company = await bench.addCompany();
    await bench.asSuperuser(`INSERT INTO answered_challenges VALUES (sha256('x'), now())`);
    for (const [user, owner] of [
      [mine, company],
      [theirs, await bench.addCompany()],
    ] as const) {
      await plantUser(bench, user);
      await bench.asSuperuser(
        `INSERT INTO memberships (company_id, user_id, role) VALUES ($1, $2, 'owner')`,
        [owner, user],
      );
      await bench.asSuperuser(
        `INSERT INTO user_deeds (company_id, user_id, user_name, address, deed, subject) VALUES ($1, $2, '', '', 'x', '')`,
        [owner, user],
      );
    }
  });
  afterAll(() => bench.drop());

  /** Rows reached as my company, or the wall's own word. */
  const asMe = async (text: string, values: readonly unknown[] = []): Promise<number | 'refused'> => {
    const run = async (client: Client) => (await client.query(text, [...values])).rowCount ?? 0;
    try {
      return await inCompany(bench.pool, company, run);
    } catch (error) {
      if (error instanceof Error && WALLS.test(error.message)) return 'refused';
      throw error;
    }
  };

  async function columnsOf(table: string): Promise<string> {
    const columns = await bench.asSuperuser(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0`,
      [table],
    );
    return columns.map((column) => column['name']).join(', ');
  }

  it.each(PEOPLE)(
    'keeps %s from whoever acts for a company, that of its own users’ names apart',
    async (table) => {
      const everybody = () => bench.asSuperuser(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY 1`);
      const before = await everybody();
      expect(before).toHaveLength(2);
      const columns = await columnsOf(table);
      expect(await asMe(`SELECT 1 FROM ${table}`, [])).toBe(table === 'users' ? 1 : 0);
      expect(await asMe(`SELECT 1 FROM ${table} WHERE user_id = $1`, [theirs])).toBe(0);
      for (const text of [
        `UPDATE ${table} SET user_id = user_id`,
        `UPDATE ${table} SET user_id = '${theirs}'`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table} CASCADE`,
        `SELECT 1 FROM ${table} FOR UPDATE`,
        `INSERT INTO ${table} (${columns}) SELECT ${columns}
       FROM jsonb_populate_record(null::${table}, '${JSON.stringify(before[0]?.['row'])}')`,
      ])
        expect([text, await asMe(text, [])]).toEqual([text, expect.toBeOneOf([0, 'refused'])]);
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
      `INSERT INTO memberships (company_id, user_id, role) VALUES ('${company}', '${theirs}', 'owner')`,
      `UPDATE memberships SET user_id = '${theirs}'`,
      `UPDATE memberships SET role = 'cashier'`,
      'DELETE FROM memberships',
      `INSERT INTO invitations SELECT * FROM invitations`,
    ])
      expect([text, await asMe(text)]).toEqual([text, expect.toBeOneOf([0, 'refused'])]);
    const rows = await bench.asSuperuser('SELECT role FROM memberships ORDER BY user_id');
    expect(rows).toEqual([{ role: 'owner' }, { role: 'owner' }]);
  });
});
