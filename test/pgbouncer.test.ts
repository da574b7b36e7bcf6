// Debian's PgBouncer between Sello and its database, with fewer connections to the server than Sello has to it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type DatabaseRole, type Pool } from '../src/storage/connection/pool.ts';
import { poolerOf } from '../src/storage/connection/pooler.ts';
import { inCompany, query } from '../src/storage/connection/transaction.ts';
import { readDatabaseFacts } from '../src/storage/server/database-facts.ts';
import { takeExclusiveHold } from '../src/storage/server/exclusive-hold.ts';
import { migrate } from '../src/storage/server/migrate.ts';
import { createDatabase, type TestDatabase } from './support/database.ts';
import { type Pooler, pgbouncerIsHere, startPgbouncer } from './support/pgbouncer.ts';
import { freePort, runSello, startSello } from './support/sello-process.ts';
import { ask } from './support/superuser.ts';
import { makePlace, removePlace } from './support/temporary-place.ts';

const WHO = `SELECT current_user AS role, current_setting('sello.company_id', true) AS company`;

describe.skipIf(!pgbouncerIsHere)('through PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  const pools: Pool[] = [];
  beforeAll(async () => {
    database = await createDatabase('PostgreSQL 15');
    pooler = await startPgbouncer(database.url, 'transaction', 2);
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await pooler.close();
    await database.drop();
  });

  function open(role: DatabaseRole): Pool {
    const options = { databaseUrl: pooler.url, connections: 4, onIdleError: () => undefined };
    const pool = createPool(role, options);
    pools.push(pool);
    return pool;
  }

  const asStranger = (text: string) => ask(pooler.url, text);

  it('it is recognised, and the database behind it is not taken for one', async () => {
    expect((await readDatabaseFacts(pooler.url)).pooler).toBe('plain');
    expect((await readDatabaseFacts(database.url)).pooler).toBe('none');
  });

  it('leaves the same to others on the connection, whatever was done on it', async () => {
    const [{ role: login = '' } = {}] = await asStranger(WHO);
    const [service, operator] = [open('sello_service'), open('sello_operator')];
    const companies = Array.from({ length: 40 }, () => crypto.randomUUID());
    const seen = companies.map((company) =>
      inCompany(service, company, async (client) => (await client.query(WHO)).rows[0]),
    );
    const others = companies.map(async () => (await query(operator, { name: 'who', text: WHO })).rows[0]);
    const strangers = companies.slice(0, 10).map(() => asStranger(WHO));
    expect(await Promise.all(seen)).toEqual(companies.map((company) => ({ role: 'sello_service', company })));
    for (const row of await Promise.all(others)) expect(row).toMatchObject({ role: 'sello_operator' });
    for (const [row] of await Promise.all(strangers)) {
      expect(row).toMatchObject({ role: login });
      expect(companies).not.toContain(row?.['company']);
    }
    await readDatabaseFacts(pooler.url);
    expect(await asStranger(WHO)).toMatchObject([{ role: login }]);
    expect(await asStranger('SELECT name FROM pg_prepared_statements')).toEqual([]);
  });

  it('uses one name for several texts, and each connection its own', async () => {
    const pool = open('sello_service');
    const answers = Array.from({ length: 60 }, (_, index) =>
      query(pool, {
        name: `text-${index % 3}`,
        text: `SELECT ${index % 3} AS answer, $1::int AS own`,
        values: [index],
      }),
    );
    const rows = (await Promise.all(answers)).map((answer) => answer.rows[0]);
    expect(rows).toEqual(rows.map((_, index) => ({ answer: index % 3, own: index })));
  });

  it('knows one that keeps prepared statements apart by the names that the server hears', async () => {
    const client = new pg.Client({ connectionString: pooler.url });
    await client.connect();
    const ask = client.query.bind(client);
    // PgBouncer since 1.21 sends another name to the server than it was told.
    const renaming = Object.assign(client, {
      query: (statement: string | pg.QueryConfig) =>
        typeof statement === 'string'
          ? ask(statement)
          : ask({ ...statement, name: `PGBOUNCER_${statement.name}` }),
    });
    expect(await poolerOf(renaming)).toBe('translating');
    await client.end();
  });

  it('gives the exclusive place to one at a time', async () => {
    const first = await takeExclusiveHold(pooler.url, 'here');
    expect(first).not.toBeNull();
    expect(await takeExclusiveHold(pooler.url, 'here')).toBeNull();
    await first?.release();
    const next = await takeExclusiveHold(pooler.url, 'here');
    expect(next).not.toBeNull();
    await next?.release();
  });
});

describe.skipIf(!pgbouncerIsHere)('a new database behind PgBouncer in transaction mode', () => {
  let pooler: Pooler;
  let database: TestDatabase;
  let place = '';
  const name = `sello_pooled_${randomBytes(6).toString('hex')}`;
  beforeAll(async () => {
    place = makePlace(0o755);
    database = await createDatabase('PostgreSQL 15');
    await direct(`CREATE DATABASE ${name}`);
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    pooler = await startPgbouncer(url.href, 'transaction', 4);
  });
  afterAll(async () => {
    await pooler.close();
    await direct(`DROP DATABASE ${name} WITH (FORCE)`);
    await database.drop();
    removePlace(place);
  });

  const direct = (text: string) => ask(database.url, text);

  it('is migrated by several at once, and the sandbox issues on it', async () => {
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => migrate(pooler.url)));
    const keyFile = join(place, 'llave');
    expect(await runSello(['master-key', 'create', keyFile])).toMatchObject({ code: 0 });
    const env = {
      DATABASE_URL: pooler.url,
      SELLO_MASTER_KEY_FILE: keyFile,
      SELLO_PORT: String(await freePort()),
      SELLO_DURABLE_WITHOUT: 'fsync,full_page_writes',
    };
    const sandbox = startSello(['start'], { cwd: place, env });
    try {
      await sandbox.shows(/Número de control +DTE-01-/);
      await sandbox.shows(/Ctrl-C detiene todo/);
      const doctor = await runSello(['doctor'], { cwd: place, env });
      expect(doctor.out).toMatch(/^ok +pooler: does not keep the prepared statements/m);
      expect(doctor.out).toMatch(/^ok +durability/m);
      const rotation = await runSello(['master-key', 'rotate', join(place, 'nueva')], { cwd: place, env });
      expect(rotation).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^sello: Behind a pooler .*\.\n$/),
      });
    } finally {
      sandbox.signal('SIGINT');
      await sandbox.ended;
    }
  }, 60_000);
});
