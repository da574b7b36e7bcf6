import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { establishmentOf, idOf, refOf } from '../../../test/support/identifiers.ts';
import { claimRequest, heldOf, present, sharedBench } from '../../../test/support/storage-bench.ts';
import type { DocumentStore, HeldDocument } from '../../operations/documents/ports.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createWorkStore } from '../documents/work-store.ts';
import { createLogWatch } from '../log/log-watch.ts';
import { type Journal, openJournal } from './journal.ts';
import { journaled } from './journaled-store.ts';
import { readJournal } from './read-journals.ts';
import { reconcile } from './reconcile.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };
const LEASE_MS = 20_000;
const LIMITS = { fileBytes: 4_000, keepMs: 60_000 };

/** What documents and attempts look like, but for instants that nobody was told. */
const LOOK = `SELECT d.document_id, d.external_ref, d.control_number, d.fiscal_year, d.state, d.generation_code, d.draft,
    d.summary, d.payload_hash, d.reception_stamp, d.stamped_attempt, d.message_code, d.message, d.observations,
    d.posted_at::text AS posted_at, d.doc_type, d.redirect_email,
    (SELECT json_agg(json_build_array(a.attempt, a.generation_code, a.payload_hash, a.jws, encode(a.jws_sha256, 'hex'),
       a.outcome, a.formal, a.answer_status) ORDER BY a.attempt) FROM attempts a
     WHERE a.company_id = d.company_id AND a.document_id = d.document_id) AS attempts
  FROM documents d WHERE d.company_id = $1 AND state IN ('stamped', 'rejected') ORDER BY d.control_number`;

