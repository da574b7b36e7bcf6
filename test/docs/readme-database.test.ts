// The SQL of README.md on a PostgreSQL that nobody has used yet, with what the doctor says about other logins.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbedded } from '../../src/storage/embedded/start.ts';
import { readDatabaseFacts } from '../../src/storage/server/database-facts.ts';
import { migrate } from '../../src/storage/server/migrate.ts';
import { carryOut } from '../support/superuser.ts';
import { makePlace, removePlace } from '../support/temporary-place.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const SQL = /```sql\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

let place = '';
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  place = makePlace(0o755);
  postgres = await startEmbedded(join(place, 'data'), {
    settings: { fsync: 'off', full_page_writes: 'off' },
  });
});
afterAll(async () => {
  await postgres.stop();
  removePlace(place);
});

const asSuperuser = (database: string, statements: readonly string[]) =>
  carryOut(urlOf(null, database), statements);

/** The address of a database for a login, or for the superuser where none is named. */
function urlOf(login: string | null, database: string): string {
  const url = new URL(postgres.url);
  url.pathname = `/${database}`;
  if (login !== null) Object.assign(url, { username: login, password: 'change-me' });
  return url.href;
}

const statementsIn = (sql: string) => sql.split(';').filter((text) => text.trim() !== '');

describe('a login with too few rights', () => {
  it('is given by the advice what the first migration needs', async () => {
    await asSuperuser('postgres', [`CREATE ROLE "Poor" LOGIN PASSWORD 'change-me'`, 'CREATE DATABASE poor']);
    const url = urlOf('Poor', 'poor');
    await expect(migrate(url)).rejects.toThrow(/permission denied/);
    const { loginNeeds } = await readDatabaseFacts(url);
    expect(loginNeeds).toEqual(['ALTER ROLE "Poor" CREATEROLE', 'ALTER DATABASE poor OWNER TO "Poor"']);
    await asSuperuser('postgres', loginNeeds);
    expect((await readDatabaseFacts(url)).loginNeeds).toEqual([]);
    await migrate(url);
    expect(await readDatabaseFacts(url)).toMatchObject({ loginNeeds: [], pendingMigrations: [] });
  });

  it('is given the roles that another login has made', async () => {
    await asSuperuser('postgres', [
      `CREATE ROLE second LOGIN CREATEROLE PASSWORD 'change-me'`,
      'CREATE DATABASE second OWNER second',
    ]);
    const url = urlOf('second', 'second');
    await expect(migrate(url)).rejects.toThrow(/permission denied/);
    const { loginNeeds } = await readDatabaseFacts(url);
    expect(loginNeeds).toEqual([
      'GRANT sello_service, sello_operator, sello_phases TO second WITH ADMIN OPTION',
    ]);
    await asSuperuser('postgres', loginNeeds);
    await migrate(url);
  });
});

describe('the database of README.md', () => {
  it('is all that migrations need', async () => {
    // The roles of the tests before belong to the cluster.
    await asSuperuser('postgres', ['DROP DATABASE poor', 'DROP DATABASE second']);
    await asSuperuser('postgres', [
      'DROP OWNED BY "Poor"',
      'DROP ROLE sello_service, sello_operator, sello_phases',
    ]);
    await asSuperuser('postgres', statementsIn(SQL));
    const url = urlOf('sello', 'sello');
    expect((await readDatabaseFacts(url)).loginNeeds).toEqual([]);
    await migrate(url);
    expect((await readDatabaseFacts(url)).pendingMigrations).toEqual([]);
  });
});
