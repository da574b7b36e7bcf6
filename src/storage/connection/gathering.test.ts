import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { upTo } from '../../../test/support/storage-bench.ts';
import { createGathering } from './gathering.ts';

/** What carries a run out when the test says so. */
function heldBack() {
  const runs: (readonly string[])[] = [];
  const waiting: (() => void)[] = [];
  const carryOut = (items: readonly string[]) => {
    runs.push(items);
    return new Promise<readonly string[]>((resolve) => waiting.push(() => resolve(items.map(doneWith))));
  };
  const letOneGo = async () => {
    waiting.shift()?.();
    await new Promise(setImmediate);
  };
  return { carryOut, runs, letOneGo, sizes: () => runs.map(({ length }) => length) };
}

function doneWith(item: string): string {
  return `${item} done`;
}

const items = (count: number, name = 'a') => upTo(count).map((turn) => `${name}-${turn}`);

describe('items', () => {
  it('that arrive while a run is under way share the next one', async () => {
    const work = heldBack();
    const gather = createGathering({ carryOut: work.carryOut, mostItems: 64, lanes: 1 });
    const results = items(10).map(gather);
    expect(work.sizes()).toEqual([1]);
    await work.letOneGo();
    expect(work.runs).toEqual([['a-1'], items(10).slice(1)]);
    await work.letOneGo();
    expect(await Promise.all(results)).toEqual(items(10).map(doneWith));
  });

  it('share one with as many as it may have', async () => {
    const work = heldBack();
    const gather = createGathering({ carryOut: work.carryOut, mostItems: 64, lanes: 1 });
    const results = items(130).map(gather);
    for (const _ of upTo(4)) await work.letOneGo();
    expect(await Promise.all(results)).toEqual(items(130).map(doneWith));
    expect(work.sizes()).toEqual([1, 64, 64, 1]);
  });

  it('have as many runs at a time as there are lanes', async () => {
    const work = heldBack();
    const gather = createGathering({ carryOut: work.carryOut, mostItems: 64, lanes: 3 });
    const results = items(12).map(gather);
    expect(work.sizes()).toEqual([1, 1, 1]);
    await work.letOneGo();
    expect(work.sizes()).toEqual([1, 1, 1, 9]);
    for (const _ of upTo(3)) await work.letOneGo();
    expect(await Promise.all(results)).toEqual(items(12).map(doneWith));
  });

  it('are alone in every run where a run has one item', async () => {
    const work = heldBack();
    const gather = createGathering({ carryOut: work.carryOut, mostItems: 1, lanes: 2 });
    const results = items(5).map(gather);
    for (const _ of upTo(5)) await work.letOneGo();
    expect(await Promise.all(results)).toEqual(items(5).map(doneWith));
    expect(work.runs).toEqual(items(5).map((item) => [item]));
  });

  it('start at once again when the queue has run dry', async () => {
    const work = heldBack();
    const gather = createGathering({ carryOut: work.carryOut, mostItems: 64, lanes: 1 });
    for (const item of items(3)) {
      const result = gather(item);
      expect(work.runs.at(-1)).toEqual([item]);
      await work.letOneGo();
      expect(await result).toBe(doneWith(item));
    }
    expect(work.runs).toHaveLength(3);
  });

  it('do not wait for those of another gathering', async () => {
    const work = heldBack();
    const gatherings = upTo(3).map(() =>
      createGathering({ carryOut: work.carryOut, mostItems: 64, lanes: 1 }),
    );
    const results = gatherings.flatMap((gather, index) => items(2, `${index}`).map(gather));
    expect(work.runs).toEqual([['0-1'], ['1-1'], ['2-1']]);
    for (const _ of upTo(6)) await work.letOneGo();
    expect(await Promise.all(results)).toHaveLength(6);
  });
});

