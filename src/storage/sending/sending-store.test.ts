import { beforeEach, describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { heldInvalidation, registerRequest } from '../../../test/support/invalidation-bench.ts';
import { stampedCcf } from '../../../test/support/note-bench.ts';
import { shared } from '../../../test/support/shared.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import type { SentBytes } from '../../core/submitting/attempt.ts';
import type { Lease } from '../../operations/documents/ports.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { attemptsOf } from '../invalidations/invalidation-rows.ts';
import { createInvalidationStore } from '../invalidations/invalidation-store.ts';
import { LEASED_INVALIDATIONS } from './leased-rows.ts';
import { createSending } from './sending-store.ts';

const LEASE_MS = 20_000;

describeOnDatabases('the holder of a lease', (name) => {
  let lease: Lease;
  const bench = sharedBench(name);
  const store = shared(
    () => createSending<Lease, SentBytes>(bench.pool, LEASED_INVALIDATIONS, attemptsOf).methods,
  );
  beforeEach(async () => {
    const documents = createDocumentStore(bench.pool, { now: Date.now, monotonic: () => performance.now() });
    const ccf = await stampedCcf(documents, await bench.addCompany(), 'ccf');
    lease = heldInvalidation(await createInvalidationStore(bench.pool).register(registerRequest(ccf))).lease;
  });
  const reject = () =>
    bench.asSuperuser`UPDATE invalidation_attempts SET outcome = 'rejected'
      WHERE company_id = ${lease.companyId}`;

  it('is told the attempts that matter after each write', async () => {
    const first = { number: 1, jws: 'first', outcome: 'unknown', sends: 1 };
    expect(await store.recordAttempt(lease, 'first', LEASE_MS)).toMatchObject([first]);
    expect(await store.recordResend(lease, 1, LEASE_MS)).toMatchObject([{ ...first, sends: 2 }]);
    expect(await store.closeAttempt(lease, 1)).toMatchObject([{ number: 1, outcome: 'not_delivered' }]);
    await reject();
    const second = { number: 2, jws: 'second', outcome: 'unknown', sends: 1 };
    expect(await store.recordAttempt(lease, 'second', LEASE_MS)).toMatchObject([second]);
    expect(await store.renew(lease, LEASE_MS)).toBe(true);
  });

  it('is another one after a release, and the first one writes nothing', async () => {
    await store.recordAttempt(lease, 'first', LEASE_MS);
    await store.release(lease, 0);
    const { companyId, documentId } = lease;
    const taking = { companyId, documentId, leaseMs: LEASE_MS, mostTakings: 3 };
    const taken = await createInvalidationStore(bench.pool).take(taking);
    expect(taken).toMatchObject({ kind: 'held', held: { tries: 1 } });
    expect(await store.recordAttempt(lease, 'second', LEASE_MS)).toBeNull();
    expect(await store.recordResend(lease, 1, LEASE_MS)).toBeNull();
    expect(await store.closeAttempt(lease, 1)).toBeNull();
    expect(await store.renew(lease, LEASE_MS)).toBe(false);
    await store.release(lease, 0);
    expect(await createInvalidationStore(bench.pool).take(taking)).toEqual({ kind: 'gone' });
  });

  describe('with a verdict', () => {
    it('sends nothing more', async () => {
      await bench.asSuperuser`UPDATE invalidations SET state = 'rejected', next_attempt_at = NULL
        WHERE company_id = ${lease.companyId}`;
      expect(await store.recordAttempt(lease, 'first', LEASE_MS)).toBeNull();
      expect(await store.renew(lease, LEASE_MS)).toBe(false);
    });
  });
});
