import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../../test/support/answers.ts';
import { describeOnDatabases } from '../../test/support/database.ts';
import {
  claimRequest,
  heldOf,
  openStorageBench,
  present,
  type StorageBench,
} from '../../test/support/storage-bench.ts';
import type { DocumentStore, HeldDocument, Lease, NewAttempt } from '../operations/ports.ts';
import { createDocumentStore } from './document-store.ts';

const LEASE_MS = 20_000;

function firstAttempt({ record, wantedHash }: HeldDocument): NewAttempt {
  return {
    number: 1,
    codigoGeneracion: record.codigoGeneracion,
    payloadHash: wantedHash,
    jws: 'a.b.ñ',
    contingencia: null,
  };
}

describeOnDatabases('between claim and verdict', (name) => {
  let bench: StorageBench;
  let companyId: string;
  let store: DocumentStore;
  beforeAll(async () => {
    bench = await openStorageBench(name);
    store = createDocumentStore(bench.pool, { now: () => Date.now(), monotonic: () => performance.now() });
  });
  afterAll(() => bench.drop());
  beforeEach(async () => {
    companyId = await bench.addCompany();
  });

  const hold = async (payload = 'A') =>
    heldOf(await store.claim(claimRequest(companyId, { externalRef: 'ref', prepared: { payload } })));
  const send = async (document: HeldDocument) =>
    present(await store.recordAttempt(document.lease, firstAttempt(document), LEASE_MS));
  const expireLease = () =>
    bench.asSuperuser('UPDATE documents SET lease_until = now() WHERE company_id = $1', [companyId]);
  const everything = async () => ({
    documents: await bench.asSuperuser(
      'SELECT to_jsonb(d) - $2::text[] AS row FROM documents d WHERE company_id = $1',
      [companyId, ['xmin']],
    ),
    attempts: await bench.asSuperuser('SELECT to_jsonb(a) AS row FROM attempts a WHERE company_id = $1', [
      companyId,
    ]),
    events: await bench.asSuperuser('SELECT kind FROM audit_events WHERE company_id = $1', [companyId]),
  });

  describe('recording an attempt', () => {
    it('keeps the bytes as unknown, with their hash, and puts the document in flight', async () => {
      const before = performance.now();
      const held = await send(await hold());
      expect(held.record.state).toBe('in_flight');
      const [attempt] = held.attempts;
      expect(attempt).toMatchObject({ number: 1, jws: 'a.b.ñ', outcome: 'unknown', sends: 1 });
      expect(present(attempt).lastSentMs).toBeGreaterThan(before - 1000);
      expect(present(attempt).lastSentMs).toBeLessThan(performance.now() + 1000);
      const [row] = await bench.asSuperuser('SELECT jws_sha256 FROM attempts WHERE company_id = $1', [
        companyId,
      ]);
      expect(row).toEqual({ jws_sha256: createHash('sha256').update('a.b.ñ').digest() });
    });

    it('is refused beside one of unknown fate', async () => {
      const held = await send(await hold());
      const second = { ...firstAttempt(held), number: 2 };
      await expect(store.recordAttempt(held.lease, second, LEASE_MS)).rejects.toThrow(/attempts_one_unknown/);
      const before = await everything();
      expect(before.attempts).toHaveLength(1);
    });

    it('extends the lease', async () => {
      const document = await hold();
      await expireLease();
      await send(document);
      const again = await store.claim(claimRequest(companyId, { externalRef: 'ref' }));
      expect(again.kind).toBe('busy');
    });
  });

  describe('resending', () => {
    it('counts the sendings and keeps the bytes', async () => {
      const held = await send(await hold());
      await bench.asSuperuser(
        `UPDATE attempts SET last_sent_at = last_sent_at - interval '1 hour' WHERE company_id = $1`,
        [companyId],
      );
      const again = present(await store.recordResend(held.lease, 1, LEASE_MS));
      expect(again.attempts).toMatchObject([{ number: 1, sends: 2, jws: 'a.b.ñ', outcome: 'unknown' }]);
      expect(performance.now() - present(again.attempts[0]).lastSentMs).toBeLessThan(5000);
    });

    it.each(['not_delivered', 'absent'] as const)('opens %s bytes again and counts anew', async (outcome) => {
      const held = await send(await hold());
      await store.recordResend(held.lease, 1, LEASE_MS);
      await store.closeAttempt(held.lease, 1, outcome);
      const again = present(await store.recordResend(held.lease, 1, LEASE_MS));
      expect(again.attempts).toMatchObject([{ sends: 1, outcome: 'unknown' }]);
    });

    it('of an attempt that does not exist is a mistake that changes nothing', async () => {
      const held = await send(await hold());
      const before = await everything();
      await expect(store.recordResend(held.lease, 7, LEASE_MS)).rejects.toThrow(/missing/);
      expect(await everything()).toEqual(before);
    });
  });

  describe('closing an attempt', () => {
    it.each(['not_delivered', 'absent'] as const)('notes that it was %s', async (outcome) => {
      const held = await send(await hold());
      const closed = present(await store.closeAttempt(held.lease, 1, outcome));
      expect(closed.attempts).toMatchObject([{ number: 1, outcome }]);
      expect(closed.record.state).toBe('in_flight');
    });

    it('makes the payload that waited the document’s own', async () => {
      await store.settle((await send(await hold('A'))).lease, {
        kind: 'silence',
        reason: 'x',
        retryMs: 60_000,
      });
      const changed = await hold('B');
      const closed = present(await store.closeAttempt(changed.lease, 1, 'absent'));
      expect(closed.record).toMatchObject({ hasWanted: false, payloadHash: changed.wantedHash });
      expect(closed.wantedHash).toBe(changed.wantedHash);
      expect(closed.draft).toContain('"payload":"B"');
      expect(closed.attempts[0]?.payloadHash).not.toBe(closed.wantedHash);
    });

    it('leaves room for new bytes', async () => {
      const held = await send(await hold());
      const closed = present(await store.closeAttempt(held.lease, 1, 'absent'));
      const second = { ...firstAttempt(closed), number: 2, jws: 'second' };
      const sent = present(await store.recordAttempt(closed.lease, second, LEASE_MS));
      expect(sent.attempts).toMatchObject([{ number: 2, jws: 'second', outcome: 'unknown' }]);
    });

    it('that is not open is a mistake that changes nothing', async () => {
      await store.settle((await send(await hold('A'))).lease, {
        kind: 'silence',
        reason: 'x',
        retryMs: 60_000,
      });
      const changed = await hold('B');
      const before = await everything();
      await expect(store.closeAttempt(changed.lease, 2, 'absent')).rejects.toThrow(/not open/);
      expect(await everything()).toEqual(before);
    });
  });

  it('a release ends the lease and nothing else', async () => {
    const held = await send(await hold());
    const before = await everything();
    await store.release(held.lease, 60_000);
    const after = await everything();
    expect(after.attempts).toEqual(before.attempts);
    expect((await hold()).attempts).toMatchObject([{ outcome: 'unknown' }]);
  });

  describe('a holder whose lease was taken over', () => {
    const writes: readonly (readonly [string, (lease: Lease, document: HeldDocument) => Promise<unknown>])[] =
      [
        [
          'records no attempt',
          (lease, doc) => store.recordAttempt(lease, { ...firstAttempt(doc), number: 2 }, LEASE_MS),
        ],
        ['resends nothing', (lease) => store.recordResend(lease, 1, LEASE_MS)],
        ['closes nothing', (lease) => store.closeAttempt(lease, 1, 'absent')],
        [
          'settles no stamp',
          (lease) => store.settle(lease, { kind: 'stamped', attempt: 1, stamp: STAMP, raw: STAMPED_RAW }),
        ],
        [
          'settles no rejection',
          (lease) =>
            store.settle(lease, { kind: 'rejected', attempt: 1, rejection: REJECTION, raw: REJECTED_RAW }),
        ],
        [
          'settles no silence',
          (lease) => store.settle(lease, { kind: 'silence', reason: 'late', retryMs: 60_000 }),
        ],
      ];

    it.each(writes)('%s', async (_title, write) => {
      const stale = await send(await hold());
      await expireLease();
      await hold();
      const before = await everything();
      expect(await write(stale.lease, stale)).toBeNull();
      expect(await everything()).toEqual(before);
    });

    it('neither renews nor releases', async () => {
      const stale = await send(await hold());
      await expireLease();
      await hold();
      const before = await everything();
      expect(await store.renew(stale.lease, LEASE_MS)).toBe(false);
      await store.release(stale.lease, 60_000);
      expect(await everything()).toEqual(before);
      expect((await store.claim(claimRequest(companyId, { externalRef: 'ref' }))).kind).toBe('busy');
    });
  });
});
