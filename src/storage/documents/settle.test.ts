import { beforeEach, describe, expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { refOf } from '../../../test/support/identifiers.ts';
import { shared } from '../../../test/support/shared.ts';
import { claimRequest, heldOf, present, sharedBench } from '../../../test/support/storage-bench.ts';
import { withAttempt } from '../../../test/support/with-attempt.ts';
import type { HeldDocument, Verdict } from '../../operations/documents/ports.ts';
import { inCompany } from '../connection/transaction.ts';
import { createDocumentStore } from './document-store.ts';

const STAMPED: Verdict = { kind: 'stamped', attempt: 1, stamp: STAMP, raw: STAMPED_RAW };
const REJECTED: Verdict = { kind: 'rejected', attempt: 1, rejection: REJECTION, raw: REJECTED_RAW };
const SILENCE: Verdict = { kind: 'silence', reason: 'socket hang up', retryMs: 60_000 };

describeOnDatabases('a verdict', (name) => {
  let companyId: string;
  const bench = sharedBench(name);
  const store = shared(() =>
    createDocumentStore(bench.pool, { now: () => Date.now(), monotonic: () => performance.now() }),
  );
  beforeEach(async () => {
    companyId = await bench.addCompany();
  });

  const hold = async (payload = 'A') =>
    heldOf(await store.claim(claimRequest(companyId, { externalRef: refOf('ref'), prepared: { payload } })));
  const send = async (document: HeldDocument, jws = 'bytes') => {
    const { record, wantedHash: payloadHash, attempts, lease } = document;
    const number = (attempts.at(-1)?.number ?? 0) + 1;
    const attempt = {
      number,
      codigoGeneracion: record.codigoGeneracion,
      payloadHash,
      jws,
      contingencia: null,
    };
    return withAttempt(document, present(await store.recordAttempt(lease, attempt, 20_000)));
  };
  /** What the lease holder makes of the answer, which is what the database keeps. */
  const settle = async ({ lease, record }: HeldDocument, verdict: Verdict) => {
    const settled = { ...record, ...present(await store.settle(lease, verdict)).fields };
    expect(await store.find(companyId, record.documentId)).toEqual(settled);
    return settled;
  };
  const row = async (columns: string) =>
    present(
      (await bench.asSuperuser(`SELECT ${columns} FROM documents WHERE company_id = $1`, [companyId]))[0],
    );
  const asService = (text: string) =>
    inCompany(bench.pool, companyId, (client) => client.query(text, [companyId]));

  describe('a stamp', () => {
    it('is kept with the attempt that carried it and the answer, which are all that is noted of it', async () => {
      const sent = await send(await hold());
      const record = await settle(sent, STAMPED);
      expect(record).toMatchObject({
        state: 'stamped',
        selloRecibido: STAMP.selloRecibido,
        codigoMsg: '001',
        message: 'RECIBIDO',
        observaciones: [],
        hasWanted: false,
      });
      expect(
        await row('stamped_attempt, processed_at, lease_until, settled_at IS NOT NULL AS settled'),
      ).toEqual({
        stamped_attempt: 1,
        processed_at: STAMP.fhProcesamiento,
        lease_until: null,
        settled: true,
      });
      const [attempt] = await bench.asSuperuser`SELECT outcome, answer_status, answer_body,
        settled_at IS NOT NULL AS settled FROM attempts WHERE company_id = ${companyId}`;
      const { status: answer_status, body: answer_body } = STAMPED_RAW;
      expect(attempt).toEqual({ outcome: 'stamped', answer_status, answer_body, settled: true });
      expect(
        await bench.asSuperuser('SELECT kind FROM audit_events WHERE company_id = $1', [companyId]),
      ).toEqual([]);
    });

    it('drops the payload that waited, visibly', async () => {
      await settle(await send(await hold('A')), SILENCE);
      const record = await settle(await hold('B'), STAMPED);
      expect(record).toMatchObject({ state: 'stamped', hasWanted: false });
      expect(record.message).toMatch(/datos nuevos no se aplicaron/);
      expect(await row('wanted, draft')).toMatchObject({
        wanted: null,
        draft: expect.stringContaining('"A"'),
      });
    });

    it('is tied to the code of its attempt, whatever the document carries since', async () => {
      const sent = await send(await hold());
      const { codigoGeneracion } = sent.record;
      await bench.asSuperuser`UPDATE documents SET generation_code = '00000000-0000-4000-8000-00000000000A'
        WHERE company_id = ${companyId}`;
      expect((await settle(sent, STAMPED)).codigoGeneracion).toBe(codigoGeneracion);
    });
  });

  describe('what is stamped', () => {
    beforeEach(async () => {
      await settle(await send(await hold()), STAMPED);
    });

    it.each([
      `state = 'rejected', reception_stamp = NULL, stamped_attempt = NULL`,
      `reception_stamp = repeat('X', 40)`,
      `draft = '{}'`,
      `summary = '{}'`,
      `payload_hash = 'other'`,
      `generation = 'v1'`,
      `generation_code = '00000000-0000-4000-8000-00000000000A'`,
      `stamped_attempt = 2`,
      `processed_at = 'later'`,
      `message = 'other'`,
      `message_code = '002'`,
      `observations = '["x"]'`,
      `wanted = '{}'`,
      `settled_at = now() + interval '1 day'`,
    ])('refuses SET %s to the service', async (change) => {
      await expect(asService(`UPDATE documents SET ${change} WHERE company_id = $1`)).rejects.toMatchObject({
        code: 'SE002',
      });
    });

    it('keeps its bytes, its answer and itself', async () => {
      const changes = [`jws = 'forged'`, `outcome = 'rejected'`, `answer_body = ''`, 'attempt = 9'];
      for (const change of changes) {
        const forging = asService(`UPDATE attempts SET ${change} WHERE company_id = $1`);
        await expect(forging).rejects.toMatchObject({ code: 'SE003' });
      }
      for (const table of ['documents', 'attempts', 'audit_events', 'series']) {
        const deleting = asService(`DELETE FROM ${table} WHERE company_id = $1`);
        await expect(deleting).rejects.toThrow(/permission denied/);
        await expect(asService(`TRUNCATE ${table}`)).rejects.toThrow();
      }
    });

    it('lets only its lease change', async () => {
      const changed = await asService(
        `UPDATE documents SET lease_until = now(), lease_holder = NULL, fence = fence + 1 WHERE company_id = $1`,
      );
      expect(changed.rowCount).toBe(1);
    });
  });

  it.each([
    `external_ref = 'other'`,
    `doc_type = '03'`,
    `environment = '01'`,
    `control_number = replace(control_number, '1', '2')`,
    'fiscal_year = fiscal_year + 1',
    `establishment = 'S001'`,
    `point_of_sale = 'P002'`,
    `posted_at = posted_at + interval '1 second'`,
    'document_id = gen_random_uuid()',
  ])('what is numbered refuses SET %s', async (change) => {
    await hold();
    await expect(asService(`UPDATE documents SET ${change} WHERE company_id = $1`)).rejects.toMatchObject({
      code: 'SE001',
    });
  });

  describe('a rejection', () => {
    it('is noted each time, with the words that a retry overwrites', async () => {
      await settle(await send(await hold('A')), REJECTED);
      const { documentId } = await settle(await send(await hold('B')), { ...REJECTED, attempt: 2 });
      const { descripcionMsg: message, codigoMsg: message_code, observaciones: observations } = REJECTION;
      const detail = { message, message_code, observations };
      expect(
        await bench.asSuperuser`SELECT kind, document_id, detail FROM audit_events
          WHERE company_id = ${companyId} ORDER BY event_id`,
      ).toEqual(Array(2).fill({ kind: 'rejected', document_id: documentId, detail }));
    });

    it('survives whatever characters the authority wrote', async () => {
      const observaciones = ['nul \u0000 here', 'half \ud83d character', '\u2028'];
      const rejection = { ...REJECTION, descripcionMsg: 'a\u0000b', codigoMsg: '09\u0000', observaciones };
      const raw = { status: 400, body: 'x\u0000\ud83dy' };
      const record = await settle(await send(await hold()), { ...REJECTED, rejection, raw });
      expect(record.observaciones).toEqual(['nul \uFFFD here', 'half \uFFFD character', '\u2028']);
      expect(record.message).toBe('a\uFFFDb');
      expect((await store.signedBytes(companyId, record.documentId))?.answer?.body).toBe('x\uFFFD\uFFFDy');
    });
  });

  describe('silence', () => {
    it('is noted once while it lasts', async () => {
      await settle(await send(await hold('A')), SILENCE);
      await settle(await hold('A'), SILENCE);
      await settle(await hold('A'), SILENCE);
      const notes = await bench.asSuperuser`SELECT kind FROM audit_events WHERE company_id = ${companyId}`;
      expect(notes).toEqual([{ kind: 'silence' }]);
    });

    it('is told apart from a sign-in that was refused', async () => {
      const refused = await settle(await send(await hold()), { ...SILENCE, cause: 'sign_in_refused' });
      expect(refused.message).toMatch(/^Hacienda no aceptó el usuario o la contraseña/);
      expect((await settle(await hold(), SILENCE)).message).toMatch(/^Hacienda no respondió;/);
    });

    it('survives whatever the reason holds', async () => {
      const record = await settle(await hold(), { kind: 'silence', reason: '\u0000\ud83d', retryMs: 60_000 });
      expect(record.state).toBe('contingency');
    });
  });
});
