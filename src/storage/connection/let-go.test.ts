import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failedWrite } from './let-go.ts';

const AWAY = Object.assign(new Error('words'), { code: '57P01' });

describe('a write of a holder', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** What a release that fails so many times was asked for within a minute and more of a write. */
  async function released(failures: number, write: () => Promise<string>) {
    const asked: unknown[] = [];
    const release = async (lease: string, retryMs: number) => {
      asked.push([lease, retryMs]);
      if (asked.length <= failures) throw AWAY;
    };
    const guarded = write().catch((error: unknown) => failedWrite(release, 'lease', error));
    const outcome = await guarded.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(70_000);
    return { outcome, asked };
  }

  it('that succeeds keeps the lease', async () => {
    expect(await released(0, async () => 'kept')).toEqual({ outcome: 'kept', asked: [] });
  });

  it('that the database did not take ends it, as soon as that is possible', async () => {
    const { outcome, asked } = await released(3, () => Promise.reject(AWAY));
    expect(outcome).toBe(AWAY);
    expect(asked).toEqual(Array(4).fill(['lease', 5_000]));
  });

  it('that breaks by itself leaves the lease to its end', async () => {
    const { asked } = await released(0, () => Promise.reject(new Error('attempt 1 is missing')));
    expect(asked).toEqual([]);
  });

  it('is not followed for ever', async () => {
    const { asked } = await released(Number.POSITIVE_INFINITY, () => Promise.reject(AWAY));
    expect(asked.length).toBeGreaterThan(200);
    expect(asked.length).toBeLessThan(250);
  });
});
