import {
  type CivilDate,
  formatCivilDate,
  localDayStartMs,
  monthsLater,
  parseCivilDate,
} from '../calendar/el-salvador-time.ts';
import { MONTHS } from '../calendar/month-names.ts';

/** The month that a declaration is about, `AAAA-MM` in words of callers; months count from 1. */
export interface Period {
  readonly year: number;
  readonly month: number;
}

/** Nobody has sold in the first and the last year of the calendar, which have no month before or behind them. */
const YEARS = { least: 1, most: 9_998 };

/** Reads `AAAA-MM`; null where the text has another shape or names a month that does not exist, or has no neighbours. */
export function parsePeriod(text: string): Period | null {
  const date = /^([0-9]{4})-([0-9]{2})$/.test(text) ? parseCivilDate(`${text}-01`) : null;
  return date === null || date.year < YEARS.least || date.year > YEARS.most ? null : periodIn(date);
}

/** `AAAA-MM`. */
export function periodText({ year, month }: Period): string {
  return formatCivilDate({ year, month, day: 1 }).slice(0, 'AAAA-MM'.length);
}

/** The period of a local date `AAAA-MM-DD`. Throws RangeError on what is no date. */
export function periodOf(date: string): Period {
  const parsed = parseCivilDate(date);
  if (parsed === null) throw new RangeError(`not a date: ${date}`);
  return periodIn(parsed);
}

/** The month before. */
export function previousPeriod(period: Period): Period {
  return later(period, -1);
}

function later({ year, month }: Period, months: number): Period {
  return periodIn(monthsLater({ year, month, day: 1 }, months));
}

function periodIn({ year, month }: CivilDate): Period {
  return { year, month };
}

/** How many months the second period lies behind the first; negative where it lies before it. */
export function monthsBetween(first: Period, second: Period): number {
  return (second.year - first.year) * 12 + second.month - first.month;
}

/** Whether a local date `AAAA-MM-DD` lies in an earlier month. */
export function isBeforePeriod(date: string, period: Period): boolean {
  return monthsBetween(periodOf(date), period) > 0;
}

/** When the period begins and when the one behind it does, milliseconds since the epoch. */
export function instantsOf(period: Period): { readonly sinceMs: number; readonly untilMs: number } {
  return { sinceMs: beginningOf(period), untilMs: beginningOf(later(period, 1)) };
}

function beginningOf(period: Period): number {
  return localDayStartMs(formatCivilDate({ ...period, day: 1 }));
}

/** `noviembre de 2026`. */
export function periodWords({ year, month }: Period): string {
  return `${MONTHS[month - 1]} de ${year}`;
}
