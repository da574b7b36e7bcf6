import { describe, expect, it } from 'vitest';
import { abandonedDelayS, retryDelayMs } from './back-off.ts';

const QUARANTINE_MS = 15 * 60_000;

describe('the delay before the next try', () => {
  it('starts at about 20 seconds and doubles up to about 10 minutes', () => {
    const middle = [20, 40, 80, 160, 320, 600, 600].map((seconds) => seconds * 1000);
    for (const [tries, delay] of middle.entries()) {
      const found = retryDelayMs(tries, 'a document', QUARANTINE_MS);
      expect(found).toBeGreaterThanOrEqual(delay * 0.75);
      expect(found).toBeLessThanOrEqual(delay * 1.25);
    }
  });

  it('stays below 15 minutes however often it was tried and however long the quarantine is', () => {
    for (const tries of [10, 100, 5_000]) {
      expect(retryDelayMs(tries, 'x', 24 * 60 * 60_000)).toBeLessThan(15 * 60_000);
    }
  });

  it('leaves room for several tries in a short quarantine, and is never less than three quarters of a second', () => {
    expect(retryDelayMs(9, 'x', 30_000)).toBeLessThanOrEqual(25_000);
    expect(retryDelayMs(0, 'x', 0)).toBeGreaterThanOrEqual(750);
  });

  it('spreads documents evenly and is the same for the same document and count', () => {
    const delays = Array.from({ length: 1000 }, (_, index) =>
      retryDelayMs(5, `document ${index}`, QUARANTINE_MS),
    );
    const early = delays.filter((delay) => delay < 600_000).length;
    expect(early).toBeGreaterThan(400);
    expect(early).toBeLessThan(600);
    expect(new Set(delays).size).toBeGreaterThan(900);
    expect(retryDelayMs(3, 'x', QUARANTINE_MS)).toBe(retryDelayMs(3, 'x', QUARANTINE_MS));
  });
});

it('doubles for what nodes died over, from 10 seconds up to 10 minutes', () => {
  expect([0, 1, 5, 6, 40].map(abandonedDelayS)).toEqual([10, 20, 320, 600, 600]);
});
