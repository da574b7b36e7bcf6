// A fail-over to a server whose clock is an hour ahead: what was written before seems an hour older there, and the nodes'
// clocks are an hour behind.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { refOf } from '../../../test/support/identifiers.ts';
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
import type { FailOver } from './look-back.ts';

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

  const wentOn: string[] = [];
  const nodeAt = (behindMs: number, failOver: FailOver | null = null) => {
    const clock = { now: () => Date.now() - behindMs, monotonic: () => performance.now() };
    const watch = createLogWatch(bench.pool, join(folder, name), clock.now, failOver);
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
    rmSync(join(folder, name), { recursive: true, force: true });
    await bench.asSuperuser('DELETE FROM log_positions');
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
      held: { attempts: [{ outcome: 'unknown', lastSentMs: expect.closeTo(reconciledMs, -4) }] },
    });
    const registered = await register?.();
    expect(registered).toMatchObject({
      invalidation: { attempts: [{ earlierAgoMs: expect.closeTo(0, -4) }] },
    });
  });

  describe('of a cluster whose commits wait for the standby that takes over', () => {
    const goingOn = { leaseMs: LEASE_MS, wentOn: (epoch: string) => void wentOn.push(epoch) };
    const another = () => claimRequest(companyId, { externalRef: refOf(crypto.randomUUID()) });
    const doesWait = (answer: boolean) =>
      bench.asSuperuser(
        `CREATE OR REPLACE FUNCTION commits_wait() RETURNS boolean LANGUAGE sql STABLE RETURN ${answer}`,
      );
    /** As if this server had taken the place of the one of the timeline before. */
    const failOver = () =>
      bench.asSuperuser(`UPDATE log_agreement SET identity = split_part(identity, '/', 1) || '/'
        || '00000000/' || split_part(identity, '/', 3)`);
    const refusal = (promise: Promise<unknown>) => promise.then(() => null, databaseObstacle);
    beforeEach(async () => {
      wentOn.length = 0;
      await doesWait(true);
    });

    it('goes on without the operator, from a new epoch, and begins leases and quarantines anew', async () => {
      const node = nodeAt(0, goingOn);
      heldOf(await node.store.claim(another()));
      const beganMs = performance.now();
      await failOver();
      heldOf(await node.store.claim(another()));
      expect(wentOn).toHaveLength(1);
      expect(await outcomes(node)).toEqual(['gone', 'busy', 'gone', 'busy']);
      await bench.asSuperuser('UPDATE documents SET lease_until = NULL');
      expect(await takings(node)[0]?.()).toMatchObject({
        held: { attempts: [{ outcome: 'unknown', lastSentMs: expect.closeTo(beganMs, -4) }] },
      });
    });

    it('lets every other node look back for itself', async () => {
      const [first, second] = [nodeAt(0, goingOn), nodeAt(0, goingOn)];
      const seen = heldOf(await second.store.claim(another()));
      await failOver();
      heldOf(await first.store.claim(another()));
      const { documentId } = seen.record;
      await bench.asSuperuser(
        `ALTER TABLE documents DISABLE TRIGGER USER; UPDATE documents SET document_id = gen_random_uuid()
           WHERE document_id = '${documentId}'; ALTER TABLE documents ENABLE TRIGGER USER`,
      );
      expect(await refusal(second.store.claim(another()))).toBe('forgot');
      expect(await second.watch.standing()).toMatchObject({ refusal: 'forgot' });
      const third = nodeAt(0, goingOn);
      heldOf(await third.store.claim(another()));
    });

    it('is told to go on by whoever asks how the node stands', async () => {
      const node = nodeAt(0, goingOn);
      heldOf(await node.store.claim(another()));
      await failOver();
      expect(await node.watch.standing()).toMatchObject({ refusal: null });
      expect(wentOn).toHaveLength(1);
    });

    it.each([
      ['where the operator has not said that it is so', null, true, failOver],
      ['where commits wait for no standby', goingOn, false, failOver],
      [
        'in the log of another cluster',
        goingOn,
        true,
        () =>
          bench.asSuperuser`UPDATE log_agreement SET identity = '1/00000000/' || split_part(identity, '/', 3)`,
      ],
      [
        'in an earlier timeline',
        goingOn,
        true,
        () =>
          bench.asSuperuser(`UPDATE log_agreement SET identity = split_part(identity, '/', 1) || '/'
            || 'FFFFFFFF/' || split_part(identity, '/', 3)`),
      ],
      [
        'where what the database has kept for it is missing',
        goingOn,
        true,
        async () => {
          await bench.asSuperuser("UPDATE log_positions SET position = '0/0'");
          await failOver();
        },
      ],
    ])('does not go on %s', async (_where, failingOver, waits, happen) => {
      const node = nodeAt(0, failingOver);
      heldOf(await node.store.claim(another()));
      await node.watch.close();
      const [before] = await bench.asSuperuser('SELECT identity FROM log_agreement');
      await doesWait(waits);
      await happen();
      expect(await refusal(node.store.claim(another()))).toBe('forgot');
      expect(wentOn).toEqual([]);
      await bench.asSuperuser('UPDATE log_agreement SET identity = $1', [before?.['identity']]);
    });

    it('does not go on where the clocks are apart', async () => {
      heldOf(await nodeAt(0, goingOn).store.claim(another()));
      await failOver();
      expect(await refusal(nodeAt(HOUR_MS, goingOn).store.claim(another()))).toBe('clocks_apart');
      heldOf(await nodeAt(0, goingOn).store.claim(another()));
    });
  });
});