describe('an item that fails', () => {
  const failing =
    (isBad: (item: string) => boolean, tried: (readonly string[])[] = []) =>
    async (run: readonly string[]) => {
      tried.push(run);
      await new Promise(setImmediate);
      if (run.some(isBad)) throw new Error(`bad among ${run.length}`);
      return run.map(doneWith);
    };

  it('fails alone: its neighbours are tried by themselves', async () => {
    const tried: (readonly string[])[] = [];
    const carryOut = failing((item) => item === 'a-3', tried);
    const results = await Promise.allSettled(
      items(5).map(createGathering({ carryOut, mostItems: 64, lanes: 1 })),
    );
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(tried).toEqual([['a-1'], ['a-2', 'a-3', 'a-4', 'a-5'], ['a-2'], ['a-3'], ['a-4'], ['a-5']]);
  });

  it('is tried alone with the failure of the run that it shared', async () => {
    const failures: unknown[] = [];
    const carryOut = async (run: readonly string[], failure: unknown) => {
      failures.push(failure);
      await new Promise(setImmediate);
      if (run.length > 1) throw new Error('lost');
      return run.map(doneWith);
    };
    await Promise.all(items(3).map(createGathering({ carryOut, mostItems: 64, lanes: 1 })));
    expect(failures).toEqual([null, null, new Error('lost'), new Error('lost')]);
  });

  it('fails with its own error, not with that of the shared run', async () => {
    const carryOut = failing((item) => item === 'a-2');
    const gather = createGathering({ carryOut, mostItems: 64, lanes: 1 });
    const [, bad] = await Promise.allSettled(items(4).map(gather));
    expect(bad).toMatchObject({ status: 'rejected', reason: new Error('bad among 1') });
  });

  it('does not stop the queue', async () => {
    const carryOut = failing((item) => item === 'a-1');
    const gather = createGathering({ carryOut, mostItems: 64, lanes: 1 });
    await expect(gather('a-1')).rejects.toThrow('bad among 1');
    expect(await gather('a-2')).toBe('a-2 done');
  });

  it('when a result is missing says so, and its neighbours have theirs', async () => {
    const carryOut = async (run: readonly string[]) => run.slice(0, 1).map(doneWith);
    const gather = createGathering({ carryOut, mostItems: 64, lanes: 1 });
    const results = await Promise.allSettled(items(3).map(gather));
    const missing = {
      status: 'rejected',
      reason: new Error('an item of a shared run was left without a result'),
    };
    expect(results).toEqual([
      { status: 'fulfilled', value: 'a-1 done' },
      { status: 'fulfilled', value: 'a-2 done' },
      missing,
    ]);
    const nothing = createGathering({ carryOut: async () => [], mostItems: 64, lanes: 1 });
    await expect(nothing('a-1')).rejects.toThrow('left without a result');
  });
});

describe('under every schedule', () => {
  it('each item gets its own result or its own failure, and never more runs are under way than lanes', async () => {
    const plan = fc.array(fc.record({ bad: fc.boolean(), late: fc.boolean() }), { maxLength: 120 });
    const limits = fc.record({
      mostItems: fc.integer({ min: 1, max: 8 }),
      lanes: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), plan, limits, async (scheduler, planned, { mostItems, lanes }) => {
        const bad = new Set(planned.flatMap(({ bad: isBad }, index) => (isBad ? [`a-${index}`] : [])));
        let shared = 0;
        const gather = createGathering({
          mostItems,
          lanes,
          async carryOut(run: readonly string[]) {
            // The items of a run that failed are tried alone, all at once.
            const isShared = run.length > 1;
            shared += isShared ? 1 : 0;
            expect(run.length).toBeLessThanOrEqual(mostItems);
            expect(shared).toBeLessThanOrEqual(lanes);
            await scheduler.schedule(Promise.resolve());
            shared -= isShared ? 1 : 0;
            if (run.some((item) => bad.has(item))) throw new Error(`bad: ${run.join(', ')}`);
            return run.map(doneWith);
          },
        });
        const results = planned.map(async ({ late }, index) => {
          if (late) await scheduler.schedule(Promise.resolve());
          return gather(`a-${index}`);
        });
        await scheduler.waitFor(Promise.allSettled(results));
        for (const [index, result] of (await Promise.allSettled(results)).entries()) {
          const item = `a-${index}`;
          if (result.status === 'fulfilled')
            expect([bad.has(item), result.value]).toEqual([false, doneWith(item)]);
          else expect([bad.has(item), String(result.reason)]).toEqual([true, `Error: bad: ${item}`]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
