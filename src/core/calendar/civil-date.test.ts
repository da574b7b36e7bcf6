import { describe, expect, it } from 'vitest';
import {
  civilDateOf,
  daysInMonth,
  daysSinceEpoch,
  formatCivilDate,
  isLeapYear,
  parseCivilDate,
} from './civil-date.ts';

const DAY_MS = 86_400_000;

describe('days and dates', () => {
  it('agree with the platform on every day from 1600 to 2400, both ways', () => {
    const first = Date.UTC(1600, 0, 1) / DAY_MS;
    const last = Date.UTC(2400, 11, 31) / DAY_MS;
    let wrong = 0;
    for (let days = first; days <= last; days += 1) {
      const date = civilDateOf(days);
      const expected = new Date(days * DAY_MS).toISOString().slice(0, 10);
      if (formatCivilDate(date) !== expected || daysSinceEpoch(date) !== days) wrong += 1;
    }
    expect(wrong).toBe(0);
    expect(last - first).toBeGreaterThan(292_000);
  });

  it('counts from 1970-01-01', () => {
    expect(daysSinceEpoch({ year: 1970, month: 1, day: 1 })).toBe(0);
    expect(daysSinceEpoch({ year: 1969, month: 12, day: 31 })).toBe(-1);
    expect(civilDateOf(0)).toEqual({ year: 1970, month: 1, day: 1 });
  });
});

describe('leap years', () => {
  it('follow the Gregorian rule', () => {
    expect([2000, 2024, 2028, 2400].every(isLeapYear)).toBe(true);
    expect([1900, 2023, 2026, 2100].some(isLeapYear)).toBe(false);
    expect([daysInMonth(2024, 2), daysInMonth(2026, 2), daysInMonth(2026, 12)]).toEqual([29, 28, 31]);
  });

  it('have no thirteenth month', () => {
    expect(() => daysInMonth(2026, 13)).toThrow(RangeError);
    expect(() => daysInMonth(2026, 0)).toThrow(RangeError);
  });
});

describe('reading and printing', () => {
  it('reads dates that exist', () => {
    expect(parseCivilDate('2028-02-29')).toEqual({ year: 2028, month: 2, day: 29 });
    expect(parseCivilDate('0000-01-01')).toEqual({ year: 0, month: 1, day: 1 });
  });

  it.each(['2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-1', '', '20260101'])(
    'refuses %j',
    (text) => {
      expect(parseCivilDate(text)).toBeNull();
    },
  );

  it('throws on a year that four digits cannot show', () => {
    expect(() => formatCivilDate({ year: 10_000, month: 1, day: 1 })).toThrow(RangeError);
    expect(() => formatCivilDate({ year: -1, month: 1, day: 1 })).toThrow(RangeError);
  });
});
