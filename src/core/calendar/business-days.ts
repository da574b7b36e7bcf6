import type { HolidayScope } from '../../catalogs/catalog.ts';
import { holidays } from '../../catalogs/data/holidays.ts';
import { type CivilDate, civilDateOf, daysSinceEpoch, parseCivilDate } from './el-salvador-time.ts';
import { isDayOffByRule } from './holiday-rules.ts';

/**
 * The scopes of the holiday table on which the Ministry's deadlines stand still. With these three its own examples
 * (Manual Funcional V2.0, pages 14 and 15) come out; the city of San Salvador's own days off do not count.
 */
const SCOPES: ReadonlySet<HolidayScope> = new Set([
  'national',
  'tax_administration',
  'extraordinary_national',
]);

/** A year is in the table when its national days off are; a lone decree does not make a year complete. */
const TABLE_YEARS: ReadonlySet<number> = new Set(
  holidays.rows.filter(({ scope }) => scope === 'national').map(({ date }) => Number(date.slice(0, 4))),
);

const TABLE_DAYS: ReadonlySet<number> = new Set(
  holidays.rows.filter(({ scope }) => SCOPES.has(scope)).map(({ date }) => dayOf(date)),
);

/**
 * The date that lies so many business days after the given one, which itself is not counted; with 0 the date itself.
 * A business day is one from Monday to Friday that is no day off: by the official table in the years that it covers,
 * by the yearly rules beyond.
 */
export function addBusinessDays(date: CivilDate, count: number): CivilDate {
  let day = daysSinceEpoch(date);
  for (let left = count; left > 0; left -= 1) {
    do day += 1;
    while (!isBusinessDay(day));
  }
  return civilDateOf(day);
}

/** A day is given as days since 1970-01-01. */
function isBusinessDay(day: number): boolean {
  return !isWeekend(day) && !isDayOff(day);
}

/** 1970-01-01 was a Thursday, two days before a Saturday. */
function isWeekend(day: number): boolean {
  return (((day - 2) % 7) + 7) % 7 < 2;
}

function isDayOff(day: number): boolean {
  if (TABLE_DAYS.has(day)) return true;
  return !TABLE_YEARS.has(civilDateOf(day).year) && isDayOffByRule(day);
}

function dayOf(date: string): number {
  const parsed = parseCivilDate(date);
  if (parsed === null) throw new RangeError(`the holiday table has no date in ${date}`);
  return daysSinceEpoch(parsed);
}
