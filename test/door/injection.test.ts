// What a statement can do that somebody smuggled into a company's transaction, at a node that serves as a login of its own.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretsRegistry } from '../../src/storage/companies/secrets-registry.ts';
import type { Client } from '../../src/storage/connection/pool.ts';
import { inCompany } from '../../src/storage/connection/transaction.ts';
import { createDocumentStore } from '../../src/storage/documents/document-store.ts';
import { createWorkQueue } from '../../src/storage/documents/work-queue.ts';
import { createLogWatch } from '../../src/storage/log/log-watch.ts';
import { describeOnDatabases } from '../support/database.ts';
import { openGateBench } from '../support/gate-bench.ts';
import { refOf } from '../support/identifiers.ts';
import { sharedServingPool } from '../support/serving-pool.ts';
import { shared } from '../support/shared.ts';
import { claimRequest, heldOf, sharedBench } from '../support/storage-bench.ts';
import { makePlace, removePlace } from '../support/temporary-place.ts';

interface Tenant {
  readonly companyId: string;
  readonly documentId: string;
  readonly keyId: string;
  readonly publicId: string;
}

const TABLES = [
  'companies',
  'certificates',
  'authority_credentials',
  'api_keys',
  'rate_windows',
  'series',
  'documents',
  'document_records',
  'attempts',
  'deliveries',
];

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };

/** With any of these, a database that has forgotten something would go on numbering, or a whole one would stop. */
const LOG_CHANGES = [
  'UPDATE log_agreement SET identity = log_identity()',
  'UPDATE log_agreement SET epoch = epoch + 1',
  `UPDATE log_positions SET position = '0/0'`,
  `INSERT INTO log_positions VALUES (gen_random_uuid(), 'FFFFFFFF/0', now())`,
  'DELETE FROM log_positions',
  'UPDATE quarantines SET lasts_ms = 900000',
  'DELETE FROM quarantines',
];

/** The calls of the phases for many companies at once, of which one is the other. */
function phasesOf({ companyId, documentId, keyId }: Tenant, pass: string): readonly string[] {
  const called = `'${companyId}', ARRAY['${companyId}']::uuid[], ARRAY[${pass}]`;
  const item = (fields: string) =>
    `ARRAY['[{"place": 0, "document_id": "${documentId}", "fence": 1, ${fields}}]']`;
  return [
    `SELECT * FROM count_requests(ARRAY['${companyId}']::uuid[], ARRAY[${pass}], ARRAY['${keyId}']::uuid[], ARRAY[1],
       '[[{"turn": 1, "id": "${documentId}", "bytes": true}]]')`,
    `SELECT read_document('${companyId}', ${pass}, '${documentId}', '', true)`,
    `SELECT extend_search('${companyId}', ${pass}, 1000)`,
    `SELECT extend_remembered('${companyId}', ${pass}, 1000, 1000)`,
    `SELECT * FROM settle_documents(${called}, ${item('"state_before": ["claimed"], "state": "rejected"')}, '{}', false)`,
    `SELECT * FROM record_attempts(${called}, ${item('"state_before": ["claimed"], "state": "in_flight", "attempt": 1')}, '{}')`,
    `SELECT c.* FROM log_standing(NULL, NULL, NULL, NULL, NULL) AS log,
       claim_documents(${called}, ${item('"external_ref": "theirs"')}, '{}', log) AS c`,
  ];
}

