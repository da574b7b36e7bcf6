import { decreedDaysOff } from '../../src/catalogs/data/decreed-days-off.ts';

/** The days off that hold every year in the Ministry's lists of 2022 to 2030, month and day. */
const YEARLY =
  '01-01 01-02 05-01 05-10 06-17 08-01 08-02 08-03 08-04 08-05 08-06 09-15 11-02 12-24 12-25 12-26 12-27 12-28 12-29 12-30 12-31';

/** The days that move with Easter, Monday to Monday. */
const HOLY_WEEKS: Readonly<Record<string, string>> = {
  2022: '04-11 04-12 04-13 04-14 04-15 04-16 04-17 04-18',
  2023: '04-03 04-04 04-05 04-06 04-07 04-08 04-09 04-10',
  2024: '03-25 03-26 03-27 03-28 03-29 03-30 03-31 04-01',
  2025: '04-14 04-15 04-16 04-17 04-18 04-19 04-20 04-21',
  2026: '03-30 03-31 04-01 04-02 04-03 04-04 04-05 04-06',
  2027: '03-22 03-23 03-24 03-25 03-26 03-27 03-28 03-29',
  2028: '04-10 04-11 04-12 04-13 04-14 04-15 04-16 04-17',
  2029: '03-26 03-27 03-28 03-29 03-30 03-31 04-01 04-02',
  2030: '04-15 04-16 04-17 04-18 04-19 04-20 04-21 04-22',
};

/** The lists of 2022 to 2030 but for one-off decrees and the city of San Salvador, `YYYY-MM-DD`, in order. */
export const YEARLY_DAYS_OFF: readonly string[] = Object.entries(HOLY_WEEKS)
  .flatMap(([year, week]) => `${YEARLY} ${week}`.split(' ').map((day) => `${year}-${day}`))
  .toSorted();

/** The same with the one-off decrees. */
export const OFFICIAL_DAYS_OFF: readonly string[] = [
  ...YEARLY_DAYS_OFF,
  ...decreedDaysOff.rows.map(({ date }) => date),
];
