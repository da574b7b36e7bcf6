import pg from 'pg';
import { expect, it } from 'vitest';
import { describeOnEach, sharedDatabase } from '../../../test/support/database.ts';
import { readDatabaseFacts } from './database-facts.ts';
import { takeExclusiveHold } from './exclusive-hold.ts';

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

describeOnEach('readDatabaseFacts', (name) => {
  const database = sharedDatabase(name);

  it('tells the version, the clock and the time zone of a migrated database', async () => {
    const facts = await readDatabaseFacts(database.url);
    expect(facts).toMatchObject({
      majorVersion: Number(name.split(' ')[1]),
      commitsWait: false,
      timeZoneHolds: true,
      pendingMigrations: [],
      foreignMigrations: [],
      holdsSecrets: false,
    });
    expect(facts.version).toMatch(/^\d+\.\d+$/);
    expect(Math.abs(facts.clockAheadMs)).toBeLessThan(1000);
  });

  it('names the settings that can lose a committed document', async () => {
    // The databases of a test run are thrown away, so they run with both turned off.
    const { unsafeSettings } = await readDatabaseFacts(database.url);
    expect(unsafeSettings).toEqual(['fsync = off', 'full_page_writes = off']);
    expect(await readDatabaseFacts(database.url, ['fsync'])).toMatchObject({
      unsafeSettings: ['full_page_writes = off'],
    });
    const url = new URL(database.url);
    url.searchParams.set('options', '-c synchronous_commit=off');
    expect((await readDatabaseFacts(url.href)).unsafeSettings).toContain('synchronous_commit = off');
  });

  it('sees secrets behind row-level security, and what a newer version left', async () => {
    await run(
      database.url,
      `INSERT INTO schema_migrations (name, run_on) VALUES ('9999_future', now())`,
      `SET ROLE sello_operator`,
      `INSERT INTO installation_secrets VALUES ('pepper', 'sealed')`,
    );
    expect(await readDatabaseFacts(database.url)).toMatchObject({
      holdsSecrets: true,
      foreignMigrations: ['9999_future'],
    });
  });

  it('lists every migration for a database that has had none', async () => {
    await run(database.url, 'DROP TABLE schema_migrations', 'DROP TABLE installation_secrets');
    const facts = await readDatabaseFacts(database.url);
    expect(facts.pendingMigrations).toEqual(['0001_first', 'functions']);
    expect(facts.holdsSecrets).toBe(false);
  });
});

describeOnEach('takeExclusiveHold', (name) => {
  const database = sharedDatabase(name);

  it('is for one holder at a time, and for the next after its release', async () => {
    const first = await takeExclusiveHold(database.url, 'sandbox');
    expect(first).not.toBeNull();
    expect(await takeExclusiveHold(database.url, 'sandbox')).toBeNull();
    const elsewhere = await takeExclusiveHold(database.url, 'another');
    expect(elsewhere).not.toBeNull();
    await elsewhere?.release();
    await first?.release();
    const second = await takeExclusiveHold(database.url, 'sandbox');
    expect(second).not.toBeNull();
    await second?.release();
  });
});
