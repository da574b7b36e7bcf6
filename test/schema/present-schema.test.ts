import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnEach, sharedDatabase } from '../support/database.ts';
import { ask } from '../support/superuser.ts';
import { type CatalogFacts, catalogFacts, differences } from './catalog-facts.ts';
import { PLANTED } from './planted-differences.ts';
import { makePresentSchema, removePresentSchema } from './present-schema.ts';

/** Functions that the migrations leave behind and the present text has not, with the reason. */
const DROPPED: Readonly<Record<string, string>> = {
  'admit_requests(uuid[],uuid[],integer[],json,text[])': 'nothing calls it since count_requests',
  'due_contingencies(integer,text[])': 'nothing calls it since due_events',
  'extend_remembered(uuid,integer,integer)': 'the form for nodes of a version that was never released',
  'extend_search(uuid,integer)': 'the form for nodes of a version that was never released',
  'read_document(uuid,uuid,text,boolean)': 'the form for nodes of a version that was never released',
  'record_attempts(uuid,json,text[])': 'the form for nodes of a version that was never released',
  'settle_documents(uuid,json,text[],boolean)': 'the form for nodes of a version that was never released',
};

const ROLES = `SELECT rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls,
    rolconnlimit, rolconfig, (SELECT array_agg(m.roleid::regrole::text) FROM pg_auth_members m WHERE m.member = r.oid) AS is_member_of,
    (SELECT array_agg(m.member::regrole::text || ' ' || m.admin_option) FROM pg_auth_members m WHERE m.roleid = r.oid
      AND m.member = session_user::regrole) AS members
  FROM pg_roles r WHERE rolname = ANY ($1) ORDER BY rolname`;
const NAMES = ['sello_operator', 'sello_phases', 'sello_service'];

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

  it('makes what the migrations make, but for what is dropped on purpose', () => {
    expect(differences(expected(former), present)).toEqual([]);
  });

  it('is compared in every kind of thing', () => {
    const kinds = new Set(Object.keys(former).map((one) => one.split(' ')[0]));
    expect([...kinds].sort()).toEqual([
      'column',
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

  it('makes the roles that the migrations make', async () => {
    const text = await readFile(new URL('../../src/storage/schema/roles.sql', import.meta.url), 'utf8');
    const renamed = (role: string) => role.replace('sello_', `${database}_`);
    const { rows: made } = await undone(client, async () => {
      await client.query(NAMES.reduce((all, role) => all.replaceAll(role, renamed(role)), text));
      return client.query(ROLES, [NAMES.map(renamed)]);
    });
    const { rows: known } = await client.query(ROLES, [NAMES]);
    expect(made).toEqual(known.map((role) => ({ ...role, rolname: renamed(String(role.rolname)) })));
    expect(made).toHaveLength(3);
  });
});

describe('a function of the schema that is dropped on purpose', () => {
  it.each(Object.entries(DROPPED))('is named with its reason: %s', (_, reason) => {
    expect(reason.split(' ').length).toBeGreaterThan(3);
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

/** The former schema with what was changed on purpose. Throws where the list names what the migrations do not make. */
function expected(former: CatalogFacts): CatalogFacts {
  const facts: Record<string, Readonly<Record<string, unknown>>> = { ...former };
  for (const signature of Object.keys(DROPPED)) {
    if (!delete facts[`function ${signature}`] || former[`function ${signature}`] === undefined)
      throw new Error(`the migrations make no function ${signature}`);
  }
  for (const [name, attributes] of Object.entries(facts)) {
    if (name.startsWith('function ')) facts[name] = { ...attributes, rights: withoutPublic(attributes) };
  }
  // A check of a table that has no rows yet is valid at once.
  const check = 'constraint deliveries.deliveries_kind_check';
  const text = String(facts[check]?.['text']).replace(' NOT VALID', '');
  facts[check] = { ...facts[check], text, convalidated: true };
  return facts;
}

/** Nobody calls a function whose file does not name them: PUBLIC had the rights of the first functions, of which no trigger asks any. */
function withoutPublic({ rights, result }: Readonly<Record<string, unknown>>): readonly string[] {
  const listed = Array.isArray(rights) ? rights.map(String) : [];
  if (!listed.includes('PUBLIC EXECUTE')) return listed;
  const named = result === 'trigger' ? [] : NAMES.map((role) => `${role} EXECUTE`);
  return [...new Set([...listed.filter((right) => right !== 'PUBLIC EXECUTE'), ...named])].sort();
}