describeOnDatabases('journals', (name) => {
  let companyId: string;
  let folder: string;
  let journal: Journal;
  let store: DocumentStore;
  let close: () => Promise<void>;
  const bench = sharedBench(name);
  beforeEach(async () => {
    companyId = await bench.addCompany();
    await bench.asSuperuser('DELETE FROM log_positions');
    await bench.asSuperuser('UPDATE log_agreement SET identity = NULL, epoch = 0, doubt_until = NULL');
    folder = mkdtempSync(join(tmpdir(), 'sello-journal-'));
    const watch = createLogWatch(bench.pool, folder, Date.now);
    journal = openJournal(folder, LIMITS);
    store = journaled(createDocumentStore(bench.pool, CLOCK, { watch }), journal, CLOCK);
    close = async () => {
      await watch.close();
      await journal.close();
    };
  });
  afterEach(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });

  const hold = async (externalRef: string, changes = {}) =>
    heldOf(
      await store.claim(
        claimRequest(companyId, { externalRef: refOf(externalRef), leaseMs: LEASE_MS, ...changes }),
      ),
    );
  const send = async ({ lease, record, attempts }: HeldDocument, jws: string) => {
    const number = (attempts.at(-1)?.number ?? 0) + 1;
    const { codigoGeneracion, payloadHash } = record;
    const attempt = { number, codigoGeneracion, payloadHash, jws, contingencia: null };
    await store.recordAttempt(lease, attempt, LEASE_MS);
    return number;
  };
  const stamp = async (document: HeldDocument, jws: string) =>
    store.settle(document.lease, {
      kind: 'stamped',
      attempt: await send(document, jws),
      stamp: STAMP,
      raw: STAMPED_RAW,
    });
  const reject = async (document: HeldDocument, jws: string) =>
    store.settle(document.lease, {
      kind: 'rejected',
      attempt: await send(document, jws),
      rejection: REJECTION,
      raw: REJECTED_RAW,
    });
  const silence = { kind: 'silence', reason: 'time-out', retryMs: 60_000 } as const;

  /** What follows is forgotten: the database goes on from what it holds now. */
  async function remember() {
    const tables = ['documents', 'attempts', 'given_up_numbers', 'series'];
    for (const table of tables)
      await bench.asSuperuser(
        `CREATE TABLE kept_${table} AS SELECT * FROM ${table} WHERE company_id = '${companyId}'`,
      );
    return async () => {
      for (const table of tables.toReversed())
        await bench.asSuperuser(`DELETE FROM ${table} WHERE company_id = $1`, [companyId]);
      for (const table of tables) {
        await bench.asSuperuser(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
        await bench.asSuperuser(`DROP TABLE kept_${table}`);
      }
      await bench.asSuperuser("UPDATE log_agreement SET identity = 'another' WHERE identity IS NOT NULL");
    };
  }
  const run = (changes: Partial<Parameters<typeof reconcile>[1]> = {}) =>
    reconcile(
      { operator: bench.operator, service: bench.pool },
      { folders: [folder], skip: null, days: null, leaseMs: 1, ...changes },
    );

  it('put everything back that was acknowledged, as it was', async () => {
    const known = await hold('before');
    await stamp(known, 'jws-before');
    const turned = await hold('rejected before, stamped after');
    await reject(turned, 'jws-turned-1');
    const forget = await remember();
    await stamp(
      await hold('stamped after', { redirect: { email: 'a@example.com', whatsapp: null } }),
      'jws-2',
    );
    await reject(await hold('rejected after'), 'jws-3');
    await stamp(
      await hold('rejected before, stamped after', { prepared: { payload: 'changed' } }),
      'jws-turned-2',
    );
    const open = await hold('without a verdict');
    await send(open, 'jws-open');
    await store.settle(open.lease, silence);
    await close();
    const before = await bench.asSuperuser(LOOK, [companyId]);
    await forget();
    expect(await bench.asSuperuser(LOOK, [companyId])).not.toEqual(before);

    expect(await run()).toMatchObject({ kind: 'reconciled', restored: 4, lost: 0, conflicts: [], moved: [] });
    expect(await bench.asSuperuser(LOOK, [companyId])).toEqual(before);
    const [kept] = await bench.asSuperuser(
      `SELECT d.state, d.control_number, a.jws, a.outcome, d.codes_to_ask > 0 AS asked, d.next_attempt_at IS NOT NULL AS due
       FROM documents d JOIN attempts a USING (company_id, document_id) WHERE external_ref = 'without a verdict' AND company_id = $1`,
      [companyId],
    );
    const { numeroControl } = open.record;
    expect(kept).toEqual({
      state: 'contingency',
      control_number: numeroControl,
      jws: 'jws-open',
      outcome: 'unknown',
      asked: true,
      due: true,
    });
    expect(await run()).toMatchObject({ kind: 'nothing' });
    const next = heldOf(await createDocumentStore(bench.pool, CLOCK).claim(claimRequest(companyId)));
    expect(Number(next.record.numeroControl.slice(-15))).toBe(6);
    expect(next.codesToAsk).toBeGreaterThan(0);
  });

  it('tell which numbers were another system’s, and which the documents have instead', async () => {
    const doubt = async (document: HeldDocument, jws: string) => {
      const attempt = await send(document, jws);
      const kept = { about: 'number', attempt, codes: [], rejection: REJECTION, raw: REJECTED_RAW } as const;
      await store.settle(document.lease, { kind: 'doubted', doubt: kept, retryMs: 0 });
    };
    const renumber = async (ref: string) => {
      const { lease, record } = await hold(ref);
      return present(await store.renumber(lease, record.numeroControl));
    };
    const look = () =>
      bench.asSuperuser`SELECT d.external_ref, d.control_number, d.state,
          (SELECT json_agg(json_build_array(a.jws, a.outcome, a.control_number) ORDER BY a.attempt) FROM attempts a
           WHERE a.company_id = d.company_id AND a.document_id = d.document_id) AS attempts,
          (SELECT json_agg(json_build_array(g.control_number, g.replaced_by, g.because) ORDER BY g.control_number)
           FROM given_up_numbers g WHERE g.company_id = d.company_id AND g.document_id = d.document_id) AS given_up,
          (SELECT last_number FROM series s WHERE s.company_id = d.company_id) AS last_number
        FROM documents d WHERE company_id = ${companyId} ORDER BY external_ref`;
    await doubt(await hold('known'), 'jws-known-1');
    const forget = await remember();
    await stamp(await renumber('known'), 'jws-known-2');
    await doubt(await hold('new'), 'jws-new-1');
    await doubt(await renumber('new'), 'jws-new-2');
    await stamp(await renumber('new'), 'jws-new-3');
    await close();
    const before = await look();
    await forget();
    expect(await run()).toMatchObject({ kind: 'reconciled', restored: 2, lost: 0, conflicts: [] });
    expect(await look()).toEqual(before);
    expect(before.map((row) => Number(String(row['control_number']).slice(-15)))).toEqual([2, 5]);
  });

  it('leave what the database knows as well as it is, also what is under way', async () => {
    const document = await hold('under way');
    await send(document, 'jws-1');
    await stamp(await hold('stamped'), 'jws-2');
    await close();
    await bench.asSuperuser("UPDATE log_agreement SET identity = 'another'");
    expect(await run()).toMatchObject({ kind: 'reconciled', restored: 0 });
    expect(
      await store.settle(document.lease, { kind: 'stamped', attempt: 1, stamp: STAMP, raw: STAMPED_RAW }),
    ).not.toBe(null);
  });

  it('are asked for where they are not there, or numbers are skipped instead, visibly', async () => {
    await stamp(await hold('one'), 'jws-1');
    const forget = await remember();
    await stamp(await hold('two'), 'jws-2');
    await close();
    await forget();
    const empty = mkdtempSync(join(tmpdir(), 'sello-journal-'));
    expect(await run({ folders: [empty] })).toMatchObject({
      kind: 'journals_missing',
      obstacle: 'it goes on in another log',
    });
    const skipped = await run({ folders: [empty], skip: 50 });
    expect(skipped).toMatchObject({ kind: 'reconciled', restored: 0 });
    const [moved] = await bench.asSuperuser`SELECT last_number FROM series WHERE company_id = ${companyId}`;
    expect(moved).toEqual({ last_number: '51' });
    const [audit] = await bench.asSuperuser`SELECT detail FROM audit_events
      WHERE kind = 'series_moved' AND company_id = ${companyId}`;
    expect(audit?.['detail']).toMatchObject({ skipped: 50, last_number: '51' });
    // A series that begins later may have begun before, too.
    const request = claimRequest(companyId, {
      seriesMode: 'point_of_sale',
      prepared: { establishment: establishmentOf('S009') },
    });
    const { record } = heldOf(await createDocumentStore(bench.pool, CLOCK).claim(request));
    expect(Number(record.numeroControl.slice(-15))).toBeGreaterThan(50);
    rmSync(empty, { recursive: true });
  });

  it('stop nodes until somebody has reconciled, those that still run as well', async () => {
    const work = createWorkStore(bench.pool, CLOCK);
    await stamp(await hold('one'), 'jws-1');
    const forget = await remember();
    const two = await hold('two');
    await store.release(two.lease, 0);
    await forget();
    await expect(hold('three')).rejects.toMatchObject({ code: 'SE010' });
    expect(await store.claim(claimRequest(companyId, { externalRef: refOf('one') }))).toMatchObject({
      kind: 'stamped',
    });
    await close();
    await run({ skip: 0 });
    const documentId = (await hold('three')).record.documentId;
    expect(await work.take({ companyId, documentId, leaseMs: 1, mostTakings: 9, early: true })).toMatchObject(
      { kind: 'gone' },
    );
  });

  it('are files of one process that nobody else reads, ended at their size and removed after their time', async () => {
    for (const turn of [1, 2, 3, 4, 5, 6])
      await stamp(await hold(`sale ${turn}`), `jws-${turn}`.padEnd(900, '.'));
    await close();
    const names = readdirSync(folder).filter((one) => one.startsWith('journal-'));
    expect(names.length).toBeGreaterThan(1);
    for (const one of names) expect(statSync(join(folder, one)).mode & 0o777).toBe(0o600);
    const later = openJournal(folder, { ...LIMITS, keepMs: -1 });
    await later.write({
      atMs: 0,
      companyId,
      documentId: idOf('d'),
      fence: '1',
      entry: { kind: 'resend', number: 1 },
    });
    await later.close();
    const [left = ''] = readdirSync(folder).filter((one) => one.startsWith('journal-'));
    const { byCompany } = await readJournal(join(folder, left));
    expect(byCompany.get(companyId)).toMatchObject([
      { documentId: idOf('d'), others: [{ number: 1, outcome: 'unknown' }] },
    ]);
  });
});
