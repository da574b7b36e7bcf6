import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../test/support/database.ts';
import {
  claimRequest,
  correlativeOf,
  heldOf,
  openStorageBench,
  type StorageBench,
  upTo,
} from '../../test/support/storage-bench.ts';
import type { Claim, DocumentStore } from '../operations/ports.ts';
import { claimDocuments, type StoreClock } from './claim.ts';
import { createDocumentStore } from './document-store.ts';
import { inCompany } from './transaction.ts';

const CLOCK: StoreClock = { now: () => Date.now(), monotonic: () => performance.now() };

function sorted(numbers: readonly number[]): readonly number[] {
  return [...numbers].sort((a, b) => a - b);
}

function numbersOf(claims: readonly Claim[]): readonly number[] {
  return sorted(claims.map((claim) => correlativeOf(heldOf(claim).record)));
}

describeOnDatabases('a claim', (name) => {
  let bench: StorageBench;
  let companyId: string;
  let store: DocumentStore;
  beforeAll(async () => {
    bench = await openStorageBench(name);
  });
  afterAll(() => bench.drop());
  beforeEach(async () => {
    companyId = await bench.addCompany();
    store = createDocumentStore(bench.pool, CLOCK);
  });

  /** Deadlocks that the database has resolved so far. */
  const deadlocks = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const [row] = await bench.asSuperuser(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    return row?.['deadlocks'];
  };
  const nextNumber = async () => correlativeOf(heldOf(await store.claim(claimRequest(companyId))).record);

  describe('among many', () => {
    it('numbers 1..n without gap or repeat over 20 connections and four nodes', async () => {
      const nodes = upTo(4).map(() => createDocumentStore(bench.anotherPool(5), CLOCK));
      const claims = await Promise.all(
        upTo(600).map((turn) => (nodes[turn % 4] ?? store).claim(claimRequest(companyId))),
      );
      expect(numbersOf(claims)).toEqual(upTo(600));
    });

    it('numbers 1..n with one connection each and no shared transactions', async () => {
      const pool = bench.anotherPool(20);
      const claims = await Promise.all(
        upTo(200).map(() =>
          inCompany(pool, companyId, (client) =>
            claimDocuments(client, { companyId, requests: [claimRequest(companyId)] }, CLOCK),
          ),
        ),
      );
      expect(numbersOf(claims.flat())).toEqual(upTo(200));
    });

    it('loses the race for a reference without burning a number', async () => {
      const pool = bench.anotherPool(20);
      const race = (round: number) =>
        upTo(6).map(() =>
          inCompany(pool, companyId, (client) =>
            claimDocuments(
              client,
              { companyId, requests: [claimRequest(companyId, { externalRef: `race-${round}` })] },
              CLOCK,
            ),
          ),
        );
      const claims = (await Promise.all(upTo(30).flatMap(race))).flat();
      expect(numbersOf(claims.filter(({ kind }) => kind === 'held'))).toEqual(upTo(30));
      expect(await nextNumber()).toBe(31);
    });

    it('of two types for one reference wins once; the other is told the type', async () => {
      for (const round of upTo(10)) {
        const externalRef = `type-${round}`;
        const [first, second] = [store, createDocumentStore(bench.anotherPool(1), CLOCK)];
        const claims = await Promise.all([
          first.claim(claimRequest(companyId, { externalRef })),
          second.claim(claimRequest(companyId, { externalRef, prepared: { tipoDte: '03' } })),
        ]);
        const held = heldOf(
          claims.find(({ kind }) => kind === 'held') ?? { kind: 'stamped', record: never() },
        );
        expect(claims).toContainEqual({ kind: 'doc_type_changed', issued: held.record.tipoDte });
      }
      expect(await nextNumber()).toBe(11);
    });

    it('of several series on two nodes waits for nobody in a circle', async () => {
      const places = ['P001', 'P002', 'P003', 'P004'];
      const pool = bench.anotherPool(2);
      // Two batches of the same series in opposite orders, again and again.
      const batchOf = (order: readonly string[]) =>
        inCompany(pool, companyId, (client) => {
          const requests = order.map((pointOfSale) =>
            claimRequest(companyId, { seriesMode: 'point_of_sale', prepared: { pointOfSale } }),
          );
          return claimDocuments(client, { companyId, requests }, CLOCK);
        });
      const claims: Claim[] = [];
      for (const _ of upTo(25)) {
        const both = await Promise.all([batchOf(places), batchOf(places.toReversed())]);
        claims.push(...both.flat());
      }
      for (const place of places) {
        const own = claims.filter((claim) => heldOf(claim).record.pointOfSale === place);
        expect(numbersOf(own)).toEqual(upTo(50));
      }
      expect(await deadlocks()).toBe(0);
    });

    it('of known and new references on two nodes waits for nobody in a circle', async () => {
      const known = upTo(6).map((turn) => `known-${turn}`);
      await Promise.all(
        known.map((externalRef) => store.claim(claimRequest(companyId, { externalRef, leaseMs: 0 }))),
      );
      const pool = bench.anotherPool(2);
      const batchOf = (references: readonly string[]) =>
        inCompany(pool, companyId, (client) => {
          const mixed = references.flatMap((externalRef) => [
            claimRequest(companyId, { leaseMs: 0 }),
            claimRequest(companyId, { externalRef, leaseMs: 0 }),
          ]);
          return claimDocuments(client, { companyId, requests: mixed }, CLOCK);
        });
      for (const _ of upTo(15)) await Promise.all([batchOf(known), batchOf(known.toReversed())]);
      expect(await nextNumber()).toBe(6 + 15 * 12 + 1);
      expect(await deadlocks()).toBe(0);
    });

    it('answers in the order of the requests, each reference once', async () => {
      const references = ['b', 'known', 'a', 'known', 'b'];
      heldOf(await store.claim(claimRequest(companyId, { externalRef: 'known', leaseMs: 0 })));
      const requests = references.map((externalRef) => claimRequest(companyId, { externalRef }));
      const claims = await inCompany(bench.pool, companyId, (client) =>
        claimDocuments(client, { companyId, requests }, CLOCK),
      );
      expect(claims.map(({ kind }) => kind)).toEqual(['held', 'held', 'held', 'busy', 'busy']);
      const answered = claims.map((claim) =>
        claim.kind === 'held' ? claim.document.record : claim.kind === 'busy' ? claim.record : never(),
      );
      expect(answered.map(({ externalRef }) => externalRef)).toEqual(references);
    });
  });

  describe('that fails', () => {
    it('burns no number when its transaction rolls back', async () => {
      const failing = inCompany(bench.pool, companyId, async (client) => {
        await claimDocuments(client, { companyId, requests: [claimRequest(companyId)] }, CLOCK);
        throw new Error('the node changed its mind');
      });
      await expect(failing).rejects.toThrow('changed its mind');
      expect(await nextNumber()).toBe(1);
    });

    it('does not fail its neighbours, nor burn a number of theirs', async () => {
      await nextNumber();
      const claims = await Promise.allSettled(
        upTo(40).map((turn) =>
          store.claim(claimRequest(companyId, turn % 8 === 0 ? { externalRef: `bad\u0000${turn}` } : {})),
        ),
      );
      const good = claims.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []));
      expect(good).toHaveLength(35);
      expect(numbersOf(good)).toEqual(upTo(36).slice(1));
      expect(await nextNumber()).toBe(37);
    });

    it('says so when the series is exhausted, and changes nothing', async () => {
      await nextNumber();
      await bench.asSuperuser('UPDATE series SET last_number = 999999999999999 WHERE company_id = $1', [
        companyId,
      ]);
      await expect(store.claim(claimRequest(companyId))).rejects.toThrow(/series_last_number_check/);
      const rows = await bench.asSuperuser('SELECT 1 FROM documents WHERE company_id = $1', [companyId]);
      expect(rows).toHaveLength(1);
    });

    it('finds what an unconfirmed COMMIT has done, under one number', async () => {
      const request = claimRequest(companyId);
      const once = () =>
        inCompany(bench.pool, companyId, (client) =>
          claimDocuments(client, { companyId, requests: [request] }, CLOCK),
        );
      const [unheard] = await once();
      const [repeated] = await once();
      expect(heldOf(repeated ?? never()).record.numeroControl).toBe(
        heldOf(unheard ?? never()).record.numeroControl,
      );
      expect(heldOf(repeated ?? never()).lease.fence).toBe('2');
      expect(await store.claim(claimRequest(companyId, { externalRef: request.externalRef }))).toMatchObject({
        kind: 'busy',
      });
      expect(await nextNumber()).toBe(2);
    });
  });
});

function never(): never {
  throw new Error('no claim');
}
