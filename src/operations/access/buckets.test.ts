import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuckets } from './buckets.ts';

describe('a bucket', () => {
  it('lets a burst through and then one at each step of the clock', () => {
    let nowMs = 0;
    const buckets = createBuckets(() => nowMs, { burst: 3, perSecond: 2 });
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 500]);
    nowMs = 400;
    expect(buckets.take('a')).toBe(100);
    nowMs = 500;
    expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 500]);
    nowMs = 10_000;
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 500]);
  });

  it('takes several at once', () => {
    let nowMs = 0;
    const buckets = createBuckets(() => nowMs, { burst: 5, perSecond: 1 });
    expect([buckets.take('a', 3), buckets.take('a', 3), buckets.take('a', 2)]).toEqual([0, 1_000, 0]);
    nowMs = 3_000;
    expect([buckets.take('a', 3), buckets.take('a')]).toEqual([0, 1_000]);
  });

  it('counts for each alone', () => {
    const buckets = createBuckets(() => 0, { burst: 1, perSecond: 1 });
    expect([buckets.take('a'), buckets.take('b'), buckets.take('a')]).toEqual([0, 0, 1_000]);
  });

  it('never passes more than its burst and pace in any span, and never less where nobody asked before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 200 }),
        (burst, perSecond, pausesMs) => {
          let nowMs = 0;
          const buckets = createBuckets(() => nowMs, { burst, perSecond });
          const passedMs: number[] = [];
          for (const pauseMs of pausesMs) {
            nowMs += pauseMs;
            if (buckets.take('a') === 0) passedMs.push(nowMs);
          }
          for (const [first, fromMs] of passedMs.entries())
            for (const [further, untilMs] of passedMs.slice(first).entries())
              expect(further + 1).toBeLessThanOrEqual(
                burst + ((untilMs - fromMs) * perSecond) / 1_000 + 1e-6,
              );
          expect(passedMs.length).toBeGreaterThanOrEqual(Math.min(burst, pausesMs.length));
        },
      ),
    );
  });

  it('forgets those that were not seen for longest, however many come', () => {
    const buckets = createBuckets(() => 0, { burst: 1, perSecond: 1 });
    for (let i = 0; i <= 10_000; i += 1) buckets.take(`address ${i}`);
    expect([buckets.take('address 0'), buckets.take('address 10000')]).toEqual([0, 1_000]);
  });
});
