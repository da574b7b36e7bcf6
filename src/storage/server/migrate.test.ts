import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { catalogFacts, differences } from '../../../test/schema/catalog-facts.ts';
import { describeOnEach } from '../../../test/support/database.ts';
import { sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import { migrate, ownMigrations } from './migrate.ts';

/** The table as `node-pg-migrate` made it, which the first versions used. */
const FIRST_TABLE =
  'CREATE TABLE "public"."schema_migrations" ("id" SERIAL PRIMARY KEY, "name" varchar(255) NOT NULL, "run_on" timestamp NOT NULL)';
const LAST_BEFORE_FIRST = '0061_proven-users';
const LOCK_OF_FIRST_VERSIONS = '7241865325823964';

describeOnEach('migrating', (name) => {
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
  const applied = async () => {
    const { rows } = await admin.query<{ readonly name: string }>(
      'SELECT name FROM schema_migrations ORDER BY id',
    );
    return rows.map((row) => row.name);
  };
  const failAt = (table: string, body: string) =>
    admin.query(`
      CREATE FUNCTION at_table() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF to_regclass('${table}') IS NOT NULL THEN ${body}; END IF;
      END $$;
      CREATE EVENT TRIGGER at_table ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION at_table();`);

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
    expect(await applied()).toEqual(await ownMigrations());
    expect(await tables()).toContain('documents');
  });

  it('that is killed half-way leaves nothing, and the next one succeeds', async () => {
    await failAt('attempts', 'PERFORM pg_sleep(30)');
    const migrating = migrate(url).catch((error: unknown) => error);
    await terminateSleeper(admin);
    expect(await migrating).toBeInstanceOf(Error);
    expect(await tables()).toEqual([]);
    await admin.query('DROP EVENT TRIGGER at_table');
    await migrate(url);
    expect(await applied()).toEqual(await ownMigrations());
  });

  it('names the file that fails, keeps the error’s code and nothing else, and goes on later', async () => {
    await failAt('deliveries', `RAISE EXCEPTION 'no room' USING ERRCODE = '42501'`);
    await expect(migrate(url)).rejects.toMatchObject({
      message: 'migration 0001_first: no room',
      code: '42501',
    });
    expect(await tables()).toEqual([]);
    await admin.query('DROP EVENT TRIGGER at_table');
    await migrate(url);
    expect(await applied()).toEqual(await ownMigrations());
  });

  it('brings functions and walls to their text, and leaves those of a newer version alone', async () => {
    await migrate(url);
    const facts = () => catalogFacts(client, ['function', 'policy', 'comment']);
    const client = await connectedTo(url);
    try {
      const before = await facts();
      const others = `COMMENT ON TABLE schema_migrations IS NULL; ALTER FUNCTION next_number SET jit = off;
        ALTER POLICY tenant ON documents USING (true)`;
      await admin.query(others);
      await migrate(url);
      expect(differences(before, await facts())).toEqual([]);
      await admin.query(
        `${others}; INSERT INTO schema_migrations (name, run_on) VALUES ('9999_future', now())`,
      );
      await migrate(url);
      expect(differences(before, await facts())).toHaveLength(3);
    } finally {
      await client.end();
    }
  });

  it('keeps the table that the first versions made, and makes the same one', async () => {
    const shape = async () => {
      const { rows } = await admin.query(
        `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default,
                (SELECT json_agg(indexdef) FROM pg_indexes WHERE tablename = 'schema_migrations') AS indexes
           FROM information_schema.columns WHERE table_name = 'schema_migrations' ORDER BY ordinal_position`,
      );
      return rows;
    };
    await migrate(url);
    const made = await shape();
    await admin.query(`DROP TABLE schema_migrations; ${FIRST_TABLE}`);
    expect(made).toEqual(await shape());
    expect(made).toHaveLength(3);
  });

  /** As the files left it that there were before the first release: unmarked functions, and some that nothing calls. */
  const asBeforeFirst = async (files: number) => {
    await migrate(url);
    await admin.query(`
      DO $$ DECLARE one record; BEGIN
        FOR one IN SELECT oid::regprocedure AS signature FROM pg_proc WHERE pronamespace = 'public'::regnamespace LOOP
          EXECUTE format('COMMENT ON FUNCTION %s IS NULL', one.signature);
        END LOOP;
      END $$;
      COMMENT ON TABLE schema_migrations IS NULL;
      CREATE FUNCTION due_contingencies(integer, text[]) RETURNS void LANGUAGE sql AS '';
      CREATE FUNCTION read_document(uuid, uuid, text, boolean) RETURNS json LANGUAGE sql AS 'SELECT NULL::json';
      GRANT EXECUTE ON FUNCTION log_position, keep_bytes TO PUBLIC;
      ALTER TABLE deliveries DROP CONSTRAINT deliveries_kind_check;
      ALTER TABLE deliveries ADD CONSTRAINT deliveries_kind_check CHECK (kind IN ('contingency', 'stamped', 'rejected')) NOT VALID;
      DELETE FROM schema_migrations`);
    const names = ['0001_foundation', ...upTo(54).map((n) => `00_${n}`), LAST_BEFORE_FIRST].slice(0, files);
    for (const name of names)
      await admin.query('INSERT INTO schema_migrations (name, run_on) VALUES ($1, now())', [name]);
  };

  it('goes on with a database of the files before the first release as with one of the first', async () => {
    await migrate(url);
    const client = await connectedTo(url);
    const before = await catalogFacts(client);
    await asBeforeFirst(56);
    expect(differences(before, await catalogFacts(client)).length).toBeGreaterThan(5);
    await migrate(url);
    expect(differences(before, await catalogFacts(client))).toEqual([]);
    await client.end();
    expect(await applied()).toEqual(['0001_first']);
  });

  it('says which version brings a database of fewer of these files on', async () => {
    await asBeforeFirst(55);
    await expect(migrate(url)).rejects.toThrow(
      /before the first release \(00_\d+\): run "sello migrate" of commit/,
    );
    expect(await applied()).toHaveLength(55);
  });

  it('waits while a first version migrates', async () => {
    const other = await admin.connect();
    await other.query(`SELECT pg_advisory_lock(${LOCK_OF_FIRST_VERSIONS})`);
    const migrating = migrate(url);
    await pause(300);
    expect(await tables()).toEqual([]);
    await other.query(`SELECT pg_advisory_unlock(${LOCK_OF_FIRST_VERSIONS})`);
    other.release();
    await migrating;
    expect(await applied()).toEqual(await ownMigrations());
  });

  it('refuses a database that had a file of another version in the place of the first', async () => {
    await migrate(url);
    await admin.query(`UPDATE schema_migrations SET name = '9999_future'`);
    const message = 'the database was migrated in another order: 9999_future is where 0001_first should be';
    await expect(migrate(url)).rejects.toThrow(message);
    expect(await applied()).toEqual(['9999_future']);
  });

  it('changes nothing where a newer version was', async () => {
    await migrate(url);
    await admin.query(`INSERT INTO schema_migrations (name, run_on) VALUES ('9999_future', now())`);
    await migrate(url);
    expect(await applied()).toEqual([...(await ownMigrations()), '9999_future']);
  });

  it('gives the tables to the login and no role a way past the walls', async () => {
    await migrate(url);
    const owned = await admin.query(
      `SELECT count(*)::int FROM pg_tables WHERE schemaname = 'public' AND tableowner IN ('sello_service', 'sello_operator', 'sello_phases')`,
    );
    expect(owned.rows).toEqual([{ count: 0 }]);
    const roles = await admin.query(
      `SELECT rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb FROM pg_roles
       WHERE rolname IN ('sello_service', 'sello_operator', 'sello_phases') ORDER BY rolname`,
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
      { rolname: 'sello_phases', ...plain },
      { rolname: 'sello_service', ...plain },
    ]);
  });

  // Users are of no company, and some invitations and deeds of theirs neither.
  it('begins every key of a company’s table with the company', async () => {
    await migrate(url);
    const { rows } = await admin.query(
      `SELECT i.indrelid::regclass::text AS table FROM pg_index i
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
       WHERE i.indisprimary AND i.indrelid::regclass::text NOT IN ('schema_migrations', 'installation_secrets', 'passes',
           'operator_deeds', 'log_agreement', 'log_positions', 'quarantines', 'users', 'user_passwords', 'sessions',
           'passkeys', 'answered_challenges', 'user_tokens', 'invitations', 'user_deeds',
           'provider_accounts')
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

async function connectedTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
