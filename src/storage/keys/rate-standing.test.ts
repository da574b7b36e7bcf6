import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountedRequest, fullWindow, standingOf } from './rate-standing.ts';

const NOW_MS = 5_000_000;

function counted(changes: Partial<CountedRequest> = {}): CountedRequest {
  return {
    limits: { perMinute: 3, perHour: 10 },
    fits: true,
    minuteCount: 1,
    hourCount: 4,
    minuteEndMs: NOW_MS + 20_000,
    hourEndMs: NOW_MS + 1_000_000,
    ...changes,
  };
}

describe('the standing of a request', () => {
  it('tells what remains of both windows and when they end', () => {
    expect(standingOf(counted(), NOW_MS)).toEqual({
      exceeded: null,
      remainingMinute: 2,
      remainingHour: 6,
      resetMinute: 20,
      resetHour: 1_000,
      retryAfter: 0,
    });
  });

  it('that does not fit names the window that is full, and its end', () => {
    expect(standingOf(counted({ fits: false, minuteCount: 3 }), NOW_MS)).toMatchObject({
      exceeded: 'minute',
      remainingMinute: 0,
      remainingHour: 6,
      retryAfter: 20,
    });
    expect(standingOf(counted({ fits: false, minuteCount: 1, hourCount: 10 }), NOW_MS)).toMatchObject({
      exceeded: 'hour',
      remainingMinute: 2,
      remainingHour: 0,
      retryAfter: 1_000,
    });
  });

  it('names the hour first where both windows are full', () => {
    const both = counted({ fits: false, minuteCount: 3, hourCount: 10 });
    expect([fullWindow(both), standingOf(both, NOW_MS).exceeded]).toEqual(['hour', 'hour']);
  });

  it('is no refusal for the last request that fits, although both windows are full with it', () => {
    expect(standingOf(counted({ minuteCount: 3, hourCount: 10 }), NOW_MS)).toMatchObject({
      exceeded: null,
      remainingMinute: 0,
      remainingHour: 0,
      retryAfter: 0,
    });
  });

  it('has nothing left, rather than less, where the limits were lowered meanwhile', () => {
    const standing = standingOf(counted({ fits: false, minuteCount: 7, hourCount: 12 }), NOW_MS);
    expect(standing).toMatchObject({ exceeded: 'hour', remainingMinute: 0, remainingHour: 0 });
  });

  it.each([
    [0, 1],
    [-5_000, 1],
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [59_999, 60],
  ])('counts whole seconds up, and at least one: %d ms are %d s', (leftMs, seconds) => {
    const ends = { minuteEndMs: NOW_MS + leftMs, hourEndMs: NOW_MS + leftMs };
    const standing = standingOf(counted({ ...ends, fits: false, minuteCount: 3 }), NOW_MS);
    expect([standing.resetMinute, standing.resetHour, standing.retryAfter]).toEqual(Array(3).fill(seconds));
  });

  it('tells to come back when the window that is exceeded has ended, and never at once', () => {
    const any = fc.record({
      limits: fc.record({
        perMinute: fc.integer({ min: 1, max: 9 }),
        perHour: fc.integer({ min: 1, max: 9 }),
      }),
      fits: fc.boolean(),
      minuteCount: fc.nat({ max: 9 }),
      hourCount: fc.nat({ max: 9 }),
      minuteEndMs: fc.integer({ min: NOW_MS, max: NOW_MS + 60_000 }),
      hourEndMs: fc.integer({ min: NOW_MS, max: NOW_MS + 3_600_000 }),
    });
    fc.assert(
      fc.property(any, (request) => {
        const standing = standingOf(request, NOW_MS);
        expect(standing.exceeded === null).toBe(request.fits);
        if (standing.exceeded === null) expect(standing.retryAfter).toBe(0);
        const endMs = standing.exceeded === 'hour' ? request.hourEndMs : request.minuteEndMs;
        if (standing.exceeded !== null) {
          expect(standing.retryAfter).toBeGreaterThanOrEqual(1);
          expect(NOW_MS + standing.retryAfter * 1_000).toBeGreaterThanOrEqual(endMs);
        }
      }),
    );
  });
});
