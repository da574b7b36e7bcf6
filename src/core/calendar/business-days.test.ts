import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holidays } from '../../catalogs/data/holidays.ts';
import { addBusinessDays, businessCalendar, isBusinessDay, nthBusinessDayOfMonth } from './business-days.ts';

describe('the Ministry’s worked examples', () => {
  it.each([
    [2026, 4, '2026-04-20'],
    [2026, 5, '2026-05-15'],
  ])('the 10th business day of %i-%i is %s', (year, month, date) => {
    expect(nthBusinessDayOfMonth(year, month, 10)).toBe(date);
  });
});

describe('isBusinessDay', () => {
  it.each([
    ['2026-04-20', true],
    ['2026-04-18', false],
    ['2026-04-19', false],
    ['2026-04-06', false],
    ['2026-04-07', true],
    ['2026-01-02', false],
    ['2026-01-05', true],
    ['2026-08-03', false],
    ['2026-08-07', true],
    ['2026-09-15', false],
    ['2026-12-23', true],
    ['2026-12-24', false],
    ['2026-12-31', false],
    ['2024-06-18', false],
    ['2024-02-29', true],
  ])('%s: %s', (date, expected) => {
    expect(isBusinessDay(date)).toBe(expected);
  });

  it('closes on every day of the table but those of the city of San Salvador alone', () => {
    for (const holiday of holidays.rows.filter((row) => row.scope !== 'san_salvador')) {
      expect(isBusinessDay(holiday.date)).toBe(false);
    }
  });

  it('knows the yearly days off beyond the table', () => {
    expect(isBusinessDay('2031-09-15')).toBe(false);
    expect(isBusinessDay('2031-04-10')).toBe(false);
    expect(isBusinessDay('2031-04-15')).toBe(true);
    expect(isBusinessDay('2021-12-24')).toBe(false);
  });

  it.each(['', '2026-02-29', '2026-13-01', '26-04-20', '2026-04-20T00:00:00Z', '20/04/2026'])(
    'throws on %j',
    (date) => {
      expect(() => isBusinessDay(date)).toThrow(RangeError);
      expect(() => addBusinessDays(date, 1)).toThrow(RangeError);
    },
  );
});

describe('addBusinessDays', () => {
  it.each([
    ['2026-04-20', 0, '2026-04-20'],
    ['2026-04-20', 1, '2026-04-21'],
    ['2026-04-17', 1, '2026-04-20'],
    ['2026-03-27', 1, '2026-04-07'],
    ['2026-04-05', 1, '2026-04-07'],
    ['2026-12-23', 1, '2027-01-04'],
    ['2026-05-04', 90, '2026-09-14'],
  ])('%s and %i days give %s', (date, count, expected) => {
    expect(addBusinessDays(date, count)).toBe(expected);
  });

  it('ends on a business day with as many of them behind it', () => {
    const day = fc.integer({ min: 0, max: 365 * 9 }).map((days) => {
      return new Date(Date.UTC(2022, 0, 1 + days)).toISOString().slice(0, 10);
    });
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 120 }), (date, count) => {
        const end = addBusinessDays(date, count);
        expect(isBusinessDay(end)).toBe(true);
        let passed = 0;
        for (let at = Date.parse(date) + 86_400_000; at <= Date.parse(end); at += 86_400_000) {
          if (isBusinessDay(new Date(at).toISOString().slice(0, 10))) passed += 1;
        }
        expect(passed).toBe(count);
      }),
    );
  });
});

describe('nthBusinessDayOfMonth', () => {
  it.for<readonly [number, number, number, string]>([
    [2026, 1, 1, '2026-01-05'],
    [2026, 8, 1, '2026-08-07'],
    [2026, 8, 10, '2026-08-20'],
    [2026, 12, 17, '2026-12-23'],
    [2026, 12, 18, '2027-01-04'],
    [2024, 6, 10, '2024-06-14'],
    [2024, 6, 11, '2024-06-19'],
    [2031, 4, 10, '2031-04-22'],
  ])('of %i-%i the %i. is %s', ([year, month, n, expected]) => {
    expect(nthBusinessDayOfMonth(year, month, n)).toBe(expected);
  });

  it.each([0, 13])('throws on month %i', (month) => {
    expect(() => nthBusinessDayOfMonth(2026, month, 10)).toThrow(RangeError);
  });
});

describe('businessCalendar', () => {
  it('closes on dates decreed after the table was made', () => {
    const calendar = businessCalendar(['2026-04-08', '2026-04-11']);
    expect(calendar.isBusinessDay('2026-04-08')).toBe(false);
    expect(calendar.nthBusinessDayOfMonth(2026, 4, 10)).toBe('2026-04-21');
    expect(calendar.addBusinessDays('2026-04-07', 1)).toBe('2026-04-09');
    expect(isBusinessDay('2026-04-08')).toBe(true);
  });

  it('throws on a decreed date that is not one', () => {
    expect(() => businessCalendar(['2026-02-30'])).toThrow(RangeError);
  });
});
