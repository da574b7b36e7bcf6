import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases, sharedDatabase } from '../../../test/support/database.ts';
import { poolerOf, withoutNames } from './pooler.ts';

// What PgBouncer is like: test/pgbouncer.test.ts.
describeOnDatabases('a connection without a pooler', (name) => {
  const database = sharedDatabase(name);
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
  });

  it('is known as one', async () => {
    expect(await poolerOf(client)).toBe('none');
  });

  it('prepares nothing once the names are taken away, and answers the same', async () => {
    const prepared = () => client.query('SELECT name FROM pg_prepared_statements').then(({ rows }) => rows);
    const statement = { name: 'kept', text: 'SELECT $1::int AS number' };
    await client.query({ ...statement, values: [1] });
    expect(await prepared()).toEqual([{ name: 'kept' }]);
    await client.query('DEALLOCATE ALL');
    withoutNames(client);
    const { rows } = await client.query({ name: 'other', text: 'SELECT $1::int AS number', values: [2] });
    expect(rows).toEqual([{ number: 2 }]);
    expect(await prepared()).toEqual([]);
  });
});
