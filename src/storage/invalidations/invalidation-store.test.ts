import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { idOf } from '../../../test/support/identifiers.ts';
import { heldInvalidation, newEvent, registerRequest } from '../../../test/support/invalidation-bench.ts';
import { finish, noteRequest, STAMPED, stampedCcf } from '../../../test/support/note-bench.ts';
import { anew, shared } from '../../../test/support/shared.ts';
import { claimRequest, heldOf, present, sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import type { Verdict } from '../../operations/documents/ports.ts';
import type {
  HeldInvalidation,
  InvalidationVerdict,
  RegisterRequest,
} from '../../operations/invalidations/ports.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createInvalidationQueue } from './invalidation-queue.ts';
import { createInvalidationStore } from './invalidation-store.ts';

const LEASE_MS = 20_000;
const SEALED: InvalidationVerdict = {
  kind: 'sealed',
  ours: true,
  selloRecibido: STAMP.selloRecibido,
  fhProcesamiento: '20/11/2026 10:00:00',
  codigoMsg: '001',
  message: 'Recibida',
  raw: { ...STAMPED_RAW, body: 'NUL \u0000, half \ud83d' },
};
const REJECTED: InvalidationVerdict = {
  kind: 'rejected',
  rejection: REJECTION,
  raw: REJECTED_RAW,
  doubtedMs: null,
};
const SILENCE: InvalidationVerdict = { kind: 'silence', reason: 'time-out', retryMs: 60_000 };

describeOnDatabases('invalidations', (name) => {
  const bench = sharedBench(name);
  const store = shared(() => createInvalidationStore(bench.pool));
  const documents = shared(() =>
    createDocumentStore(bench.pool, { now: Date.now, monotonic: () => performance.now() }),
  );
  const ccf = anew(async () => stampedCcf(documents, await bench.addCompany(), 'ccf'));

  const register = (changes: Partial<RegisterRequest> = {}) => store.register(registerRequest(ccf, changes));
  const hold = async (changes: Partial<RegisterRequest> = {}) => heldInvalidation(await register(changes));
  const send = async (held: HeldInvalidation) => {
    const attempts = present(await store.recordAttempt(held.lease, 'a.b.c', LEASE_MS));
    return { ...held, attempts };
  };
  const expire = () =>
    bench.asSuperuser`UPDATE invalidations SET lease_until = now(), next_attempt_at = now()
      WHERE company_id = ${ccf.companyId}`;
  const row = async () =>
    present(
      (await bench.asSuperuser('SELECT * FROM invalidations WHERE company_id = $1', [ccf.companyId]))[0],
    );
  const attempts = () =>
    bench.asSuperuser`SELECT * FROM invalidation_attempts WHERE company_id = ${ccf.companyId} ORDER BY attempt`;
  const subject = () => store.subject(ccf.companyId, ccf.documentId);
  const take = (mostTakings = 10) =>
    store.take({ companyId: ccf.companyId, documentId: ccf.documentId, leaseMs: LEASE_MS, mostTakings });
  const issueNote = (mode: 'lines' | 'full') =>
    documents.claim(noteRequest(ccf, { gross: mode === 'full' ? '113.00' : '11.30', mode }));

  describe('what they are made of', () => {
    it('is the draft, the seal’s instant by the authority’s own word, and what was done since', async () => {
      expect(await subject()).toEqual({
        draft: expect.stringContaining('Tienda Ejemplo'),
        sealedMs: Date.UTC(2026, 10, 20, 16, 15, 30),
        standing: { invalidation: null, notes: [] },
        invalidation: null,
      });
      await issueNote('lines');
      expect(await subject()).toMatchObject({ standing: { notes: [{ mode: 'lines', state: 'claimed' }] } });
    });

    it('falls back to the instant at which the seal came', async () => {
      const verdict: Verdict = {
        kind: 'stamped',
        attempt: 1,
        stamp: { ...STAMP, fhProcesamiento: 'ayer' },
        raw: STAMPED_RAW,
      };
      const document = heldOf(await documents.claim(claimRequest(ccf.companyId)));
      const record = await finish(documents, document, verdict);
      const found = await store.subject(ccf.companyId, record.documentId);
      expect(Math.abs(present(found?.sealedMs) - Date.now())).toBeLessThan(60_000);
    });

    it('is nothing for a document that does not exist, or is another company’s', async () => {
      expect(await store.subject(ccf.companyId, idOf(randomUUID()))).toBeNull();
      expect(await store.subject(await bench.addCompany(), ccf.documentId)).toBeNull();
    });
  });

  describe('once registered', () => {
    it('hold their document and nobody else', async () => {
      const event = newEvent();
      const { codigoGeneracion, requestedMs, draft } = event;
      const held = await hold({ event });
      const { postedMs, codigoGeneracion: documentCode } = ccf;
      expect(held).toMatchObject({
        record: { state: 'open', generation: 'v2', codigoGeneracion, selloRecibido: null },
      });
      expect(held).toMatchObject({ ambiente: '00', tipoDte: '03', requestedMs, draft, attempts: [] });
      expect(held).toMatchObject({ tries: 0, postedMs, documentCode });
      expect(await register()).toMatchObject({ kind: 'busy', record: held.record });
      expect(await take()).toEqual({ kind: 'gone' });
      expect(await subject()).toMatchObject({
        standing: { invalidation: 'open' },
        invalidation: held.record,
      });
    });

    it('are registered once, however many ask at the same moment', async () => {
      const other = createInvalidationStore(bench.anotherPool());
      const registrations = await Promise.all(
        upTo(12).map((number) => (number % 2 === 0 ? store : other).register(registerRequest(ccf))),
      );
      const kinds = registrations.map(({ kind }) => kind).sort();
      expect(kinds).toEqual([...upTo(11).map(() => 'busy'), 'held']);
    });

    it('need an event of the request where none waits', async () => {
      expect(await register({ event: null })).toEqual({ kind: 'needs_event' });
      expect(await register({ event: null, hasOwnData: false })).toEqual({ kind: 'needs_event' });
      expect(
        await bench.asSuperuser('SELECT 1 FROM invalidations WHERE company_id = $1', [ccf.companyId]),
      ).toEqual([]);
    });

    it('keep the bytes that may have arrived, whatever is asked for now', async () => {
      const first = newEvent();
      await send(await hold({ event: first }));
      await expire();
      const again = await hold({ event: newEvent('Otra razón') });
      expect(again).toMatchObject({
        record: { codigoGeneracion: first.codigoGeneracion },
        draft: first.draft,
        attempts: [
          {
            number: 1,
            jws: 'a.b.c',
            outcome: 'unknown',
            sends: 1,
            codigoGeneracion: first.codigoGeneracion,
          },
        ],
      });
    });

    it('take another event where nothing of the first can have arrived, and the same without one', async () => {
      const held = await send(await hold());
      const closed = present(await store.closeAttempt(held.lease, 1));
      expect(closed).toMatchObject([{ outcome: 'not_delivered' }]);
      await expire();
      expect(await register({ event: null })).toEqual({ kind: 'needs_event' });
      const same = await hold({ event: null, hasOwnData: false });
      expect(same.record.codigoGeneracion).toBe(held.record.codigoGeneracion);
      await expire();
      const second = newEvent('Otra razón');
      const other = await hold({ event: second });
      expect(other).toMatchObject({
        record: { codigoGeneracion: second.codigoGeneracion },
        draft: second.draft,
      });
    });
  });

  describe('under a stale lease', () => {
    it('change nothing', async () => {
      const held = await send(await hold());
      await expire();
      await hold();
      const before = [await row(), await attempts()];
      const { lease } = held;
      expect(await store.recordAttempt(lease, 'x.y.z', LEASE_MS)).toBeNull();
      expect(await store.recordResend(lease, 1, LEASE_MS)).toBeNull();
      expect(await store.closeAttempt(lease, 1)).toBeNull();
      expect(await store.renew(lease, LEASE_MS)).toBe(false);
      expect(await store.settle(lease, SEALED)).toBeNull();
      await store.release(lease, 1);
      expect([await row(), await attempts()]).toEqual(before);
    });
  });

  it('void the lease of whoever never sent what another event has replaced', async () => {
    const { lease } = await hold();
    await expire();
    await hold({ event: newEvent('Otra razón') });
    expect(await store.recordAttempt(lease, 'x.y.z', LEASE_MS)).toBeNull();
    expect(await attempts()).toEqual([]);
  });

  describe('with a verdict', () => {
    it('are sealed with everything that follows, and stay so', async () => {
      const held = await send(await hold());
      const { selloRecibido } = STAMP;
      const sealed = { state: 'sealed', selloRecibido, codigoMsg: '001', message: 'Recibida' };
      expect(await store.settle(held.lease, SEALED)).toMatchObject(sealed);
      expect(await attempts()).toMatchObject([
        { outcome: 'sealed', answer_status: 200, answer_body: 'NUL \uFFFD, half \uFFFD' },
      ]);
      const notes = await bench.asSuperuser`SELECT kind FROM audit_events
        WHERE document_id = ${ccf.documentId}`;
      expect(notes.map(({ kind }) => kind)).toContain('invalidation_sealed');
      expect(await register()).toEqual({ kind: 'changed' });
      expect(await take()).toEqual({ kind: 'gone' });
      await expect(
        bench.asSuperuser("UPDATE invalidations SET state = 'open' WHERE company_id = $1", [ccf.companyId]),
      ).rejects.toMatchObject({ code: 'SE007' });
      await expect(
        bench.asSuperuser`UPDATE invalidation_attempts SET jws = 'x' WHERE company_id = ${ccf.companyId}`,
      ).rejects.toMatchObject({ code: 'SE008' });
    });

    it('are sealed by somebody else’s event, and ours was refused', async () => {
      const held = await send(await hold());
      const verdict = { ...SEALED, ours: false, selloRecibido: null, fhProcesamiento: null };
      expect(await store.settle(held.lease, verdict)).toMatchObject({ state: 'sealed', selloRecibido: null });
      expect(await attempts()).toMatchObject([{ outcome: 'rejected' }]);
    });

    it('leave their document as it was when rejected, and are attempted again under a new code', async () => {
      const held = await send(await hold());
      const rejected = await store.settle(held.lease, REJECTED);
      expect(rejected).toMatchObject({ state: 'rejected', observaciones: REJECTION.observaciones });
      expect(await subject()).toMatchObject({ standing: { invalidation: 'rejected' } });
      expect(await take()).toEqual({ kind: 'gone' });
      const event = newEvent();
      const again = await hold({ event });
      expect(again.record).toMatchObject({
        state: 'open',
        codigoGeneracion: event.codigoGeneracion,
        message: '',
        observaciones: [],
      });
      expect(await send(again)).toMatchObject({
        attempts: [{ number: 2, codigoGeneracion: event.codigoGeneracion }],
      });
    });

    it('are also the result of whoever waited for them with the same event', async () => {
      const held = await send(await hold());
      await store.settle(held.lease, REJECTED);
      expect(await register({ waited: true })).toMatchObject({
        kind: 'settled',
        record: { state: 'rejected' },
      });
      const other = newEvent('Otra razón');
      expect((await register({ waited: true, event: other })).kind).toBe('held');
    });

    it('without one, wait longer each time and note the first silence alone', async () => {
      const held = await send(await hold());
      expect(await store.settle(held.lease, SILENCE)).toMatchObject({
        state: 'open',
        message: 'Hacienda no respondió; la invalidación se volverá a enviar.',
      });
      await expire();
      const again = await hold();
      expect(again.tries).toBe(1);
      await store.settle(again.lease, SILENCE);
      const notes = await bench.asSuperuser`SELECT kind FROM audit_events
        WHERE document_id = ${ccf.documentId}`;
      expect(notes.filter(({ kind }) => kind === 'invalidation_silence')).toHaveLength(1);
    });
  });

  describe('beside notes', () => {
    it.each(['lines', 'full'] as const)('give way to a %s note that was there before', async (mode) => {
      const { kind } = await issueNote(mode);
      expect([kind, await register()]).toEqual(['held', { kind: 'changed' }]);
    });

    it('keep notes away, and give way to them again once rejected', async () => {
      const held = await send(await hold());
      expect(await issueNote('lines')).toEqual({
        kind: 'not_adjustable',
        obstacle: { code: 'ccf_invalidated', places: {}, of: null },
      });
      await store.settle(held.lease, REJECTED);
      expect((await issueNote('lines')).kind).toBe('held');
      expect(await register()).toEqual({ kind: 'changed' });
    });

    it('of the same moment, one wins', async () => {
      const rounds = await Promise.all(
        upTo(10).map(async (round) => {
          const document = await stampedCcf(documents, ccf.companyId, `ccf ${round}`);
          const [claim, registration] = await Promise.all([
            documents.claim(noteRequest(document, { gross: '11.30' })),
            store.register(registerRequest(document)),
          ]);
          return `${claim.kind} ${registration.kind}`;
        }),
      );
      for (const round of rounds) expect(['held changed', 'not_adjustable held']).toContain(round);
    });

    it('of a note give its amount back once sealed', async () => {
      const note = await finish(documents, heldOf(await issueNote('full')), STAMPED);
      const held = heldInvalidation(await store.register(registerRequest(note)));
      expect(await subject()).toMatchObject({ standing: { notes: [{ invalidation: 'open' }] } });
      expect(await register()).toEqual({ kind: 'changed' });
      await send(held);
      await store.settle(held.lease, SEALED);
      expect((await register()).kind).toBe('held');
    });

    it.each([
      [1, 2, 'changed'],
      [2, 2, 'held'],
    ] as const)('end with their window: until %i, at %i, %s', async (directUntilMs, nowMs, kind) => {
      expect((await register({ directUntilMs, nowMs })).kind).toBe(kind);
    });
  });

  describe('for the background', () => {
    it('are due once nobody holds them, taken once, and put aside after too many takings', async () => {
      await hold();
      await expire();
      const [first, second] = await Promise.all([take(), take()]);
      expect([first.kind, second.kind].sort()).toEqual(['gone', 'held']);
      await expire();
      expect(await take(1)).toEqual({ kind: 'put_aside' });
      expect(await take()).toEqual({ kind: 'gone' });
      expect((await register()).kind).toBe('held');
      expect(
        await bench.asSuperuser`SELECT takings, put_aside_at FROM invalidations
          WHERE company_id = ${ccf.companyId}`,
      ).toEqual([{ takings: 0, put_aside_at: null }]);
    });

    it('come by turns of their companies, none of a company that nobody answers', async () => {
      const queue = createInvalidationQueue(bench.operator, ['00']);
      const dark = await stampedCcf(documents, await bench.addCompany(), 'dark');
      for (const reference of ['one', 'two', 'three']) {
        const document = await stampedCcf(documents, ccf.companyId, reference);
        await store.register(registerRequest(document));
      }
      await store.register(registerRequest(dark));
      await bench.asSuperuser(
        "UPDATE invalidations SET lease_until = NULL, next_attempt_at = now() WHERE state = 'open'",
      );
      const accounts = [{ companyId: dark.companyId, ambiente: '00' } as const];
      const ours = async (limits: Parameters<typeof queue.due>[0]) =>
        (await queue.due(limits)).map(({ companyId }) => companyId);
      const all = await ours({ total: 100, perCompany: 2 });
      expect(all.filter((id) => id === ccf.companyId)).toHaveLength(2);
      expect(all).toContain(dark.companyId);
      const order = await ours({ total: 1000, perCompany: 1 });
      expect(order).toEqual(order.toSorted());
      for (const [place, after] of order.entries())
        expect(await ours({ total: 1, perCompany: 2, after })).toEqual([order[(place + 1) % order.length]]);
      const bright = await ours({ total: 100, perCompany: 2, offline: { accounts, quarantineMs: 0 } });
      expect(bright).not.toContain(dark.companyId);
      expect(
        await createInvalidationQueue(bench.operator, ['01']).due({ total: 100, perCompany: 2 }),
      ).toEqual([]);
    });

    it('wake when the authority is back', async () => {
      const held = await send(await hold());
      await store.settle(held.lease, { ...SILENCE, retryMs: 3_600_000 });
      expect(await take()).toEqual({ kind: 'gone' });
      await store.wake(ccf.companyId, '01', 0);
      expect(await take()).toEqual({ kind: 'gone' });
      await store.wake(ccf.companyId, '00', 0);
      expect((await take()).kind).toBe('held');
    });
  });
});
