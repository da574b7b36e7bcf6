import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEach, sharedDatabase } from '../../../test/support/database.ts';
import { toFailure } from '../../cli/failure.ts';
import { readDatabaseFacts } from './database-facts.ts';

describeOnEach('a server that introduces itself', (name) => {
  const database = sharedDatabase(name);
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const own = new URL(database.url).pathname.slice(1);
    await client.query('CREATE SCHEMA other');
    await client.query(`ALTER DATABASE ${own} SET search_path = other, pg_catalog, public`);
  });
  afterAll(async () => {
    await client.end();
  });

  /** What readDatabaseFacts says of a server whose `version()` is this. */
  async function judged(version: string): Promise<string> {
    await client.query(
      `CREATE OR REPLACE FUNCTION other.version() RETURNS text LANGUAGE sql AS $$ SELECT '${version}' $$`,
    );
    return readDatabaseFacts(database.url).then(
      () => 'accepted',
      (error: unknown) => toFailure(error).message,
    );
  }

  it.each([
    ['CockroachDB CCL v24.3.0 (x86_64-pc-linux-gnu, built 2024/11/18)', 'CockroachDB CCL v24.3.0'],
    ['PostgreSQL 15.2-YB-2.25.1.0-b0 on x86_64-pc-linux-gnu', 'PostgreSQL 15.2-YB-2.25.1.0-b0'],
    ['CrateDB 5.9.3 (built 2024)', 'CrateDB 5.9.3'],
  ])('as %s is refused', async (version, product) => {
    expect(await judged(version)).toBe(
      `The server in DATABASE_URL says that it is "${product}", and Sello needs a PostgreSQL.`,
    );
  });

  it.each([
    'PostgreSQL 15.20 (Debian 15.20-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc',
    'PostgreSQL 18.4 on aarch64-apple-darwin, compiled by clang',
    'PostgreSQL 19beta1 on x86_64-pc-linux-gnu',
    'PostgreSQL 16.3, compiled by Visual C++ build 1937, 64-bit',
  ])('as %s is accepted', async (version) => {
    expect(await judged(version)).toBe('accepted');
  });
});
