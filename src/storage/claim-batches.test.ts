import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimRequest, upTo } from '../../test/support/storage-bench.ts';
import type { Claim, ClaimRequest } from '../operations/ports.ts';
import type { ClaimBatch } from './claim.ts';
import { type ClaimTogether, createClaimBatches } from './claim-batches.ts';

/** A claim that says which request it answers. */
function claimFor({ externalRef }: ClaimRequest): Claim {
  return { kind: 'redraft', establishment: externalRef, pointOfSale: '', generation: 'v2' };
}

function answered(claim: Claim): string {
  return claim.kind === 'redraft' ? claim.establishment : claim.kind;
}

/** A database that answers a batch when the test says so. */
function heldBack() {
  const batches: ClaimBatch[] = [];
  const waiting: (() => void)[] = [];
  const claimTogether: ClaimTogether = (batch) => {
    batches.push(batch);
    return new Promise((resolve) => waiting.push(() => resolve(batch.requests.map(claimFor))));
  };
  const letOneGo = async () => {
    waiting.shift()?.();
    await new Promise(setImmediate);
  };
  return { claimTogether, batches, letOneGo };
}

const requests = (companyId: string, count: number) =>
  upTo(count).map((turn) => claimRequest(companyId, { externalRef: `${companyId}-${turn}` }));

describe('claims of one company', () => {
  it('that wait while a transaction is under way share the next one', async () => {
    const database = heldBack();
    const claim = createClaimBatches(database.claimTogether);
    const claims = requests('a', 10).map(claim);
    expect(database.batches.map(({ requests: list }) => list.length)).toEqual([1]);
    await database.letOneGo();
    expect(database.batches.map(({ requests: list }) => list.length)).toEqual([1, 9]);
    await database.letOneGo();
    expect((await Promise.all(claims)).map(answered)).toEqual(upTo(10).map((turn) => `a-${turn}`));
  });

  it('share one with at most 64', async () => {
    const database = heldBack();
    const claim = createClaimBatches(database.claimTogether);
    const claims = requests('a', 130).map(claim);
    for (const _ of upTo(4)) await database.letOneGo();
    await Promise.all(claims);
    expect(database.batches.map(({ requests: list }) => list.length)).toEqual([1, 64, 64, 1]);
  });

  it('start at once again when the queue has run dry', async () => {
    const database = heldBack();
    const claim = createClaimBatches(database.claimTogether);
    for (const request of requests('a', 3)) {
      const claimed = claim(request);
      await database.letOneGo();
      expect(answered(await claimed)).toBe(request.externalRef);
    }
    expect(database.batches).toHaveLength(3);
  });
});

describe('claims of several companies', () => {
  it('neither share a transaction nor wait for each other', async () => {
    const database = heldBack();
    const claim = createClaimBatches(database.claimTogether);
    const claims = ['a', 'b', 'c'].flatMap((companyId) => requests(companyId, 2).map(claim));
    expect(database.batches.map(({ companyId }) => companyId)).toEqual(['a', 'b', 'c']);
    for (const _ of upTo(6)) await database.letOneGo();
    await Promise.all(claims);
    for (const { companyId, requests: list } of database.batches) {
      expect(list.every((request) => request.companyId === companyId)).toBe(true);
    }
  });
});

describe('a claim that fails', () => {
  const failing =
    (isBad: (request: ClaimRequest) => boolean, tried: string[][] = []): ClaimTogether =>
    async ({ requests: list }) => {
      tried.push(list.map(({ externalRef }) => externalRef));
      await new Promise(setImmediate);
      if (list.some(isBad)) throw new Error(`bad among ${list.length}`);
      return list.map(claimFor);
    };

  it('fails alone: its neighbours are tried by themselves', async () => {
    const tried: string[][] = [];
    const claim = createClaimBatches(failing(({ externalRef }) => externalRef === 'a-3', tried));
    const results = await Promise.allSettled(requests('a', 5).map(claim));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(tried).toEqual([['a-1'], ['a-2', 'a-3', 'a-4', 'a-5'], ['a-2'], ['a-3'], ['a-4'], ['a-5']]);
  });

  it('does not stop the queue', async () => {
    const claim = createClaimBatches(failing(({ externalRef }) => externalRef === 'a-1'));
    await expect(claim(claimRequest('a', { externalRef: 'a-1' }))).rejects.toThrow('bad among 1');
    expect(answered(await claim(claimRequest('a', { externalRef: 'a-2' })))).toBe('a-2');
  });

  it('when an answer is missing says so', async () => {
    const claim = createClaimBatches(() => Promise.resolve([]));
    await expect(claim(claimRequest('a'))).rejects.toThrow('left unanswered');
  });
});

describe('under every schedule', () => {
  it('each claim gets its own answer or its own failure, and no company ever has two transactions at once', async () => {
    const any = fc.array(
      fc.record({ company: fc.constantFrom('a', 'b'), bad: fc.boolean(), yields: fc.nat({ max: 2 }) }),
      { maxLength: 120 },
    );
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), any, async (scheduler, plan) => {
        const bad = new Set<string>();
        const busy = new Map<string, number>();
        const claim = createClaimBatches(async ({ companyId, requests: list }) => {
          const together = list.length > 1;
          busy.set(companyId, (busy.get(companyId) ?? 0) + 1);
          if (together) expect(busy.get(companyId)).toBe(1);
          await scheduler.schedule(Promise.resolve());
          busy.set(companyId, (busy.get(companyId) ?? 0) - 1);
          if (list.some(({ externalRef }) => bad.has(externalRef))) throw new Error('bad');
          return list.map(claimFor);
        });
        const claims = plan.map(({ company, bad: isBad }, index) => {
          const externalRef = `${company}-${index}`;
          if (isBad) bad.add(externalRef);
          return claim(claimRequest(company, { externalRef }));
        });
        await scheduler.waitFor(Promise.allSettled(claims));
        for (const [index, result] of (await Promise.allSettled(claims)).entries()) {
          const externalRef = `${plan[index]?.company}-${index}`;
          expect(result.status).toBe(bad.has(externalRef) ? 'rejected' : 'fulfilled');
          if (result.status === 'fulfilled') expect(answered(result.value)).toBe(externalRef);
        }
      }),
      { numRuns: 60 },
    );
  });
});
