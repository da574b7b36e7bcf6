import { randomUUID } from 'node:crypto';
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

/** A node's clock that stands where the test puts it. */
function clockAt(instant: string): StoreClock {
  return { now: () => Date.parse(instant), monotonic: () => performance.now() };
}

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

  describe('of a new reference', () => {
    it('numbers the document and gives its lease', async () => {
      const request = claimRequest(companyId, { externalRef: 'pedido-1' });
      const before = Date.now();
      const { record, attempts, lease, wantedHash } = heldOf(await store.claim(request));
      expect(record).toMatchObject({
        companyId,
        documentId: request.documentId,
        externalRef: 'pedido-1',
        tipoDte: '01',
        numeroControl: 'DTE-01-M001P001-000000000000001',
        codigoGeneracion: request.codigoGeneracion,
        state: 'claimed',
        hasWanted: false,
        selloRecibido: null,
        summary: request.prepared.summary,
      });
      expect(record.postedMs).toBeGreaterThanOrEqual(before);
      expect(record.postedMs).toBeLessThanOrEqual(Date.now());
      expect(attempts).toEqual([]);
      expect(lease).toMatchObject({ companyId, documentId: request.documentId });
      expect(wantedHash).toBe(record.payloadHash);
    });

    it('keeps the reference byte for byte', async () => {
      const references = ['a', 'A', 'a ', 'café', 'cafe\u0301', '../x', '😀'.repeat(100), randomUUID()];
      for (const externalRef of references) {
        expect(heldOf(await store.claim(claimRequest(companyId, { externalRef }))).record.externalRef).toBe(
          externalRef,
        );
      }
      expect(await nextNumber()).toBe(references.length + 1);
    });

    it('has the reference of another company to itself', async () => {
      const other = await bench.addCompany();
      const mine = await store.claim(claimRequest(companyId, { externalRef: 'same' }));
      const theirs = await store.claim(claimRequest(other, { externalRef: 'same' }));
      expect(numbersOf([mine])).toEqual([1]);
      expect(numbersOf([theirs])).toEqual([1]);
    });
  });

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

    it('makes one record of one reference under 200 parallel claims of two nodes', async () => {
      const nodes = upTo(2).map(() => createDocumentStore(bench.anotherPool(10), CLOCK));
      const claims = await Promise.all(
        upTo(200).map((turn) =>
          (nodes[turn % 2] ?? store).claim(claimRequest(companyId, { externalRef: 'one' })),
        ),
      );
      expect(claims.filter(({ kind }) => kind === 'held')).toHaveLength(1);
      expect(claims.filter(({ kind }) => kind === 'busy')).toHaveLength(199);
      const rows = await bench.asSuperuser('SELECT fence FROM documents WHERE company_id = $1', [companyId]);
      expect(rows).toEqual([{ fence: '1' }]);
      expect(await nextNumber()).toBe(2);
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

  describe('counts in the series', () => {
    const claimAt = async (instant: string, changes: Parameters<typeof claimRequest>[1] = {}) => {
      const node = createDocumentStore(bench.pool, clockAt(instant));
      return heldOf(await node.claim(claimRequest(companyId, changes))).record;
    };

    it('of the local year of its own instant', async () => {
      const instants = [
        ['2026-12-31T23:59:59.999-06:00', 1],
        ['2027-01-01T00:00:00.000-06:00', 1],
        ['2026-12-31T23:59:58.000-06:00', 2],
        ['2027-01-01T05:59:59.999Z', 3],
        ['2027-01-01T06:00:00.000Z', 2],
      ] as const;
      for (const [instant, number] of instants) {
        const record = await claimAt(instant);
        expect([instant, correlativeOf(record)]).toEqual([instant, number]);
        expect(record.postedMs).toBe(Date.parse(instant));
      }
    });

    it('of its year when it is taken up in the next one', async () => {
      const december = await claimAt('2026-12-31T23:59:00-06:00', { externalRef: 'late', leaseMs: 0 });
      const january = await claimAt('2027-01-02T08:00:00-06:00', { externalRef: 'late' });
      expect(january.numeroControl).toBe(december.numeroControl);
      expect(january.postedMs).toBe(december.postedMs);
    });

    it.each([
      ['centralized', [1, 2, 3, 4, 5]],
      ['establishment', [1, 2, 3, 4, 1]],
      ['point_of_sale', [1, 2, 1, 1, 1]],
    ] as const)('of the company’s mode: %s', async (seriesMode, expected) => {
      const numbers: number[] = [];
      const sales = [
        { pointOfSale: 'P001' },
        { pointOfSale: 'P001' },
        { pointOfSale: 'P002' },
        { tipoDte: '03' },
        { establishment: 'S001' },
      ] as const;
      for (const prepared of sales) {
        numbers.push(correlativeOf(await claimAt('2026-06-01T12:00:00Z', { seriesMode, prepared })));
      }
      expect(numbers).toEqual(expected);
    });

    it('of its environment', async () => {
      const test = await claimAt('2026-06-01T12:00:00Z');
      const production = await claimAt('2026-06-01T12:00:00Z', { prepared: { ambiente: '01' } });
      expect([correlativeOf(test), correlativeOf(production)]).toEqual([1, 1]);
    });

    it('and never repeats a control number when the mode changes within the year', async () => {
      const modes = [
        'centralized',
        'establishment',
        'point_of_sale',
        'establishment',
        'centralized',
      ] as const;
      const records = [];
      for (const seriesMode of modes) {
        records.push(await claimAt('2026-06-01T12:00:00Z', { seriesMode }));
        records.push(await claimAt('2026-06-01T12:00:00Z', { seriesMode }));
      }
      expect(records.map(correlativeOf)).toEqual(upTo(10));
      const elsewhere = { seriesMode: 'establishment', prepared: { establishment: 'S001' } } as const;
      expect(correlativeOf(await claimAt('2026-06-01T12:00:00Z', elsewhere))).toBe(11);
    });
  });
});

function never(): never {
  throw new Error('no claim');
}
