import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEach, sharedDatabase } from '../support/database.ts';
import { ask } from '../support/superuser.ts';
import { type CatalogFacts, catalogFacts, differences } from './catalog-facts.ts';
import { PLANTED } from './planted-differences.ts';
import { makePresentSchema, removePresentSchema } from './present-schema.ts';

describeOnEach('the present text of the schema', (name) => {
  const migrated = sharedDatabase(name);
  const database = `sello_present_${randomBytes(6).toString('hex')}`;
  let client: pg.Client;
  let present: CatalogFacts;
  let former: CatalogFacts;
  beforeAll(async () => {
    await ask(migrated.url, `CREATE DATABASE ${database}`);
    client = await makePresentSchema(migrated.url, database);
    present = await catalogFacts(client);
    former = await factsOf(migrated.url);
  });
  afterAll(() => removePresentSchema(client, migrated.url));

  it('has the tables that the migrations make', () => {
    expect(differences(former, present)).toEqual([]);
  });

  it('is compared in every kind of thing', () => {
    const kinds = new Set(Object.keys(former).map((one) => one.split(' ')[0]));
    expect([...kinds].sort()).toEqual([
      'column',
      'comment',
      'constraint',
      'extension',
      'function',
      'index',
      'policy',
      'relation',
      'rights',
      'rows',
      'rule',
      'schema',
      'sequence',
      'trigger',
      'type',
    ]);
  });

  it.each(PLANTED)('shows a difference in a %s: %s', async (kind, statement, found) => {
    const seen = await undone(client, async () => {
      await client.query(statement);
      return differences(present, { ...withoutKind(present, kind), ...(await catalogFacts(client, [kind])) });
    });
    expect(seen).toEqual(found.map((line) => expect.stringMatching(line)));
  });
});

async function undone<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    return await work();
  } finally {
    await client.query('ROLLBACK');
  }
}

function withoutKind(facts: CatalogFacts, kind: string): CatalogFacts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !name.startsWith(`${kind} `)));
}

async function factsOf(url: string): Promise<CatalogFacts> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await catalogFacts(client);
  } finally {
    await client.end();
  }
}
