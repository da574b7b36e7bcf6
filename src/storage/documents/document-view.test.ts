import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { emailOf, refOf } from '../../../test/support/identifiers.ts';
import { heldInvalidation, registerRequest } from '../../../test/support/invalidation-bench.ts';
import {
  finish,
  noteRequest,
  REJECTED,
  STAMPED,
  send,
  stampedCcf,
} from '../../../test/support/note-bench.ts';
import { shared } from '../../../test/support/shared.ts';
import { claimRequest, heldOf, present, sharedBench } from '../../../test/support/storage-bench.ts';
import { watchedPool } from '../../../test/support/watched-pool.ts';
import type { RawAnswer } from '../../operations/authority/ports.ts';
import type { DocumentRead, DocumentReader } from '../../operations/documents/reading-ports.ts';
import { createInvalidationStore } from '../invalidations/invalidation-store.ts';
import { createDocumentStore } from './document-store.ts';
import { createDocumentReader } from './document-view.ts';
import { createStandingReader } from './standing-reader.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };
const UNTOUCHED = { invalidation: null, notes: [] };

describeOnDatabases('a document as it is shown', (name) => {
  let companyId: string;
  const bench = sharedBench(name);
  const store = shared(() => createDocumentStore(bench.pool, CLOCK, { installationMails: true }));
  const reader = shared(() => createDocumentReader(bench.pool, false));
  beforeEach(async () => {
    companyId = await bench.addCompany();
  });

  const find = (idOrRef: string, changes: Partial<DocumentRead> = {}) =>
    reader.view(companyId, { idOrRef, bytes: false, ...changes });
  const view = async (idOrRef: string, changes: Partial<DocumentRead> = {}) =>
    present(await find(idOrRef, changes));
  const hold = async (externalRef: string, changes: Parameters<typeof claimRequest>[1] = {}) =>
    heldOf(await store.claim(claimRequest(companyId, { externalRef: refOf(externalRef), ...changes })));

  it('is found by its identifier, and by its reference byte for byte', async () => {
    const { record } = await hold('Réf-Ñ "1" \\ 🧾');
    for (const idOrRef of [record.documentId, record.externalRef, record.documentId.toUpperCase()])
      expect((await view(idOrRef)).record).toEqual(record);
    const others = [
      'Réf-Ñ "1" \\ 🧾 ',
      'réf-ñ "1" \\ 🧾',
      'Réf-Ñ "1" \\ 🧾'.normalize('NFD'),
      randomUUID(),
      '',
    ];
    expect(await Promise.all(others.map((other) => find(other)))).toEqual(others.map(() => null));
  });

  it('is the one of this identifier before the one of this reference', async () => {
    const { record } = await hold('first');
    const named = await hold(record.documentId);
    expect((await view(record.documentId)).record.externalRef).toBe('first');
    expect((await view(named.record.documentId)).record.externalRef).toBe(record.documentId);
  });

  it('is another company’s by no name', async () => {
    const { record } = await hold('ref');
    const other = await bench.addCompany();
    for (const idOrRef of [record.documentId, 'ref'])
      expect(await reader.view(other, { idOrRef, bytes: true })).toBeNull();
  });

  it('is all of it read in one statement', async () => {
    await hold('ref');
    const pool = watchedPool(bench.pool);
    await createDocumentReader(pool, false).view(companyId, { idOrRef: 'ref', bytes: true });
    expect(pool.statements).toEqual(['read-document']);
  });

  it('has the record that the store tells of it, whatever its state', async () => {
    const documents = [await hold('claimed'), await send(store, await hold('in flight'))];
    await finish(store, await hold('stamped'), STAMPED);
    await finish(store, await hold('rejected'), REJECTED);
    const { lease } = await send(store, await hold('silent'));
    await store.settle(lease, { kind: 'silence', reason: 'time-out', retryMs: 0 });
    await hold('silent', { prepared: { payload: 'another' } });
    for (const ref of [...documents.map(({ record }) => record.externalRef), 'stamped', 'rejected', 'silent'])
      expect((await view(ref)).record).toEqual(await store.find(companyId, ref));
    expect((await view('silent')).record.hasWanted).toBe(true);
  });

  it('brings its signed bytes only where they are asked for, with the answer that they got', async () => {
    const held = await hold('ref');
    expect((await view('ref', { bytes: true })).signed).toBeNull();
    const sent = await send(store, held);
    expect((await view('ref', { bytes: true })).signed).toEqual(signed('a.b.c', null));
    await store.settle(sent.lease, STAMPED);
    expect((await view('ref', { bytes: true })).signed).toEqual(signed('a.b.c', STAMPED_RAW));
    expect((await view('ref')).signed).toBeNull();
  });

  it('brings the bytes that were stamped, or else those that were signed last', async () => {
    const rejected = await send(store, await hold('ref'));
    await store.settle(rejected.lease, REJECTED);
    const again = await hold('ref');
    const attempt = { number: 2, codigoGeneracion: again.record.codigoGeneracion, jws: 'second' };
    const { wantedHash: payloadHash, lease } = again;
    await store.recordAttempt(lease, { ...attempt, payloadHash, contingencia: null }, 1_000);
    expect((await view('ref', { bytes: true })).signed).toEqual(signed('second', null));
    await store.closeAttempt(lease, 2, 'absent');
    await store.keepUnsent(lease, { ...attempt, number: 3, jws: 'third', payloadHash, contingencia: null });
    expect((await view('ref', { bytes: true })).signed?.jws).toBe('third');
    await store.recordResend(lease, 2, 1_000);
    await store.settle(lease, { kind: 'stamped', attempt: 2, stamp: STAMP, raw: STAMPED_RAW });
    expect((await view('ref', { bytes: true })).signed).toEqual(signed('second', STAMPED_RAW));
    const kept = await store.signedBytes(companyId, again.record.documentId);
    expect((await view('ref', { bytes: true })).signed).toMatchObject(Object(kept));
  });

  it('has the standing that others see: its notes and its invalidation', async () => {
    const ccf = await stampedCcf(store, companyId, 'ccf');
    expect(await view('ccf')).toMatchObject({ standing: UNTOUCHED, ccfId: null });
    const note = heldOf(await store.claim(noteRequest(ccf, { externalRef: refOf('nota'), gross: '33.90' })));
    const shown = await view('ccf');
    expect(shown.standing).toEqual(
      await createStandingReader(bench.pool).standing(companyId, ccf.documentId),
    );
    expect(shown.standing.notes).toMatchObject([{ documentId: note.record.documentId, mode: 'lines' }]);
    expect(await view('nota')).toMatchObject({ standing: UNTOUCHED, ccfId: ccf.documentId });
    const other = await stampedCcf(store, companyId, 'other');
    const registered = await createInvalidationStore(bench.pool).register(registerRequest(other));
    expect(heldInvalidation(registered).record.state).toBe('open');
    expect((await view('other')).standing).toEqual({ invalidation: 'open', notes: [] });
  });

  it('tells whether anybody can send it: the installation, or the company itself', async () => {
    await hold('ref');
    const installation = createDocumentReader(bench.pool, true);
    const isConfigured = async (by: DocumentReader) =>
      present(await by.view(companyId, { idOrRef: 'ref', bytes: false })).delivery.isConfigured;
    expect([await isConfigured(reader), await isConfigured(installation)]).toEqual([false, true]);
    await bench.asSuperuser`UPDATE companies
      SET profile = jsonb_set(profile, '{delivery}', '{"smtp":{"host":"h"}}') WHERE company_id = ${companyId}`;
    expect([await isConfigured(reader), await isConfigured(installation)]).toEqual([true, true]);
  });

  it('tells its messages in the order in which they were queued, without those withdrawn', async () => {
    const draft = JSON.stringify({ receptor: { correo: 'cliente@example.com' } });
    const redirect = { email: emailOf('otra@example.com'), whatsapp: '7777-7777' };
    const held = await hold('ref', { redirect, prepared: { draft } });
    expect((await view('ref')).delivery).toEqual({
      isConfigured: false,
      messages: [],
      redirectWhatsapp: '7777-7777',
    });
    const { lease } = await send(store, held);
    await store.settle(lease, { kind: 'silence', reason: 'time-out', retryMs: 0 });
    await bench.asSuperuser`UPDATE deliveries
        SET state = 'sent', next_attempt_at = NULL, sent_at = '2026-11-20T10:00:00.123Z',
        queued_at = queued_at - interval '1 h'
      WHERE company_id = ${companyId} AND address LIKE 'otra%'`;
    const again = await hold('ref', { redirect, prepared: { draft } });
    await store.settle(again.lease, STAMPED);
    const told = { sentMs: null, lastError: null };
    const sent = { state: 'sent', sentMs: Date.UTC(2026, 10, 20, 10, 0, 0, 123) };
    expect((await view('ref')).delivery.messages).toEqual([
      { ...told, ...sent, kind: 'contingency', address: 'otra@example.com' },
      { ...told, kind: 'stamped', address: 'cliente@example.com', state: 'queued' },
      { ...told, kind: 'stamped', address: 'otra@example.com', state: 'queued' },
    ]);
  });
});

/** The signed bytes as they are shown, with the hash that was kept beside them. */
function signed(jws: string, answer: RawAnswer | null) {
  return { jws, sha256: createHash('sha256').update(jws).digest('hex'), answer };
}
