import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import type { Client } from './pool.ts';
import { inCompany, inTransaction, UnansweredCommit } from './transaction.ts';

const SEE_COMPANY = `SELECT current_setting('sello.company_id', true) AS company, current_user AS role`;

async function seenBy(client: Client): Promise<unknown> {
  return (await client.query(SEE_COMPANY)).rows[0];
}

function backendOf(client: Client): Promise<number> {
  return client
    .query<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid')
    .then(({ rows }) => rows[0]?.pid ?? 0);
}

describeOnDatabases('a transaction', (name) => {
  const bench = sharedBench(name);
  beforeAll(async () => {
    await bench.asSuperuser('CREATE TABLE scratch (id int PRIMARY KEY, hits int NOT NULL DEFAULT 0)');
    await bench.asSuperuser('GRANT ALL ON scratch TO sello_service');
    await bench.asSuperuser('INSERT INTO scratch (id) VALUES (1), (2)');
  });

  it('keeps what it wrote, and nothing of what it wrote before it failed', async () => {
    await inTransaction(bench.pool, (client) => client.query('INSERT INTO scratch (id) VALUES (10)'));
    const failing = inTransaction(bench.pool, async (client) => {
      await client.query('INSERT INTO scratch (id) VALUES (11)');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const rows = await bench.asSuperuser('SELECT id FROM scratch WHERE id IN (10, 11)');
    expect(rows).toEqual([{ id: 10 }]);
  });

  it('sees its company as the service, and leaves the connection without one', async () => {
    const pool = bench.anotherPool(1);
    const companyId = await bench.addCompany();
    expect(await inCompany(pool, companyId, seenBy)).toEqual({ company: companyId, role: 'sello_service' });
    expect(await inTransaction(pool, seenBy)).toEqual({ company: '', role: 'sello_service' });
  });

  it('forgets its company also when it fails', async () => {
    const pool = bench.anotherPool(1);
    const failing = inCompany(pool, await bench.addCompany(), (client) => client.query('SELECT 1/0'));
    await expect(failing).rejects.toThrow(/division by zero/);
    expect(await inTransaction(pool, seenBy)).toEqual({ company: '', role: 'sello_service' });
  });

  it('never shows another company, in 2,000 interleaved ones over a few connections', async () => {
    const pool = bench.anotherPool(5);
    const companies = await Promise.all(upTo(7).map(() => bench.addCompany()));
    const wrong: unknown[] = [];
    const look = async (turn: number): Promise<void> => {
      const companyId = companies[turn % companies.length] ?? '';
      const rows = await inCompany(pool, companyId, async (client) => {
        if (turn % 11 === 0) await client.query('SELECT pg_sleep(0.002)');
        return (await client.query('SELECT company_id FROM companies')).rows;
      });
      if (JSON.stringify(rows) !== JSON.stringify([{ company_id: companyId }])) wrong.push({ turn, rows });
      if (turn % 3 !== 0) return;
      const without = await inTransaction(pool, (client) => client.query('SELECT * FROM companies'));
      if (without.rowCount !== 0) wrong.push({ turn, without: without.rows });
    };
    await Promise.all(upTo(2000).map(look));
    expect(wrong).toEqual([]);
  }, 60_000);

  it('is repeated after a deadlock, with fresh state', async () => {
    const companyId = await bench.addCompany();
    const pool = bench.anotherPool(2);
    let [runs, holding] = [0, 0];
    const bothHold = Promise.withResolvers<void>();
    const both = (first: number, second: number) =>
      inCompany(pool, companyId, async (client) => {
        runs += 1;
        await client.query(`SET LOCAL deadlock_timeout = '50ms'`);
        await client.query('UPDATE scratch SET hits = hits + 1 WHERE id = $1', [first]);
        // Each holds its row before either wants the other's, however slow the machine is.
        holding += 1;
        if (holding === 2) bothHold.resolve();
        await bothHold.promise;
        await client.query('UPDATE scratch SET hits = hits + 1 WHERE id = $1', [second]);
      });
    await bench.asSuperuser('GRANT SET ON PARAMETER deadlock_timeout TO sello_service');
    await Promise.all([both(1, 2), both(2, 1)]);
    expect(runs).toBeGreaterThan(2);
    const rows = await bench.asSuperuser('SELECT hits FROM scratch WHERE id IN (1, 2)');
    expect(rows).toEqual([{ hits: 2 }, { hits: 2 }]);
  });

  it('is repeated four times at the most, and not at all after any other error', async () => {
    const companyId = await bench.addCompany();
    const runsOf = async (code: string): Promise<number> => {
      let runs = 0;
      const failing = inCompany(bench.pool, companyId, async (client) => {
        runs += 1;
        await client.query(`DO $$ BEGIN RAISE EXCEPTION 'planned' USING ERRCODE = '${code}'; END $$`);
      });
      await expect(failing).rejects.toThrow('planned');
      return runs;
    };
    expect(await runsOf('40001')).toBe(4);
    expect(await runsOf('40P01')).toBe(4);
    expect(await runsOf('23505')).toBe(1);
  });

  it('reads committed rows, whatever the database has as its default', async () => {
    await bench.asSuperuser(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable', current_database()); END $$`,
    );
    const level = await inTransaction(bench.anotherPool(1), (client) =>
      client.query('SHOW transaction_isolation'),
    );
    expect(level.rows).toEqual([{ transaction_isolation: 'read committed' }]);
  });

  describe('whose connection breaks', () => {
    const breakIdly = (client: Client) =>
      backendOf(client)
        .then((pid) => bench.asSuperuser('SELECT pg_terminate_backend($1)', [pid]))
        .then(() => pause(100));

    it('between two statements fails, and the next one gets a new connection', async () => {
      const pool = bench.anotherPool(1);
      const failing = inTransaction(pool, async (client) => {
        await breakIdly(client);
        await client.query('SELECT 1');
      });
      await expect(failing).rejects.toThrow();
      expect(await inTransaction(pool, seenBy)).toMatchObject({ role: 'sello_service' });
    });

    it('before the COMMIT says that its outcome is unknown', async () => {
      const pool = bench.anotherPool(1);
      await expect(inTransaction(pool, breakIdly)).rejects.toBeInstanceOf(UnansweredCommit);
      expect(await inTransaction(pool, seenBy)).toMatchObject({ role: 'sello_service' });
    });
  });
});
