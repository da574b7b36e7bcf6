import { describe, expect, it } from 'vitest';
import { YEARLY_DAYS_OFF } from '../../../simulator/events/official-days-off.ts';
import { civilDateOf, daysSinceEpoch, formatCivilDate } from './el-salvador-time.ts';
import { easterOf, isDayOffByRule } from './holiday-rules.ts';

describe('easterOf', () => {
  it.each([
    [1818, '1818-03-22'],
    [1943, '1943-04-25'],
    [1961, '1961-04-02'],
    [2000, '2000-04-23'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('of %i is %s', (year, date) => {
    expect(formatCivilDate(easterOf(year))).toBe(date);
  });

  it('is a Sunday between 22 March and 25 April in every year', () => {
    for (let year = 1583; year <= 2600; year += 1) {
      const date = easterOf(year);
      expect((((daysSinceEpoch(date) + 4) % 7) + 7) % 7).toBe(0);
      expect(formatCivilDate(date).slice(5) >= '03-22' && formatCivilDate(date).slice(5) <= '04-25').toBe(
        true,
      );
    }
  });
});

describe('isDayOffByRule', () => {
  it('makes the official lists of 2022 to 2030 but for the one-off decrees', () => {
    const first = daysSinceEpoch({ year: 2022, month: 1, day: 1 });
    const last = daysSinceEpoch({ year: 2030, month: 12, day: 31 });
    const made: string[] = [];
    for (let day = first; day <= last; day += 1) {
      if (isDayOffByRule(day)) made.push(formatCivilDate(civilDateOf(day)));
    }
    expect(made).toEqual(YEARLY_DAYS_OFF);
  });
});