/** What an attacker types who knows every identifier of the other company. */
function attacksOn(theirs: Tenant): readonly string[] {
  const { companyId, documentId, keyId } = theirs;
  const other = `'${companyId}'`;
  const entered = `enter_company(${other}, current_setting('sello.company_pass'))`;
  const reading = TABLES.map((table) => `SELECT to_jsonb(t) FROM ${table} t WHERE company_id = ${other}`);
  const everything = reading.join(' UNION ALL ');
  const asWhom = [
    'SELECT 1',
    'RESET ROLE',
    'SET ROLE sello_operator',
    'SET ROLE sello_phases',
    'SET SESSION AUTHORIZATION DEFAULT',
    `SET LOCAL sello.company_id = ${other}`,
    `SET sello.company_id = ${other}; SET sello.company_pass = ''`,
    `RESET ROLE; SET sello.company_id = ${other}`,
    `SELECT set_config('sello.queues_pass', current_setting('sello.company_pass'), false)`,
    `SELECT ${entered}; SET LOCAL sello.company_id = ${other}`,
    'SET row_security = off',
    'SET search_path = pg_temp, public',
  ];
  return [
    ...asWhom.map((words) => `${words}; ${everything}`),
    ...asWhom.map((words) => `COMMIT; BEGIN; ${words}; ${everything}`),
    `SELECT find_document(${other}, '${documentId}', null)`,
    `SELECT find_document(${entered}, '${documentId}', null)`,
    `SELECT read_standing(${entered}, '${documentId}')`,
    `SELECT read_note_ground(${entered}, 'x', '${documentId}', null)`,
    `SELECT * FROM read_company(${entered}, '')`,
    `SELECT * FROM certificate_in_force(${entered}, '00')`,
    `SELECT * FROM count_requests(ARRAY[${other}]::uuid[], ARRAY[current_setting('sello.company_pass')],
       ARRAY['${keyId}']::uuid[], ARRAY[1], '[[{"turn": 1, "id": "${documentId}", "bytes": true}]]')`,
    `SELECT note_key_use(${entered}, '${keyId}')`,
    `SELECT * FROM write_verdicts(${entered}, '[{"document_id": "${documentId}", "fence": 1,
       "state_before": ["claimed"], "state": "rejected"}]', '{}', false)`,
    ...["current_setting('sello.company_pass')", 'NULL', "''"].flatMap((pass) => phasesOf(theirs, pass)),
    `SELECT * FROM look_up_keys(ARRAY['%', '', '${keyId}'])`,
    ...['', `enter_queues(1000, current_setting('sello.company_pass'))`].flatMap((entry) => [
      `SELECT * FROM due_documents(${entry || 1000}, 1000, ARRAY['claimed'], ARRAY['00'], '{}', 0, NULL)`,
      `SELECT * FROM due_deliveries(${entry || 1000}, 1000, ARRAY['00'], NULL)`,
      `SELECT * FROM due_invalidations(${entry || 1000}, 1000, ARRAY['00'], '{}', NULL)`,
      `SELECT * FROM due_archives(${entry || 1000}, NULL)`,
      `SELECT * FROM due_archive_heads(${entry || 1000}, 0)`,
      `SELECT read_backlog(${entry || 1000}, ARRAY['claimed']) -> 'documents' -> 0 -> 'count'`,
      `SELECT production_company(${entry || 1000})`,
      `SELECT nullif(mails, 0) AS mails FROM waiting_mails(${entry || 1000})`,
    ]),
    'SELECT * FROM passes',
    'SELECT scope FROM passes',
    'RESET ROLE; SELECT query, application_name FROM pg_stat_activity',
    'SELECT * FROM pg_prepared_statements; SELECT * FROM pg_cursors',
    'SELECT * FROM pg_stats; SELECT * FROM pg_stats_ext_exprs',
    'SELECT * FROM pg_statistic',
    `SELECT query_to_xml('SELECT * FROM documents', true, false, '')`,
    `SELECT database_to_xml(true, false, '')`,
    `SELECT table_to_xml('documents', true, false, '')`,
    'SELECT external_ref::integer FROM documents',
    'SELECT 1 FROM documents WHERE external_ref::integer = 1',
    `DO $$ DECLARE one record; BEGIN
       FOR one IN SELECT * FROM documents LOOP RAISE WARNING '%', one; END LOOP; END $$`,
    `SELECT pg_read_file('/etc/passwd')`,
    `COPY documents TO PROGRAM 'cat'`,
    `COPY documents TO '/var/lib/x'`,
    `SELECT lo_import('/etc/passwd')`,
    'ALTER TABLE documents DISABLE ROW LEVEL SECURITY',
    'ALTER POLICY tenant ON documents USING (true)',
    'DROP POLICY tenant ON documents',
    'GRANT sello_operator TO CURRENT_USER',
    'CREATE FUNCTION current_company() RETURNS uuid LANGUAGE sql AS $$ SELECT null::uuid $$',
    `CREATE OR REPLACE FUNCTION public.sha256(bytea) RETURNS bytea LANGUAGE sql AS 'SELECT sha256 FROM passes LIMIT 1';
       SET search_path = public, pg_catalog; SET sello.company_id = ${other}; ${everything}`,
    `CREATE FUNCTION pg_temp.leak(text) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS $$
       BEGIN RAISE WARNING '%', $1; RETURN true; END $$; SELECT 1 FROM documents WHERE pg_temp.leak(external_ref)`,
    'CREATE TEMPORARY TABLE documents AS SELECT * FROM public.documents',
    'CREATE TABLE public.mine (x integer)',
    `INSERT INTO passes VALUES (${other}, sha256(''))`,
    `UPDATE documents SET company_id = company_id, message = 'x' WHERE company_id = ${other}`,
    `DELETE FROM documents WHERE company_id = ${other}`,
    `UPDATE api_keys SET last_used_at = now() WHERE company_id = ${other}`,
    `INSERT INTO audit_events (company_id, kind, detail) VALUES (${other}, 'x', '{}')`,
  ];
}

