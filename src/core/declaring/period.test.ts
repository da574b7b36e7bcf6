import { expect, it } from 'vitest';
import { instantsOf, monthsBetween, parsePeriod, periodOf, periodText } from './period.ts';

it('reads a month, and nothing else', () => {
  expect(parsePeriod('2026-11')).toEqual({ year: 2026, month: 11 });
  for (const text of ['2026-13', '2026-00', '2026-1', '11-2026', '2026-11-01', '', '9999-12', '0000-01'])
    expect(parsePeriod(text)).toBe(null);
  expect(periodText({ year: 2026, month: 2 })).toBe('2026-02');
});

it('begins and ends at local midnight, over the end of a year too', () => {
  const between = (first: string, behind: string) => {
    return { sinceMs: Date.parse(`${first}T06:00:00Z`), untilMs: Date.parse(`${behind}T06:00:00Z`) };
  };
  expect(instantsOf({ year: 2026, month: 12 })).toEqual(between('2026-12-01', '2027-01-01'));
  expect(instantsOf({ year: 2026, month: 2 })).toEqual(between('2026-02-01', '2026-03-01'));
});

it('counts months over years', () => {
  expect(monthsBetween({ year: 2026, month: 11 }, { year: 2027, month: 2 })).toBe(3);
  expect(monthsBetween(periodOf('2027-01-31'), periodOf('2026-12-01'))).toBe(-1);
  expect(() => periodOf('2026-02-30')).toThrow(RangeError);
});
