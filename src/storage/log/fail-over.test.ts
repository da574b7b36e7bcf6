// A fail-over to a server whose clock is an hour ahead: what was written before seems an hour older there, and the nodes'
// clocks are an hour behind.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { registerRequest } from '../../../test/support/invalidation-bench.ts';
import { stampedCcf } from '../../../test/support/note-bench.ts';
import { claimRequest, heldOf, sharedBench } from '../../../test/support/storage-bench.ts';
import type { HeldDocument } from '../../operations/documents/ports.ts';
import { databaseObstacle } from '../connection/database-obstacle.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createWorkStore } from '../documents/work-store.ts';
import { createInvalidationStore } from '../invalidations/invalidation-store.ts';
import { reconcile } from '../journal/reconcile.ts';
import { createLogWatch } from './log-watch.ts';

const HOUR_MS = 3_600_000;
const LEASE_MS = 20_000;
const folder = mkdtempSync(join(tmpdir(), 'sello-fail-over-'));
afterAll(() => rmSync(folder, { recursive: true }));

describeOnDatabases('a fail-over to a server whose clock is ahead', (name) => {
  const bench = sharedBench(name);
  let companyId: string;
  let sent: HeldDocument;
  let sale: ReturnType<typeof claimRequest>;
  let invalidating: ReturnType<typeof registerRequest>;

  const nodeAt = (behindMs: number) => {
    const clock = { now: () => Date.now() - behindMs, monotonic: () => performance.now() };
    const watch = createLogWatch(bench.pool, join(folder, name), clock.now);
    return {
      watch,
      store: createDocumentStore(bench.pool, clock, { watch }),
      work: createWorkStore(bench.pool, clock, watch),
      invalidations: createInvalidationStore(bench.pool, watch),
    };
  };
  type Node = ReturnType<typeof nodeAt>;

  /** Bytes of a sale and of an invalidation left on one server, which another takes the place of. */
  beforeEach(async () => {
    companyId = await bench.addCompany();
    const { store, invalidations, watch } = nodeAt(0);
    sale = claimRequest(companyId, { leaseMs: LEASE_MS });
    sent = heldOf(await store.claim(sale));
    const { codigoGeneracion, payloadHash } = sent.record;
    const attempt = { number: 1, codigoGeneracion, payloadHash, jws: 'a.b.c', contingencia: null };
    await store.recordAttempt(sent.lease, attempt, LEASE_MS);
    invalidating = { ...registerRequest(await stampedCcf(store, companyId, 'ccf')), leaseMs: LEASE_MS };
    const registered = await invalidations.register(invalidating);
    if (registered.kind !== 'held') throw new Error('the invalidation is not held');
    await invalidations.recordAttempt(registered.invalidation.lease, 'a.b.c', LEASE_MS);
    await invalidations.recordResend(registered.invalidation.lease, 1, LEASE_MS);
    await watch.close();
    for (const [table, columns] of [
      ['documents', ['lease_until', 'next_attempt_at']],
      ['invalidations', ['lease_until', 'next_attempt_at']],
      ['attempts', ['last_sent_at']],
      ['invalidation_attempts', ['last_sent_at', 'earlier_sent_at']],
    ] as const) {
      const changes = columns.map((column) => `${column} = ${column} - interval '1 hour'`).join(', ');
      await bench.asSuperuser(
        `ALTER TABLE ${table} DISABLE TRIGGER USER; UPDATE ${table} SET ${changes}; ALTER TABLE ${table} ENABLE TRIGGER USER`,
      );
    }
  });

  const takings = (node: Node) => {
    const { documentId } = sent.record;
    const lease = { companyId, leaseMs: 1, mostTakings: 10 };
    return [
      () => node.work.take({ ...lease, documentId }),
      () => node.store.claim({ ...sale, documentId: crypto.randomUUID() as typeof documentId }),
      () => node.invalidations.take({ ...lease, documentId: invalidating.documentId }),
      () => node.invalidations.register(invalidating),
    ];
  };
  const outcomes = async (node: Node) => {
    const seen: unknown[] = [];
    for (const taking of takings(node))
      seen.push(
        await taking().then(
          ({ kind }) => kind,
          (error: unknown) => databaseObstacle(error),
        ),
      );
    return seen;
  };

  it('gives nobody a lease whose clock shows the difference, in the same log', async () => {
    expect(await outcomes(nodeAt(HOUR_MS))).toEqual(Array.from({ length: 4 }, () => 'clocks_apart'));
  });

  it('gives nobody a lease in another log, whatever the clocks show, until it is reconciled', async () => {
    const [before] = await bench.asSuperuser('SELECT identity FROM log_agreement');
    await bench.asSuperuser("UPDATE log_agreement SET identity = 'the server before'");
    expect(await outcomes(nodeAt(0))).toEqual(Array.from({ length: 4 }, () => 'forgot'));
    await bench.asSuperuser('UPDATE log_agreement SET identity = $1', [before?.['identity']]);
  });

  it('lets no holder go by the age of what it sent before', async () => {
    const registered = await nodeAt(0).invalidations.register({ ...invalidating, leaseMs: LEASE_MS });
    if (registered.kind !== 'held') throw new Error('the invalidation is not held');
    const resending = nodeAt(HOUR_MS).invalidations.recordResend(registered.invalidation.lease, 1, LEASE_MS);
    await expect(resending).rejects.toMatchObject({ code: 'SE011' });
  });

  it('begins leases and quarantines anew with the reconciliation', async () => {
    await bench.asSuperuser("UPDATE log_agreement SET identity = 'the server before'");
    const reconciledMs = performance.now();
    const request = { folders: [join(folder, name)], skip: 1, days: 0, leaseMs: LEASE_MS };
    const pools = { operator: bench.operator, service: bench.pool };
    expect(await reconcile(pools, request)).toMatchObject({ kind: 'reconciled' });
    const node = nodeAt(0);
    expect(await outcomes(node)).toEqual(['gone', 'busy', 'gone', 'busy']);
    await bench.asSuperuser('UPDATE documents SET lease_until = NULL');
    await bench.asSuperuser('UPDATE invalidations SET lease_until = NULL');
    const [take, , , register] = takings(node);
    expect(await take?.()).toMatchObject({
      document: { attempts: [{ outcome: 'unknown', lastSentMs: expect.closeTo(reconciledMs, -4) }] },
    });
    const registered = await register?.();
    expect(registered).toMatchObject({
      invalidation: { attempts: [{ earlierAgoMs: expect.closeTo(0, -4) }] },
    });
  });
});
