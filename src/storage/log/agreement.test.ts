import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { claimRequest, heldOf, sharedBench } from '../../../test/support/storage-bench.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { agree, countToAsk, readLogStanding, setDoubt } from './agreement.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };

describeOnDatabases('an agreement', (name) => {
  const bench = sharedBench(name);

  it('lets numbers be given again, has what is open asked about, and outdates every earlier one', async () => {
    const companyId = await bench.addCompany();
    const store = createDocumentStore(bench.pool, CLOCK);
    const open = heldOf(await store.claim(claimRequest(companyId)));
    await bench.asSuperuser("UPDATE log_agreement SET identity = 'another', epoch = 5");
    expect(await readLogStanding(bench.pool, null)).toMatchObject({
      obstacle: 'it goes on in another log',
      nodes: [],
      doubtUntilMs: null,
    });
    const seen = { node: '00000000-0000-4000-8000-000000000001', epoch: '9', seen: '0/1', kept: null };
    expect(await agree(bench.operator, { epoch: '9', skip: 0, days: 2, codes: 4, leaseMs: 1 })).toEqual([]);
    expect((await readLogStanding(bench.pool, seen)).obstacle).toBe(null);
    expect(await countToAsk(bench.operator)).toBe(1);
    const later = heldOf(await store.claim(claimRequest(companyId)));
    expect([open.codesToAsk, later.codesToAsk]).toEqual([0, 4]);
    const [row] = await bench.asSuperuser('SELECT epoch > 9 AS newer FROM log_agreement');
    expect(row).toEqual({ newer: true });
  });

  it('doubts new references for as long as the operator says', async () => {
    await setDoubt(bench.operator, 1);
    const { doubtUntilMs } = await readLogStanding(bench.pool, null);
    expect(doubtUntilMs).toBeGreaterThan(Date.now() + 80_000_000);
    await setDoubt(bench.operator, 0);
    expect((await readLogStanding(bench.pool, null)).doubtUntilMs).toBe(null);
  });
});
