import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases, sharedDatabase } from '../../../test/support/database.ts';
import { carriedOut, distribute, isSpread, planDistribution } from './distribute.ts';
import { FORMS } from './forms.ts';
import { forms, plans, policies } from './functions.ts';
import { readSpreadFacts } from './spread-facts.ts';
import type { Step } from './step.ts';
import { AT_HOME, EVERYWHERE, spreadable } from './tables.ts';

describeOnDatabases('a database on one server', (name) => {
  const database = sharedDatabase(name);
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(() => client.end());

  it('is not spread, and says what that would need', async () => {
    expect(await isSpread(client)).toBe(false);
    expect(await readSpreadFacts(database.url)).toBeNull();
    const why = expect.stringContaining('no Citus');
    expect(await planDistribution(database.url)).toEqual({ kind: 'refused', why });
    expect(await distribute(database.url, () => undefined)).toEqual({ kind: 'refused', why });
  });

  it('does nothing a second time that is still left behind it', async () => {
    const deed = { what: 'Change nothing.', statements: ['SELECT'] };
    const told: string[] = [];
    const carrying = carriedOut(client, { left: async () => [deed] }, (what) => told.push(what));
    await expect(carrying).rejects.toThrow('Change nothing. It was done, and is still left to do.');
    expect(told).toEqual(['Change nothing.']);
  });

  it('would have every table of companies spread, but for those that are known to stay', async () => {
    const { rows } = await client.query<{ readonly name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id'
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    const staying = [...EVERYWHERE, ...AT_HOME, 'invitations', 'user_deeds'];
    const expected = rows.map((row) => row.name).filter((table) => !staying.includes(table));
    expect((await spreadable(client)).toSorted()).toEqual(expected);
    expect((await spreadable(client))[0]).toBe('series');
  });

  it('takes every function and policy in its form for several servers, and needs none a second time', async () => {
    const carryOut = async (step: Step) => {
      for (const { statements } of await step.left(client))
        for (const statement of statements) await client.query(statement);
      expect(await step.left(client)).toEqual([]);
    };
    await client.query('BEGIN');
    expect(await forms.left(client)).toHaveLength(FORMS.length);
    for (const step of [forms, plans, policies]) await carryOut(step);
    await client.query('ROLLBACK');
  });
});
