import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { inTransaction, query } from '../../src/storage/connection/transaction.ts';
import { describeOnDatabases } from '../support/database.ts';
import { shared } from '../support/shared.ts';
import { sharedBench } from '../support/storage-bench.ts';
import { DOORS } from './doors.ts';
import {
  type Ids,
  reached,
  readTables,
  TABLES_OF_COMPANIES as TABLES,
  TABLES_OF_PEOPLE,
} from './planted-rows.ts';

/** What a wall says; a trigger that keeps issued documents may speak first. */
const WALLS = /permission denied|row-level security|cannot change/;

/** What the operator reads of every company. */
const OF_OPERATORS = [
  'companies',
  'certificates',
  'authority_credentials',
  'api_keys',
  'rate_windows',
  'series',
  'documents',
  'attempts',
  'invalidations',
  'invalidation_attempts',
];

describeOnDatabases('the wall around a company’s rows', (name) => {
  const bench = sharedBench(name);
  const mine: Ids = { company: randomUUID(), document: randomUUID(), other: randomUUID() };
  const theirs: Ids = { company: randomUUID(), document: randomUUID(), other: randomUUID() };
  const tables = shared(() => readTables(bench));
  beforeAll(async () => {
    for (const ids of [mine, theirs])
      for (const table of [...TABLES_OF_PEOPLE, ...TABLES]) await tables.plant(table, ids);
  });

  const rowsOf = (table: string, { company }: Ids) =>
    bench.asSuperuser(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE company_id = $1`, [company]);

  it('stands around every table that belongs to companies', async () => {
    const found = await bench.asSuperuser`SELECT c.relname AS name, c.relforcerowsecurity AS forced,
        c.relrowsecurity AS enabled
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id'
      WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`;
    // Nobody ever writes a door.
    const expected = [...TABLES, 'doors']
      .toSorted()
      .map((table) => ({ name: table, forced: true, enabled: true }));
    expect(found).toEqual(expected);
  });

  it('cannot be walked around by the service: it owns nothing, bypasses nothing, becomes nobody', async () => {
    const [role] = await bench.asSuperuser`SELECT rolsuper, rolbypassrls, rolcreaterole, rolcanlogin,
        (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships,
        (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned
      FROM pg_roles r WHERE rolname = 'sello_service'`;
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcanlogin: false,
      memberships: 0,
      owned: 0,
    });
  });

  it('has no more doors than these functions, which belong to the operator and ask for a pass or tell of no company', async () => {
    const doors = await bench.asSuperuser`SELECT proname AS name, proowner::regrole::text AS owner,
        proacl::text AS rights FROM pg_proc
      WHERE prosecdef AND pronamespace = 'public'::regnamespace AND proowner <> 'sello_phases'::regrole ORDER BY 1`;
    expect(doors.map((door) => door['name'])).toEqual(DOORS);
    expect(new Set(doors.map((door) => door['owner']))).toEqual(new Set(['sello_operator']));
    // An entry without a name is a right of everybody.
    for (const { rights } of doors) expect(rights).not.toMatch(/[{,]=/);
  });

  it('has doors of the phases, which act as a role that nobody is and prove the passes themselves', async () => {
    const doors = await bench.asSuperuser`SELECT proname AS name, prosecdef AS definer,
        proowner::regrole::text AS owner, proconfig::text ~ 'role=' AS sets_role,
        proacl::text ~ '[{,]=' AS by_anybody
      FROM pg_proc WHERE proowner = 'sello_phases'::regrole OR 'p_anchor' = ANY (proargnames) ORDER BY 1`;
    const door = { definer: true, owner: 'sello_phases', sets_role: false, by_anybody: false };
    expect(doors).toEqual(
      [
        'claim_documents',
        'count_requests',
        'extend_remembered',
        'extend_search',
        'read_document',
        'record_attempts',
        'settle_documents',
      ].map((phase) => ({ ...door, name: phase })),
    );
    const [role] = await bench.asSuperuser`SELECT rolcanlogin OR rolsuper OR rolbypassrls OR EXISTS (SELECT
        FROM pg_auth_members WHERE member = r.oid) AS is_more,
        pg_has_role('sello_service', r.oid, 'MEMBER') OR pg_has_role('sello_operator', r.oid, 'MEMBER') AS is_open,
        has_schema_privilege(r.oid, 'public', 'CREATE') AS creates
      FROM pg_roles r WHERE rolname = 'sello_phases'`;
    expect(role).toEqual({ is_more: false, is_open: false, creates: false });
  });

  it.each(TABLES)('keeps %s from being read, changed, removed, written or moved', async (table) => {
    const before = await rowsOf(table, theirs);
    expect(before).toHaveLength(1);
    const row = JSON.stringify(before[0]?.['row']);
    const columns = tables.columnsOf(table);
    const me = { pool: bench.pool, company: mine.company, walls: WALLS };
    const attempts: readonly (readonly [string, readonly unknown[]])[] = [
      [`SELECT 1 FROM ${table} WHERE company_id = $1`, [theirs.company]],
      [`SELECT 1 FROM ${table} WHERE company_id <> $1`, [mine.company]],
      [`SELECT 1 FROM ${table} WHERE company_id = $1 FOR UPDATE`, [theirs.company]],
      [`UPDATE ${table} SET company_id = company_id WHERE company_id = $1`, [theirs.company]],
      [`UPDATE ${table} SET company_id = $1`, [theirs.company]],
      [`DELETE FROM ${table} WHERE company_id = $1`, [theirs.company]],
      [`TRUNCATE ${table} CASCADE`, []],
      [
        `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
         SELECT ${columns} FROM jsonb_populate_record(null::${table}, $1)`,
        [row],
      ],
    ];
    for (const [text, values] of attempts)
      expect([text, await reached(me, text, values)]).toEqual([text, expect.toBeOneOf([0, 'refused'])]);
    expect(await rowsOf(table, theirs)).toEqual(before);
    expect(await rowsOf(table, mine)).toHaveLength(1);
  });

  it.each(OF_OPERATORS)('shows the operator %s of both', async (table) => {
    const { rowCount } = await query(bench.operator, { text: `SELECT DISTINCT company_id FROM ${table}` });
    expect(rowCount).toBe(2);
  });

  it.each(TABLES)('shows nobody %s without a company', async (table) => {
    for (const company of [null, '', randomUUID()]) {
      const seen = inTransaction(bench.pool, async (client) => {
        if (company !== null)
          await client.query(`SELECT set_config('sello.company_id', $1, true)`, [company]);
        return (await client.query(`SELECT 1 FROM ${table}`)).rowCount;
      });
      expect(await seen.catch((error: Error) => WALLS.test(error.message))).toBeOneOf([0, true]);
    }
  });
});
