import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { storesOn } from '../../src/compose/context.ts';
import { APPLICATION } from '../../src/storage/connection/pool.ts';
import { inCompany } from '../../src/storage/connection/transaction.ts';
import { distribute, planDistribution } from '../../src/storage/distribution/distribute.ts';
import { forgetParts } from '../../src/storage/distribution/parts.ts';
import { readSpreadFacts } from '../../src/storage/distribution/spread-facts.ts';
import { nextAttempt, stampFor } from '../contracts/one-company.ts';
import { MACHINE_CLOCK } from '../contracts/storage-rig.ts';
import { move, serverOf } from '../support/company-place.ts';
import { citus } from '../support/database.ts';
import { refOf } from '../support/identifiers.ts';
import { claimRequest, correlativeOf, heldOf, present, sharedBench } from '../support/storage-bench.ts';
import { connected } from '../support/superuser.ts';

const LEASE_MS = 20_000;
const AT_ONCE = 4;
/** Sales before, while and after the company moves. */
const BEFORE = 20;
const AFTER = 20;
/** How long somebody who has written a part waits for the one who moves it. */
const HELD_MS = 20_000;
const WITHIN = { timeout: 10_000 };
/** A part moves in less. */
const PATIENCE_MS = 6_000;

describe.skipIf(!citus.available)('a database that is spread on Citus', () => {
  const bench = sharedBench('Citus, moved');
  afterEach(() => bench.asSuperuser('DROP TABLE IF EXISTS later'));

  it('tells its servers, and that nothing is left to do', async () => {
    const facts = await readSpreadFacts(bench.url);
    expect(facts).toMatchObject({ apart: [], left: [] });
    const [first, ...others] = facts?.servers ?? [];
    expect(first).toMatchObject({ isFirst: true, isActive: true, parts: 0, commitsWait: false });
    expect(others).toHaveLength(2);
    for (const { parts, clockAheadMs } of others) {
      expect(parts).toBeGreaterThan(0);
      expect(Math.abs(clockAheadMs ?? Number.NaN)).toBeLessThan(5_000);
    }
  });

  it('names the tables by their parts that every request and every number asks the first server for', async () => {
    const named = await bench.asSuperuser(
      `SELECT DISTINCT c.relname AS name FROM pg_proc p JOIN pg_class c
         ON regexp_replace(p.prosrc, '--[^\\n]*', '', 'g') ~ ('(FROM|JOIN|,) ' || c.relname || '\\M')
       JOIN pg_dist_partition d ON d.logicalrelid = c.oid
       WHERE p.proname IN ('has_turn', 'count_requests', 'log_standing')`,
    );
    expect(named).toEqual([]);
  });

  it('names them anew where a table has got another part, as it does with a key that is made anew', async () => {
    const [key] = await bench.asSuperuser(
      `SELECT conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint
       WHERE conrelid = 'api_keys'::regclass AND confrelid = 'companies'::regclass`,
    );
    const { name, text } = present(key);
    await bench.asSuperuser(`ALTER TABLE api_keys DROP CONSTRAINT ${name}`);
    await bench.asSuperuser(`ALTER TABLE api_keys ADD CONSTRAINT ${name} ${text}`);
    const company = randomUUID();
    const counted = () =>
      bench.asSuperuser(
        `SELECT FROM count_requests(ARRAY[$1::uuid], ARRAY['operator'], ARRAY[$1::uuid], ARRAY[1], '[]')`,
        [company],
      );
    await expect(counted()).rejects.toThrow(/api_keys_\d+" does not exist/);
    const done = await distribute(bench.url, () => undefined);
    expect(done).toMatchObject({ deeds: [expect.stringMatching(/^Have count_requests\(/)] });
    expect(await counted()).toEqual([]);
  });

  it('finds what a later migration brought, tells it first, and does the same', async () => {
    await bench.asSuperuser(
      'CREATE TABLE later (company_id uuid PRIMARY KEY REFERENCES companies, note text)',
    );
    const planned = await planDistribution(bench.url);
    const told: string[] = [];
    const done = await distribute(bench.url, (what) => told.push(what));
    expect(done).toMatchObject({ kind: 'done', deeds: told });
    expect(planned).toEqual({ kind: 'planned', deeds: told });
    expect(told).toContain('Spread the table later by company.');
    expect((await readSpreadFacts(bench.url))?.left).toEqual([]);
    const keys = await bench.asSuperuser(
      `SELECT FROM pg_constraint WHERE conrelid = 'later'::regclass AND contype = 'f'`,
    );
    expect(keys).toHaveLength(1);
  });

  it('takes a login to every server that was there before Citus, with its password and what becomes of it', async () => {
    await bench.asSuperuser(`DO $$ BEGIN
      SET LOCAL citus.enable_create_role_propagation = off;
      CREATE ROLE sello_early LOGIN PASSWORD 'one of before' IN ROLE sello_service;
    END $$`);
    const passwords = async () => {
      const rows = await bench.asSuperuser('SELECT result FROM run_command_on_all_nodes($1)', [
        `SELECT rolpassword FROM pg_authid WHERE rolname = 'sello_early' AND pg_has_role(oid, 'sello_service', 'MEMBER')`,
      ]);
      return new Set(rows.map(({ result }) => result));
    };
    try {
      const deeds = ['Take the login sello_early to every server.'];
      expect((await passwords()).size).toBe(2);
      expect(await distribute(bench.url, () => undefined)).toEqual({ kind: 'done', deeds });
      const brought = await passwords();
      expect([...brought]).toEqual([expect.stringMatching(/^SCRAM/)]);
      await bench.asSuperuser(`ALTER ROLE sello_early PASSWORD 'another one'`);
      const later = await passwords();
      expect([...later, ...brought]).toHaveLength(new Set([...later, ...brought]).size);
      expect(later.size).toBe(1);
    } finally {
      await bench.asSuperuser('DROP ROLE sello_early');
    }
  });

  /** Adds a comment to a function, and to nothing else; answers how many servers have it in theirs. */
  const changed = async (comment: string, propagation: 'on' | 'off') => {
    await bench.asSuperuser(`DO $$ BEGIN
      SET LOCAL citus.enable_ddl_propagation = ${propagation};
      EXECUTE replace(pg_get_functiondef('number_documents'::regproc), 'claim record;', 'claim record; -- ${comment}');
    END $$`);
    return serversWith(comment);
  };
  const serversWith = async (comment: string) => {
    const servers = await bench.asSuperuser('SELECT result FROM run_command_on_all_nodes($1)', [
      `SELECT count(*) FROM pg_proc WHERE proname = 'number_documents' AND pronamespace = 'public'::regnamespace
         AND prosrc LIKE '%-- ${comment}%'`,
    ]);
    return servers.filter(({ result }) => result === '1').length;
  };
  const leftThen = async () => (await readSpreadFacts(bench.url))?.left;

  it('has what a later migration changes in a function on every server, and in its parts', async () => {
    expect(await changed('later', 'on')).toBe(3);
    expect(await leftThen()).toEqual([
      expect.stringMatching(/^Have the phases of a document name the parts on [\d.:]+, [\d.:]+\.$/),
    ]);
    await distribute(bench.url, () => undefined);
    expect(await leftThen()).toEqual([]);
  });

  it('finds a function that was changed on one server alone', async () => {
    expect(await changed('alone', 'off')).toBe(1);
    expect(await leftThen()).toEqual([expect.stringMatching(/^Bring number_documents\(.+ first server\.$/)]);
    await distribute(bench.url, () => undefined);
    expect(await leftThen()).toEqual([]);
    expect(await serversWith('alone')).toBe(3);
  });

  it('finds a right that a part lacks', async () => {
    await bench.asSuperuser(`SELECT run_command_on_shards('month_reconciliations', $1)`, [
      `REVOKE UPDATE (stopped) ON %s FROM sello_service`,
    ]);
    expect((await readSpreadFacts(bench.url))?.left).toEqual([
      'Give sello_service its right to UPDATE columns of month_reconciliations on every part.',
    ]);
    await distribute(bench.url, () => undefined);
    expect((await readSpreadFacts(bench.url))?.left).toEqual([]);
  });
});

describe.skipIf(!citus.available)('a company on Citus that moves to another server while it issues', () => {
  const bench = sharedBench('Citus, moved');

  it('loses no document and no number', async () => {
    const companyId = await bench.addCompany();
    const { store } = storesOn(bench.pool, MACHINE_CLOCK);
    let turn = 0;
    let hasMoved = false;
    let left = AFTER;
    const stamped: number[] = [];
    const sell = async () => {
      turn += 1;
      const held = heldOf(await store.claim(claimRequest(companyId, { externalRef: refOf(`sale ${turn}`) })));
      const attempt = nextAttempt(held);
      present(await store.recordAttempt(held.lease, attempt, LEASE_MS));
      present(await store.settle(held.lease, stampFor(attempt.number)));
      stamped.push(correlativeOf(held.record));
    };
    const sellOn = async () => {
      while (!hasMoved || left > 0) {
        if (hasMoved) left -= 1;
        await sell();
      }
    };
    for (let sale = 0; sale < BEFORE; sale += 1) await sell();
    const selling = Array.from({ length: AT_ONCE }, sellOn);
    const [from, to] = await move(bench.asSuperuser, companyId);
    const whileMoving = stamped.length - BEFORE;
    hasMoved = true;
    await Promise.all(selling);
    expect(to).not.toBe(from);
    expect(whileMoving).toBeGreaterThan(0);
    expect(stamped.toSorted((one, other) => one - other)).toEqual(stamped.map((_, place) => place + 1));
    const [kept] = await bench.asSuperuser(
      `SELECT count(*)::integer AS stamped, max(right(control_number, 15)::integer) AS last
       FROM documents WHERE company_id = $1 AND state = 'stamped'`,
      [companyId],
    );
    expect(kept).toEqual({ stamped: stamped.length, last: stamped.length });
    await distribute(bench.url, () => undefined);
    expect((await readSpreadFacts(bench.url))?.left).toEqual([]);
  }, 120_000);
});

describe.skipIf(!citus.available)('the parts of a company on Citus', () => {
  const bench = sharedBench('Citus, moved');
  let companyId: string;
  beforeAll(async () => {
    companyId = await bench.addCompany();
  }, 120_000);

  const numberOf = async (company = companyId) => {
    const { store } = storesOn(bench.pool, MACHINE_CLOCK);
    const request = claimRequest(company, { externalRef: refOf(`sale ${randomUUID()}`) });
    return correlativeOf(heldOf(await store.claim(request)).record);
  };
  /** What the company's server answers to a question. */
  const there = async (question: string, company = companyId) => {
    const rows = await bench.asSuperuser(
      `SELECT success, result FROM run_command_on_workers($1) WHERE nodeport = $2`,
      [question, await serverOf(bench.asSuperuser, company)],
    );
    expect(rows).toEqual([expect.objectContaining({ success: true })]);
    return String(rows[0]?.['result']);
  };
  /** The company's part is written, and its transaction goes on until somebody waits for such a lock there. */
  const heldUntil = (lock: string) =>
    there(`DO $$ BEGIN
      PERFORM FROM claim_documents('${companyId}', ARRAY['${companyId}'::uuid], ARRAY[''], ARRAY['[]'], ARRAY[]::text[], NULL);
      FOR turn IN 1 .. ${HELD_MS / 100} LOOP
        IF EXISTS (SELECT FROM pg_locks WHERE ${lock} AND NOT granted) THEN RETURN; END IF;
        PERFORM pg_sleep(0.1);
      END LOOP;
      RAISE EXCEPTION 'nobody has waited';
    END $$`);
  const partThere = () => there(`SELECT part_of('${companyId}')`);
  const spreadAgain = () => distribute(bench.url, () => undefined);

  it('are asked without the first server', async () => {
    const asked = `SELECT count(*) FROM pg_stat_activity WHERE application_name = '${APPLICATION}' AND query LIKE '%claim_documents%'`;
    const another = await bench.addCompany();
    await vi.waitFor(async () => {
      await numberOf(another);
      expect(Number(await there(asked, another))).toBeGreaterThan(0);
    }, WITHIN);
  });

  it('have functions of their own, which a document goes through', async () => {
    expect(await numberOf()).toBe(1);
    const part = await partThere();
    expect(part).toMatch(/^sello_part_\d+$/);
    await there(`DO $$ BEGIN
      SET LOCAL citus.enable_ddl_propagation = off;
      CREATE OR REPLACE FUNCTION ${part}.next_number(p_company uuid, p_environment text, p_year integer, p_scope text,
        p_given bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 41::bigint';
    END $$`);
    expect(await numberOf()).toBe(41);
    await spreadAgain();
    expect(await numberOf()).toBe(2);
  });

  it('are looked for where they have none, and all the same', async () => {
    await connected(bench.url, forgetParts);
    expect(await partThere()).toBe('public');
    expect(await numberOf()).toBe(3);
    await spreadAgain();
    expect(await partThere()).toMatch(/^sello_part_/);
    expect(await numberOf()).toBe(4);
  });

  it('are forgotten behind the commit of who is at work in them', async () => {
    const held = heldUntil(`relation::regclass::text ~ '^doors_'`);
    await sleep(HELD_MS / 40);
    await Promise.all([held, connected(bench.url, forgetParts)]);
    expect(await partThere()).toBe('public');
    await spreadAgain();
    expect(await partThere()).toMatch(/^sello_part_/);
  }, 60_000);

  it('stay where they are until the end of a transaction that has entered their company', async () => {
    const from = await serverOf(bench.asSuperuser, companyId);
    const moving = Promise.withResolvers<readonly [number, number]>();
    const there = await inCompany(bench.pool, companyId, async (client) => {
      move(bench.asSuperuser, companyId).then(moving.resolve, moving.reject);
      await sleep(PATIENCE_MS);
      await client.query('SELECT FROM documents WHERE company_id = $1', [companyId]);
      return serverOf(bench.asSuperuser, companyId);
    });
    expect(there).toBe(from);
    expect(await moving.promise).not.toEqual([from, from]);
    await spreadAgain();
  }, 60_000);

  it('are made anew in a schema that nobody else owns', async () => {
    await spreadAgain();
    const part = await partThere();
    expect(part).toMatch(/^sello_part_/);
    const ownerThere = () => there(`SELECT nspowner::regrole FROM pg_namespace WHERE nspname = '${part}'`);
    const owner = await ownerThere();
    await there(`DO $$ BEGIN
      SET LOCAL citus.enable_ddl_propagation = off;
      ALTER SCHEMA ${part} OWNER TO sello_operator;
    END $$`);
    await spreadAgain();
    expect(await ownerThere()).toBe(owner);
    expect(await partThere()).toBe(part);
  });

  /** What the functions of parts say, without their comments. */
  const SAID = `SELECT regexp_replace(p.prosrc, '--[^\\n]*', '', 'g') AS text FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname ~ '^sello_part_'`;
  const TABLES = `SELECT '(' || string_agg(c.relname, '|') || ')' AS names
    FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid`;
  const listed = (expression: string, rows: string) =>
    there(`SELECT string_agg(DISTINCT ${expression}, ', ' ORDER BY ${expression}) FROM ${rows}`);

  it('are all that their functions ask, but for the function that notes an event', async () => {
    const found = `(${SAID}) AS said, (${TABLES}) AS tables`;
    const tables = `${found}, regexp_matches(said.text, '\\m' || tables.names || '\\M', 'gi') AS found`;
    expect(await listed('found[1]', tables)).toBe('');
    const called = `${found}, regexp_matches(said.text, '(?<![.\\w])(\\w+)\\(', 'g') AS found, pg_proc p
      WHERE p.proname = found[1] AND p.pronamespace = 'public'::regnamespace AND p.prosrc ~ ('\\m' || tables.names || '\\M')`;
    expect(await listed('found[1]', called)).toBe('note_event');
  });

  it('are written where no other server has the same rows, and no sequence numbers them', async () => {
    const written = `(${SAID}) AS said, regexp_matches(said.text, '(?:INTO|UPDATE|DELETE FROM) public\\.(\\w+)_\\d+', 'g') AS found`;
    expect(await listed('found[1]', written)).toBe('attempts, deliveries, documents, series');
    const numbered = `${written}, pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = found[1]::regclass AND (a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE '%nextval%')`;
    expect(await listed('a.attname::text', numbered)).toBe('');
  });

  it('stay until the commit of who has written there, and are named where they have moved to', async () => {
    const from = await serverOf(bench.asSuperuser, companyId);
    const held = heldUntil(`locktype = 'advisory'`);
    await sleep(HELD_MS / 40);
    await Promise.all([held, move(bench.asSuperuser, companyId)]);
    expect(await serverOf(bench.asSuperuser, companyId)).not.toBe(from);
    expect(await partThere()).toBe('public');
    expect(await numberOf()).toBe(5);
    await spreadAgain();
    expect(await partThere()).toMatch(/^sello_part_/);
    const elsewhere = await bench.asSuperuser(
      `SELECT result FROM run_command_on_workers($1) WHERE nodeport = $2`,
      [`SELECT part_of('${companyId}')`, from],
    );
    expect(elsewhere).toEqual([{ result: 'public' }]);
    expect(await numberOf()).toBe(6);
  }, 60_000);
});
