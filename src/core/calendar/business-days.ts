import type { HolidayScope } from '../../catalogs/catalog.ts';
import { holidays } from '../../catalogs/data/holidays.ts';
import { civilDateOf, daysSinceEpoch, formatCivilDate, parseCivilDate } from './civil-date.ts';
import { isDayOffByRule } from './holiday-rules.ts';

/**
 * The scopes of the holiday table on which the Ministry's deadlines stand still. With these three its own examples
 * (Manual Funcional 2.0, pages 14-15) come out; the city of San Salvador's own days off do not count.
 */
const SCOPES: ReadonlySet<HolidayScope> = new Set([
  'national',
  'tax_administration',
  'extraordinary_national',
]);

/** Business days, with dates as `YYYY-MM-DD`. Every function throws RangeError on what is not a date or a month. */
export interface BusinessCalendar {
  readonly isBusinessDay: (date: string) => boolean;
  /** The date that lies so many business days after the given one, which itself is not counted. */
  readonly addBusinessDays: (date: string, count: number) => string;
  /** The n-th business day (from 1) counted from the first of the month; a large n leads into the next month. */
  readonly nthBusinessDayOfMonth: (year: number, month: number, n: number) => string;
}

function dayOf(date: string): number {
  const parsed = parseCivilDate(date);
  if (parsed === null) throw new RangeError(`not a date: ${date.slice(0, 20)}`);
  return daysSinceEpoch(parsed);
}

function firstOfMonth(year: number, month: number): number {
  return dayOf(formatCivilDate({ year, month, day: 1 }));
}

/** 1970-01-01 was a Thursday; 0 is Sunday, 6 Saturday. */
function isWeekend(day: number): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7;
  return weekday === 0 || weekday === 6;
}

/** A year is in the table when its national days off are; a lone decree does not make a year complete. */
const tableYears: ReadonlySet<number> = new Set(
  holidays.rows.filter(({ scope }) => scope === 'national').map(({ date }) => Number(date.slice(0, 4))),
);

const tableDays: readonly number[] = holidays.rows
  .filter((holiday) => SCOPES.has(holiday.scope))
  .map((holiday) => dayOf(holiday.date));

/** Days off of the table in the years it covers, and by the rules of every year beyond. */
function isDayOff(day: number, listed: ReadonlySet<number>): boolean {
  if (listed.has(day)) return true;
  return !tableYears.has(civilDateOf(day).year) && isDayOffByRule(day);
}

/**
 * A calendar of business days: Monday to Friday without the days off of `catalogs/data/holidays.ts` and without the
 * dates given here, for decrees younger than that table.
 */
export function businessCalendar(decreedDates: readonly string[] = []): BusinessCalendar {
  const listed: ReadonlySet<number> = new Set([...tableDays, ...decreedDates.map(dayOf)]);
  const isOpen = (day: number) => !isWeekend(day) && !isDayOff(day, listed);
  const advance = (from: number, count: number) => {
    let day = from;
    for (let left = count; left > 0; left -= 1) {
      do day += 1;
      while (!isOpen(day));
    }
    return formatCivilDate(civilDateOf(day));
  };
  return {
    isBusinessDay: (date) => isOpen(dayOf(date)),
    addBusinessDays: (date, count) => advance(dayOf(date), count),
    nthBusinessDayOfMonth: (year, month, n) => advance(firstOfMonth(year, month) - 1, n),
  };
}

const official = businessCalendar();

/** Whether a date (`YYYY-MM-DD`) is a business day by the official table. Throws RangeError on another text. */
export function isBusinessDay(date: string): boolean {
  return official.isBusinessDay(date);
}

/**
 * The date that lies `count` business days after `date`, which itself is not counted; with 0 the date itself. Throws
 * RangeError on a text that is not a date.
 */
export function addBusinessDays(date: string, count: number): string {
  return official.addBusinessDays(date, count);
}

/**
 * The n-th business day (from 1) counted from the first of the month (1 to 12); a large n leads into the next month.
 * Throws RangeError on another month.
 */
export function nthBusinessDayOfMonth(year: number, month: number, n: number): string {
  return official.nthBusinessDayOfMonth(year, month, n);
}