describeOnDatabases('a statement smuggled into a company’s transaction', (name) => {
  const secret = `customer-${randomUUID()}`;
  const bench = sharedBench(name);
  const mine = shared(() => settle('mine'));
  const theirs = shared(() => settle(secret));
  const pool = sharedServingPool(bench);

  async function settle(word: string): Promise<Tenant> {
    const companyId = await bench.addCompany();
    await bench.asSuperuser(`UPDATE companies SET slug = $2 WHERE company_id = $1`, [companyId, word]);
    const store = createDocumentStore(bench.pool, CLOCK);
    const request = claimRequest(companyId, { externalRef: refOf(word), leaseMs: 1 });
    const { record } = heldOf(await store.claim(request));
    const { publicId, keyId } = await openGateBench(bench).addKey(companyId);
    await createSecretsRegistry(bench.operator).setCredentials(companyId, '00', {
      user: word,
      sealedPassword: word,
    });
    return { companyId, documentId: record.documentId, keyId, publicId };
  }

  /** Everything that the attacker gets to see: rows, messages and errors. */
  async function seenBy(text: string): Promise<string> {
    const seen: unknown[] = [];
    const note = ({ message }: { readonly message?: string | undefined }) => seen.push(message);
    await inCompany(pool, mine.companyId, async (client: Client) => {
      client.on('notice', note);
      await client.query(text).then(
        (result) => seen.push(result),
        (error: unknown) => seen.push(String(error)),
      );
      client.off('notice', note);
    }).catch((error: unknown) => seen.push(String(error)));
    return JSON.stringify(seen, (key, value) => (key.startsWith('_') ? undefined : value));
  }

  const rowsOfTheirs = () =>
    bench.asSuperuser`SELECT (SELECT jsonb_agg(d) FROM documents d
        WHERE company_id = ${theirs.companyId}) AS documents,
      (SELECT jsonb_agg(k) FROM api_keys k WHERE company_id = ${theirs.companyId}) AS keys,
      (SELECT count(*)::int FROM audit_events WHERE company_id = ${theirs.companyId}) AS events`;

  it('sees its own company, so that the attacks ask right', async () => {
    expect(await seenBy('SELECT external_ref FROM documents')).toContain('"external_ref":"mine"');
    expect(
      await seenBy(
        `SELECT to_jsonb(f) FROM find_document('${mine.companyId}', '${mine.documentId}', null) AS f`,
      ),
    ).toContain('"external_ref":"mine"');
  });

  it('reads no pass of another company in the statements of the other sessions', async () => {
    const seen = await inCompany(pool, theirs.companyId, () =>
      seenBy('RESET ROLE; SELECT query FROM pg_stat_activity'),
    );
    expect(seen).toContain('SELECT enter($1, $2)');
    expect(seen).not.toContain(pool.passOf(theirs.companyId));
  });

  it('sees and changes nothing of another company, whatever it tries', async () => {
    const before = await rowsOfTheirs();
    const told: string[] = [];
    for (const attack of attacksOn(theirs)) {
      const seen = await seenBy(attack);
      if (seen.includes(secret) || seen.includes(theirs.publicId)) told.push(attack);
    }
    expect(told).toEqual([]);
    expect(await rowsOfTheirs()).toEqual(before);
  });

  it('would see it as the login of before, so that the test notices', async () => {
    const seen: string[] = [];
    for (const attack of attacksOn(theirs))
      seen.push(
        await inCompany(bench.pool, mine.companyId, async (client) =>
          JSON.stringify(await client.query(attack)),
        ).catch(String),
      );
    expect(seen.filter((one) => one.includes(secret)).length).toBeGreaterThan(10);
  });

  it('counts nothing across companies, and the queues of the node do', async () => {
    for (const attack of attacksOn(theirs).filter((text) =>
      /due_|read_backlog|production_company|waiting_mails/.test(text),
    ))
      expect(await seenBy(attack)).toMatch(/"rows":\[(\{"[?\w]+":null\})?\]/);
    const due = await createWorkQueue(pool, ['00']).due({ total: 10, perCompany: 10 });
    expect(due.map(({ companyId }) => companyId).toSorted()).toEqual(
      [mine.companyId, theirs.companyId].toSorted(),
    );
  });

  it('changes nothing of what all know of the log, which the node may note', async () => {
    const folder = makePlace(0o700);
    const watch = createLogWatch(pool, folder, Date.now);
    const store = createDocumentStore(pool, CLOCK, { watch });
    await expect(store.claim(claimRequest(mine.companyId))).resolves.toMatchObject({ kind: 'held' });
    expect(await watch.standing()).toMatchObject({ refusal: null });
    await watch.close();
    removePlace(folder);
    const before = await bench.asSuperuser('SELECT * FROM log_agreement, log_positions');
    expect(before).toHaveLength(1);
    for (const change of LOG_CHANGES) expect(await seenBy(change)).toContain('permission denied');
    expect(await bench.asSuperuser('SELECT * FROM log_agreement, log_positions')).toEqual(before);
  });

  describe('leaves nothing behind on its connection', () => {
    it.each(['COMMIT', 'ROLLBACK'])('not even a statement in the place of ours, after %s', async (ending) => {
      const squatter = `PREPARE "enter-company" (text, text) AS SELECT $1, $2`;
      const pids = new Set<unknown>();
      for (let turn = 0; turn < 4; turn += 1)
        await inCompany(pool, mine.companyId, async (client) => {
          const { rows } = await client.query('SELECT pg_backend_pid() AS pid, current_company() AS company');
          expect(rows[0]?.company).toBe(mine.companyId);
          pids.add(rows[0]?.pid);
          await client.query(`DEALLOCATE "enter-company"; ${squatter}`);
          if (ending === 'ROLLBACK') throw new Error('undo');
        }).catch((error: unknown) => expect(String(error)).toContain('undo'));
      expect(pids.size).toBe(4);
    });
  });
});
