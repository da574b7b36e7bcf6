import { afterAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { APPLICATION, createPool, type DatabaseRole, type Pool } from './pool.ts';
import { query } from './transaction.ts';

const WHO = `SELECT current_user AS role, (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS walls_down`;

describeOnDatabases('a pool', (name) => {
  const bench = sharedBench(name);
  const opened: Pool[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((pool) => pool.end()));
  });

  function open(role: DatabaseRole, databaseUrl: string): Pool {
    const pool = createPool(role, { databaseUrl, connections: 2, onIdleError: () => undefined });
    opened.push(pool);
    return pool;
  }

  it.each(['sello_service', 'sello_operator'] as const)('acts as %s and never as the owner', async (role) => {
    const { rows } = await query(open(role, bench.url), { text: WHO });
    expect(rows).toEqual([{ role, walls_down: false }]);
  });

  it('acts as its role although the address brings options of its own', async () => {
    const url = new URL(bench.url);
    url.searchParams.set('options', '-c statement_timeout=0');
    url.searchParams.set('application_name', 'somebody else');
    const pool = open('sello_service', url.href);
    expect((await query(pool, { text: WHO })).rows).toEqual([{ role: 'sello_service', walls_down: false }]);
    expect((await query(pool, { text: 'SHOW statement_timeout' })).rows).toEqual([
      { statement_timeout: '30s' },
    ]);
    expect((await query(pool, { text: 'SHOW application_name' })).rows).toEqual([
      { application_name: APPLICATION },
    ]);
  });

  it('begins nothing where it cannot take on its role', async () => {
    await bench.asSuperuser(
      `DO $$ BEGIN CREATE ROLE stranger LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    );
    const url = new URL(bench.url);
    url.username = 'stranger';
    await expect(query(open('sello_service', url.href), { text: 'SELECT 1' })).rejects.toThrow(
      /permission denied|password|peer|authentication/i,
    );
  });

  it('bounds statements, waits for locks and idle transactions, and tells time in UTC', async () => {
    const { rows } = await query(open('sello_service', bench.url), {
      text: `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
              current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('TimeZone') AS zone`,
    });
    expect(rows).toEqual([{ statement: '30s', lock: '10s', idle: '15s', zone: 'UTC' }]);
  });
});
