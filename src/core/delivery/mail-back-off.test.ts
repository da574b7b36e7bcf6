import { describe, expect, it } from 'vitest';
import { mailRetryMs } from './mail-back-off.ts';

const HOUR_MS = 3_600_000;

describe('mailRetryMs', () => {
  it.each([
    [1, 60_000],
    [2, 120_000],
    [5, 960_000],
    [9, 4 * HOUR_MS],
    [500, 4 * HOUR_MS],
  ])('after try %d waits %d ms, a quarter more or less', (tries, delayMs) => {
    for (const seed of ['a', 'b', 'c', 'd']) {
      const waits = mailRetryMs(tries, 0, seed) ?? 0;
      expect(waits).toBeGreaterThanOrEqual(delayMs * 0.75);
      expect(waits).toBeLessThanOrEqual(delayMs * 1.25);
    }
  });

  it('spreads messages that failed together, the same way each time', () => {
    const waits = ['a', 'b', 'c', 'd'].map((seed) => mailRetryMs(3, 0, seed));
    expect(new Set(waits).size).toBe(4);
    expect(mailRetryMs(3, 0, 'a')).toBe(waits[0]);
  });

  it('ends after three days', () => {
    expect(mailRetryMs(20, 72 * HOUR_MS - 1, 'a')).not.toBeNull();
    expect(mailRetryMs(20, 72 * HOUR_MS, 'a')).toBeNull();
  });
});
