import { beforeEach, describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { establishmentOf, pointOfSaleOf, refOf } from '../../../test/support/identifiers.ts';
import {
  claimRequest,
  correlativeOf,
  heldOf,
  present,
  type StorageBench,
  sharedBench,
  upTo,
} from '../../../test/support/storage-bench.ts';
import type { Claim, ClaimRequest, DocumentStore } from '../../operations/documents/ports.ts';
import { inCompany } from '../connection/transaction.ts';
import { UNWATCHED } from '../log/log-watch.ts';
import { claimLocked } from './claim.ts';
import { createDocumentStore } from './document-store.ts';
import type { StoreClock } from './numbering.ts';
import { type Numbering, numberDocuments, numberWithin } from './numbering.ts';

const CLOCK: StoreClock = { now: () => Date.now(), monotonic: () => performance.now() };
const NODE = { clock: CLOCK, watch: UNWATCHED };

function sorted(numbers: readonly number[]): readonly number[] {
  return [...numbers].sort((a, b) => a - b);
}

function numbersOf(claims: readonly Claim[]): readonly number[] {
  return sorted(claims.map((claim) => correlativeOf(heldOf(claim).record)));
}

function numberedOf(numbering: Numbering) {
  if (numbering.kind !== 'numbered') throw new Error(`expected a new document, got ${numbering.kind}`);
  return numbering.document.record;
}

/** A claim that the database refuses, which the types know nothing of. */
function unstorable(companyId: string): ClaimRequest {
  return Object.assign(claimRequest(companyId), { externalRef: `bad\u0000${crypto.randomUUID()}` });
}

describeOnDatabases('a claim', (name) => {
  let companyId: string;
  let store: DocumentStore;
  const bench = sharedBench(name);
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
  const nodesOf = (count: number, connections: number) =>
    upTo(count).map(() => createDocumentStore(bench.anotherPool(connections), CLOCK));
  const turnsOf =
    (nodes: readonly DocumentStore[]) =>
    (request: ClaimRequest, turn: number): Promise<Claim> =>
      (nodes[turn % nodes.length] ?? store).claim(request);

  describe('among many', () => {
    it('numbers 1..n without gap or repeat over 20 connections and four nodes', async () => {
      const claim = turnsOf(nodesOf(4, 5));
      const claims = await Promise.all(upTo(600).map((turn) => claim(claimRequest(companyId), turn)));
      expect(numbersOf(claims)).toEqual(upTo(600));
    });

    it('numbers 1..n with one connection each and no shared transactions', async () => {
      const pool = bench.anotherPool(20);
      const claims = await Promise.all(upTo(200).map(() => claimLocked(pool, claimRequest(companyId), NODE)));
      expect(numbersOf(claims)).toEqual(upTo(200));
    });

    it('numbers 1..n in statements of their own and in shared ones, beside each other', async () => {
      const pool = bench.anotherPool(20);
      const numbered = await Promise.all(
        upTo(60).map((turn) => {
          const requests = upTo(turn % 5 === 0 ? 6 : 1).map(() => claimRequest(companyId));
          return numberDocuments(pool, requests, NODE);
        }),
      );
      const numbers = numbered.flat().map((one) => correlativeOf(numberedOf(one)));
      expect(sorted(numbers)).toEqual(upTo(48 + 12 * 6));
    });

    it.each([
      [
        'under locks',
        () => {
          const pool = bench.anotherPool(20);
          return (request: ClaimRequest) => claimLocked(pool, request, NODE);
        },
      ],
      ['over six nodes', () => turnsOf(nodesOf(6, 3))],
    ])('loses the race for a reference %s without burning a number', async (_where, open) => {
      const claim = open();
      const race = (round: number) =>
        upTo(6).map((turn) => claim(claimRequest(companyId, { externalRef: refOf(`race-${round}`) }), turn));
      const claims = await Promise.all(upTo(30).flatMap(race));
      expect(numbersOf(claims.filter(({ kind }) => kind === 'held'))).toEqual(upTo(30));
      expect(claims.filter(({ kind }) => kind === 'busy')).toHaveLength(150);
      expect(await nextNumber()).toBe(31);
    });

    it('of two types for one reference wins once; the other is told the type', async () => {
      for (const round of upTo(10)) {
        const externalRef = refOf(`type-${round}`);
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
  });

  describe('of several at once', () => {
    it('in several series on two nodes waits for nobody in a circle', async () => {
      const places = ['P001', 'P002', 'P003', 'P004'];
      const pools = [bench.anotherPool(1), bench.anotherPool(1)] as const;
      // Two statements of the same series in opposite orders, again and again.
      const numberAll = (pool: StorageBench['pool'], order: readonly string[]) => {
        const requests = order.map((pointOfSale) =>
          claimRequest(companyId, {
            seriesMode: 'point_of_sale',
            prepared: { pointOfSale: pointOfSaleOf(pointOfSale) },
          }),
        );
        return numberDocuments(pool, requests, NODE);
      };
      const numbered: Numbering[] = [];
      for (const _ of upTo(25)) {
        const both = [numberAll(pools[0], places), numberAll(pools[1], places.toReversed())];
        numbered.push(...(await Promise.all(both)).flat());
      }
      for (const place of places) {
        const own = numbered.map(numberedOf).filter(({ pointOfSale }) => pointOfSale === place);
        expect(sorted(own.map(correlativeOf))).toEqual(upTo(50));
      }
      expect(await deadlocks()).toBe(0);
    });

    it('of several companies on two nodes waits for nobody in a circle', async () => {
      const companies = await Promise.all(upTo(4).map(() => bench.addCompany()));
      const pools = [bench.anotherPool(1), bench.anotherPool(1)] as const;
      const numberAll = (pool: StorageBench['pool'], order: readonly string[]) =>
        numberDocuments(
          pool,
          order.map((company) => claimRequest(company)),
          NODE,
        );
      const numbered: Numbering[] = [];
      for (const _ of upTo(25)) {
        const both = [numberAll(pools[0], companies), numberAll(pools[1], companies.toReversed())];
        numbered.push(...(await Promise.all(both)).flat());
      }
      for (const company of companies) {
        const own = numbered.map(numberedOf).filter((record) => record.companyId === company);
        expect(sorted(own.map(correlativeOf))).toEqual(upTo(50));
      }
      expect(await deadlocks()).toBe(0);
    });

    it('of known and new references on two nodes waits for nobody in a circle', async () => {
      const known = upTo(6).map((turn) => `known-${turn}`);
      await Promise.all(
        known.map((externalRef) =>
          store.claim(claimRequest(companyId, { externalRef: refOf(externalRef), leaseMs: 0 })),
        ),
      );
      const nodes = upTo(2).map(() => bench.anotherPool(2));
      const stores = nodes.map((pool) => createDocumentStore(pool, CLOCK));
      const claimAll = (node: number, references: readonly string[]) =>
        references.flatMap((externalRef) => [
          present(stores[node]).claim(claimRequest(companyId, { leaseMs: 0 })),
          present(stores[node]).claim(
            claimRequest(companyId, { externalRef: refOf(externalRef), leaseMs: 0 }),
          ),
          claimLocked(
            present(nodes[node]),
            claimRequest(companyId, { externalRef: refOf(externalRef), leaseMs: 0 }),
            NODE,
          ),
        ]);
      for (const _ of upTo(15)) {
        const claims = await Promise.all([...claimAll(0, known), ...claimAll(1, known.toReversed())]);
        expect(claims.map(heldOf)).toHaveLength(36);
      }
      expect(await nextNumber()).toBe(6 + 15 * 12 + 1);
      expect(await deadlocks()).toBe(0);
    });

    it('answers in the order of the requests, each reference once', async () => {
      const references = ['b', 'known', 'a', 'known', 'b'];
      const known = heldOf(
        await store.claim(claimRequest(companyId, { externalRef: refOf('known'), leaseMs: 0 })),
      );
      const requests = references.map((externalRef) =>
        claimRequest(companyId, { externalRef: refOf(externalRef) }),
      );
      const numbered = await numberDocuments(bench.pool, requests, NODE);
      const exists = (documentId: string) => ({
        kind: 'exists',
        documentId,
        state: 'claimed',
        tipoDte: '01',
      });
      expect(numbered).toEqual([
        { kind: 'numbered', document: expect.objectContaining({ attempts: [] }) },
        exists(known.record.documentId),
        { kind: 'numbered', document: expect.objectContaining({ attempts: [] }) },
        exists(known.record.documentId),
        exists(present(requests[0]).documentId),
      ]);
      const told = [0, 2].map((place) => numberedOf(present(numbered[place])));
      expect(told.map(({ externalRef }) => externalRef)).toEqual(['b', 'a']);
    });

    it('gives each caller of the store its own answer, each reference to one of them', async () => {
      const references = ['b', 'known', 'a', 'known', 'b'];
      heldOf(await store.claim(claimRequest(companyId, { externalRef: refOf('known'), leaseMs: 0 })));
      const claims = await Promise.all(
        references.map((externalRef) =>
          store.claim(claimRequest(companyId, { externalRef: refOf(externalRef) })),
        ),
      );
      const answered = claims.map((claim) =>
        claim.kind === 'held' ? claim.document.record : claim.kind === 'busy' ? claim.record : never(),
      );
      expect(answered.map(({ externalRef }) => externalRef)).toEqual(references);
      for (const reference of new Set(references)) {
        const own = claims.filter((_, place) => references[place] === reference);
        expect(own.filter(({ kind }) => kind === 'held')).toHaveLength(1);
      }
    });
  });

  describe('that is inserted', () => {
    it('holds what the database keeps', async () => {
      const request = claimRequest(companyId, {
        prepared: { tipoDte: '03', establishment: establishmentOf('S002') },
      });
      const { record, ...held } = heldOf(await store.claim(request));
      expect(await store.find(companyId, request.externalRef)).toEqual(record);
      const again = heldOf(await store.claim(request));
      expect(again).toEqual({ record, ...held, lease: { ...held.lease, fence: '2' } });
    });

    it('in the caller’s transaction is the same document', async () => {
      const request = claimRequest(companyId);
      const { document } = await inCompany(bench.pool, companyId, (client) =>
        numberWithin(client, request, NODE),
      );
      const { record } = document;
      expect(await store.find(companyId, request.externalRef)).toEqual(record);
      const again = inCompany(bench.pool, companyId, (client) => numberWithin(client, request, NODE));
      await expect(again).rejects.toThrow();
      expect(await nextNumber()).toBe(2);
    });
  });

  describe('that fails', () => {
    it('burns no number when its transaction rolls back', async () => {
      const failing = inCompany(bench.pool, companyId, async (client) => {
        await numberWithin(client, claimRequest(companyId), NODE);
        throw new Error('the node changed its mind');
      });
      await expect(failing).rejects.toThrow('changed its mind');
      expect(await nextNumber()).toBe(1);
    });

    it('does not fail its neighbours, nor burn a number of theirs', async () => {
      await nextNumber();
      const claims = await Promise.allSettled(
        upTo(40).map((turn) => store.claim(turn % 8 === 0 ? unstorable(companyId) : claimRequest(companyId))),
      );
      const good = claims.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []));
      expect(good).toHaveLength(35);
      expect(numbersOf(good)).toEqual(upTo(36).slice(1));
      expect(await nextNumber()).toBe(37);
    });

    it('does not fail the claims of another company that share its statement', async () => {
      const other = await bench.addCompany();
      const requests = [claimRequest(other), unstorable(companyId)];
      const claims = await Promise.allSettled([...requests, claimRequest(other)].map(store.claim));
      expect(claims.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await nextNumber()).toBe(1);
    });

    it('says so when the series is exhausted, and changes nothing', async () => {
      await nextNumber();
      await bench.asSuperuser`UPDATE series SET last_number = 999999999999999 WHERE company_id = ${companyId}`;
      await expect(store.claim(claimRequest(companyId))).rejects.toThrow(/series_last_number_check/);
      const rows = await bench.asSuperuser('SELECT 1 FROM documents WHERE company_id = $1', [companyId]);
      expect(rows).toHaveLength(1);
    });

    it.each([
      ['by the store', (request: ClaimRequest) => store.claim(request)],
      ['under locks', (request: ClaimRequest) => claimLocked(bench.pool, request, NODE)],
    ])('finds what an unconfirmed COMMIT has done, under one number, %s', async (_where, once) => {
      const request = claimRequest(companyId);
      const [first, repeated] = [heldOf(await once(request)), heldOf(await once(request))];
      expect(repeated.record.numeroControl).toBe(first.record.numeroControl);
      expect(repeated.lease.fence).toBe('2');
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
