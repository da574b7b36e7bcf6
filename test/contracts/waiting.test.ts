import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { TakenDocument } from '../../src/operations/background/ports.ts';
import type { HeldDocument } from '../../src/operations/documents/ports.ts';
import { idOf, refOf } from '../support/identifiers.ts';
import { upTo } from '../support/storage-bench.ts';
import { LEASE_MS, oneCompany, SILENCE } from './one-company.ts';
import { describeDocumentStore } from './storages.ts';

const LEASE = { leaseMs: LEASE_MS, mostTakings: 3 };
const MINUTE_MS = 60_000;

describeDocumentStore('waiting', (rig, company) => {
  const silent = async (externalRef: string, retryMs = 0) =>
    company.fallSilent(await company.hold({ externalRef: refOf(externalRef) }), retryMs);
  const due = () => rig.due(company.companyId);
  const take = (documentId: string, companyId = company.companyId) =>
    rig.work.take({ companyId, documentId: idOf(documentId), ...LEASE });
  const takenOf = (taking: TakenDocument | undefined): HeldDocument => {
    if (taking?.kind !== 'held') throw new Error(`expected a document, got ${taking?.kind}`);
    return taking.held;
  };

  describe('waiting documents', () => {
    it('are due once their time has come and nobody holds them, whatever was done with them', async () => {
      const now = await silent('now');
      const later = await silent('later', 5 * MINUTE_MS);
      const claimed = await company.hold({ externalRef: refOf('claimed') });
      const flying = await company.send(await company.hold({ externalRef: refOf('flying') }));
      expect(await due()).toEqual([now.documentId]);
      await company.pass(MINUTE_MS);
      const dead = [claimed, flying].map(({ record }) => record.documentId);
      expect(await due()).toEqual([now.documentId, ...dead].toSorted());
      await company.pass(5 * MINUTE_MS);
      expect(await due()).toEqual([now.documentId, later.documentId, ...dead].toSorted());
    });

    it('are not due with a verdict', async () => {
      await company.stamp(await company.send(await company.hold({ externalRef: refOf('stamped') })));
      await company.reject(await company.send(await company.hold({ externalRef: refOf('rejected') })));
      await company.pass(60 * MINUTE_MS);
      expect(await due()).toEqual([]);
    });

    it('are taken once, with a lease and a higher fence', async () => {
      const { documentId } = await silent('one');
      const takings = await Promise.all(upTo(8).map(() => take(documentId)));
      expect(takings.filter(({ kind }) => kind === 'gone')).toHaveLength(7);
      const held = takenOf(takings.find(({ kind }) => kind === 'held'));
      expect(held).toMatchObject({ lease: { fence: '2' }, tries: 1, record: { state: 'contingency' } });
      expect(await due()).toEqual([]);
    });

    it('void the writes of the holder before', async () => {
      const stale = await company.hold();
      await company.pass(LEASE_MS);
      const held = takenOf(await take(stale.record.documentId));
      expect(await rig.store.settle(stale.lease, SILENCE)).toBeNull();
      expect(await rig.store.settle(held.lease, SILENCE)).not.toBeNull();
    });

    it('are not taken before their time but on purpose, nor from another company', async () => {
      const { documentId } = await silent('one', MINUTE_MS);
      expect(await take(documentId)).toEqual({ kind: 'gone' });
      const { companyId } = company;
      const early = await rig.work.take({ companyId, documentId, ...LEASE, early: true });
      expect(early.kind).toBe('held');
      await company.pass(2 * MINUTE_MS);
      expect(await take(documentId, await rig.addCompany())).toEqual({ kind: 'gone' });
      expect((await take(documentId)).kind).toBe('held');
    });

    it('whose taker dies come back later each time, and are put aside after too many', async () => {
      const { documentId } = await silent('one');
      for (const delayMs of [30_000, 40_000, 60_000]) {
        takenOf(await take(documentId));
        await company.pass(delayMs - 5_000);
        expect(await due(), `${delayMs} ms`).toEqual([]);
        await company.pass(5_000);
        expect(await due(), `${delayMs} ms`).toEqual([documentId]);
      }
      expect(await take(documentId)).toMatchObject({ kind: 'put_aside', record: { documentId } });
      await company.pass(24 * 60 * MINUTE_MS);
      expect(await due()).toEqual([]);
    });

    it('that were put aside are brought back by their caller', async () => {
      const { documentId } = await silent('one');
      for (const _ of upTo(LEASE.mostTakings + 1)) {
        await take(documentId);
        await company.pass(60 * MINUTE_MS);
      }
      expect(await due()).toEqual([]);
      const { lease } = await company.hold({ externalRef: refOf('one') });
      await rig.store.release(lease, 0);
      expect(await due()).toEqual([documentId]);
      takenOf(await take(documentId));
    });

    it('count silences, and forget their takers at each orderly end', async () => {
      const { documentId } = await silent('one');
      for (const round of upTo(2 * LEASE.mostTakings)) {
        const held = takenOf(await take(documentId));
        expect(held.tries).toBe(round);
        await company.fallSilent(held, 0);
      }
    });

    it('wake up together within the time, in the order of their issue', async () => {
      const made: string[] = [];
      for (const externalRef of ['c', 'b', 'a']) {
        made.push((await silent(externalRef, 60 * MINUTE_MS)).documentId);
        await sleep(2);
      }
      await rig.work.wake(company.companyId, '01', 0);
      expect(await due()).toEqual([]);
      await rig.work.wake(company.companyId, '00', 10 * MINUTE_MS);
      expect(await due()).toEqual(made.slice(0, 1));
      await company.pass(6 * MINUTE_MS);
      expect(await due()).toEqual(made.slice(0, 2).toSorted());
      await company.pass(6 * MINUTE_MS);
      expect(await due()).toEqual(made.toSorted());
    });

    it('wake up none of another company, and no formal ones, which follow their event', async () => {
      const other = await oneCompany(rig);
      await other.fallSilent(await other.hold(), 60 * MINUTE_MS);
      const formal = await company.formal({ externalRef: refOf('formal') });
      takenOf(await take(formal.documentId));
      await rig.work.wake(company.companyId, '00', 0);
      await company.pass(LEASE_MS);
      expect(await due()).toEqual([]);
      expect(await rig.due(other.companyId)).toEqual([]);
    });
  });
});
