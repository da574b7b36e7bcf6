import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import { migrate } from './migrate.ts';

describeOnDatabases('migrating', (name) => {
  const bench = sharedBench(name);
  let database: string;
  let url: string;
  let admin: pg.Pool;
  beforeEach(async () => {
    database = `sello_empty_${randomBytes(6).toString('hex')}`;
    await bench.asSuperuser(`CREATE DATABASE ${database}`);
    const address = new URL(bench.url);
    address.pathname = `/${database}`;
    url = address.href;
    admin = new pg.Pool({ connectionString: url, max: 2 });
    admin.on('error', () => undefined);
  });
  afterEach(async () => {
    await admin.end();
    await bench.asSuperuser(`DROP DATABASE ${database} WITH (FORCE)`);
  });

  const tables = async () => {
    const { rows } = await admin.query<{ readonly name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY name`,
    );
    return rows.map((row) => row.name);
  };
  const applied = async () => (await admin.query('SELECT name FROM schema_migrations')).rows;

  it('brings an empty database to the schema', async () => {
    await migrate(url);
    expect(await tables()).toEqual(
      expect.arrayContaining(['api_keys', 'attempts', 'audit_events', 'companies', 'documents', 'series']),
    );
  });

  it('changes nothing the second time', async () => {
    await migrate(url);
    const before = [await applied(), await tables()];
    await migrate(url);
    expect([await applied(), await tables()]).toEqual(before);
  });

  it('waits for another node that migrates, and both succeed', async () => {
    await Promise.all(upTo(4).map(() => migrate(url)));
    const names = (await applied()).map((row: { readonly name: string }) => row.name);
    expect(new Set(names).size).toBe(names.length);
    expect(await tables()).toContain('documents');
  });

  it('that is killed half-way leaves nothing, and the next one succeeds', async () => {
    await admin.query(`
      CREATE FUNCTION linger() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF to_regclass('attempts') IS NOT NULL THEN PERFORM pg_sleep(30); END IF;
      END $$;
      CREATE EVENT TRIGGER linger ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION linger();`);
    const migrating = migrate(url).catch((error: unknown) => error);
    await terminateSleeper(admin);
    expect(await migrating).toBeInstanceOf(Error);
    expect((await tables()).filter((table) => table !== 'schema_migrations')).toEqual([]);
    expect(await applied()).toEqual([]);
    await admin.query('DROP EVENT TRIGGER linger');
    await migrate(url);
    expect(await tables()).toContain('documents');
  });

  it('gives the tables to the login and neither role a way past the walls', async () => {
    await migrate(url);
    const owned = await admin.query(
      `SELECT count(*)::int FROM pg_tables WHERE schemaname = 'public' AND tableowner IN ('sello_service', 'sello_operator')`,
    );
    expect(owned.rows).toEqual([{ count: 0 }]);
    const roles = await admin.query(
      `SELECT rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb FROM pg_roles
       WHERE rolname IN ('sello_service', 'sello_operator') ORDER BY rolname`,
    );
    const plain = {
      rolsuper: false,
      rolbypassrls: false,
      rolcanlogin: false,
      rolcreaterole: false,
      rolcreatedb: false,
    };
    expect(roles.rows).toEqual([
      { rolname: 'sello_operator', ...plain },
      { rolname: 'sello_service', ...plain },
    ]);
  });

  it('begins every key of a company’s table with the company', async () => {
    await migrate(url);
    const { rows } = await admin.query(
      `SELECT i.indrelid::regclass::text AS table FROM pg_index i
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
       WHERE i.indisprimary AND i.indrelid::regclass::text NOT IN ('schema_migrations', 'installation_secrets')
         AND i.indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
         AND a.attname <> 'company_id'`,
    );
    expect(rows).toEqual([]);
  });
});

/** Ends the session that stands still in the middle of its migration, as the death of its node does. */
async function terminateSleeper(admin: pg.Pool): Promise<void> {
  for (const _ of upTo(200)) {
    const { rowCount } = await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE wait_event = 'PgSleep' AND datname = current_database()`,
    );
    if (rowCount === 1) return;
    await pause(25);
  }
  throw new Error('no migration got half-way');
}
