import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OFFICIAL_DAYS_OFF } from '../../../simulator/events/official-days-off.ts';
import { addBusinessDays } from './business-days.ts';
import { civilDateOf, daysSinceEpoch, formatCivilDate, parseCivilDate } from './el-salvador-time.ts';

function dayOf(date: string): number {
  return daysSinceEpoch(parseCivilDate(date) ?? expect.fail(`not a date: ${date}`));
}

function add(date: string, count: number): string {
  return formatCivilDate(addBusinessDays(civilDateOf(dayOf(date)), count));
}

/** A day is a business day where it is the next one after the day before it. */
function isBusinessDay(date: string): boolean {
  return formatCivilDate(addBusinessDays(civilDateOf(dayOf(date) - 1), 1)) === date;
}

describe('the Ministry’s worked examples', () => {
  it.for<readonly [string, string]>([
    ['2026-03-31', '2026-04-20'],
    ['2026-04-30', '2026-05-15'],
  ])('the 10th business day of the month after %s is %s', ([lastOfMonth, date]) => {
    expect(add(lastOfMonth, 10)).toBe(date);
  });
});

describe('a business day', () => {
  it.for<readonly [string, boolean]>([
    ['2026-04-20', true],
    ['2026-03-27', true],
    ['2026-04-06', false],
    ['2026-04-07', true],
    ['2026-01-02', false],
    ['2026-12-23', true],
    ['2026-12-24', false],
    ['2024-06-18', false],
    ['2024-02-29', true],
    ['1969-12-23', true],
    ['1969-12-20', false],
  ])('%s: %s', ([date, expected]) => {
    expect(isBusinessDay(date)).toBe(expected);
  });

  it('is none of the official lists', () => {
    for (const date of OFFICIAL_DAYS_OFF) expect(isBusinessDay(date), date).toBe(false);
  });

  it.for<readonly [string, boolean]>([
    ['2031-09-15', false],
    ['2031-04-14', false],
    ['2031-04-15', true],
    ['2038-04-26', false],
    ['2021-12-24', false],
  ])('beyond the lists follows the yearly rules: %s: %s', ([date, expected]) => {
    expect(isBusinessDay(date)).toBe(expected);
  });
});

describe('addBusinessDays', () => {
  it.for<readonly [string, number, string]>([
    ['2026-04-20', 0, '2026-04-20'],
    ['2026-04-18', 0, '2026-04-18'],
    ['2026-04-20', 1, '2026-04-21'],
    ['2026-04-17', 1, '2026-04-20'],
    ['2026-03-27', 1, '2026-04-07'],
    ['2026-04-05', 1, '2026-04-07'],
    ['2026-12-23', 1, '2027-01-04'],
    ['2026-05-04', 90, '2026-09-14'],
    ['2024-05-31', 11, '2024-06-19'],
    ['2031-03-31', 10, '2031-04-22'],
  ])('%s and %i days give %s', ([date, count, expected]) => {
    expect(add(date, count)).toBe(expected);
  });

  it('ends on a business day with as many of them behind it', () => {
    const first = dayOf('2021-06-01');
    fc.assert(
      fc.property(fc.nat(365 * 12), fc.integer({ min: 1, max: 120 }), (days, count) => {
        const start = first + days;
        const end = daysSinceEpoch(addBusinessDays(civilDateOf(start), count));
        let passed = 0;
        for (let day = start + 1; day <= end; day += 1) {
          if (isBusinessDay(formatCivilDate(civilDateOf(day)))) passed += 1;
        }
        expect(passed).toBe(count);
        expect(isBusinessDay(formatCivilDate(civilDateOf(end)))).toBe(true);
      }),
    );
  });
});
