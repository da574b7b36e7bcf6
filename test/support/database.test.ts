import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, databases, describeOnEach, type TestDatabase } from './database.ts';
import { ask } from './superuser.ts';

it('always has the embedded version', () => {
  expect(databases.map(({ name }) => name)).toEqual(['PostgreSQL 18', 'PostgreSQL 15']);
  expect(databases[0]?.available).toBe(true);
});

describeOnEach('a test database', (name) => {
  let first: TestDatabase;
  let second: TestDatabase;

  beforeAll(async () => {
    [first, second] = await Promise.all([createDatabase(name), createDatabase(name)]);
  });

  afterAll(async () => {
    await Promise.all([first.drop(), second.drop()]);
  });

  it('runs on the version it is named after', async () => {
    const [row] = await ask(first.url, 'SHOW server_version');
    expect(`PostgreSQL ${row?.['server_version']}`).toMatch(new RegExp(`^${name}\\b`));
  });

  it('is migrated', async () => {
    const rows = await ask(first.url, 'SELECT name FROM schema_migrations');
    expect(rows.length).toBeGreaterThan(0);
  });

  it('shares nothing with another one', async () => {
    await ask(first.url, 'CREATE TABLE only_here (id int)');
    const [row] = await ask(second.url, "SELECT to_regclass('only_here') AS found");
    expect(row).toEqual({ found: null });
  });

  it('is gone after drop, although somebody is connected', async () => {
    const third = await createDatabase(name);
    const client = new pg.Client({ connectionString: third.url });
    client.on('error', () => undefined);
    await client.connect();
    await third.drop();
    await expect(ask(third.url, 'SELECT 1')).rejects.toThrow(/does not exist/);
    await client.end();
  });
});
