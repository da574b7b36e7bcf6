import { decreedDaysOff } from '../../catalogs/data/decreed-days-off.ts';
import { type CivilDate, civilDateOf, daysSinceEpoch, parseCivilDate } from './el-salvador-time.ts';
import { isDayOffByRule } from './holiday-rules.ts';

const DECREED: ReadonlySet<number> = new Set(decreedDaysOff.rows.map(({ date }) => dayOf(date)));

/**
 * The date that lies so many business days after the given one, which itself is not counted; with 0 the date itself.
 * A business day is one from Monday to Friday that is no day off, by the rules of every year or by a decree of its own:
 * with these the Ministry's own examples (Manual Funcional V2.0, pages 14 and 15) come out. The city of San Salvador's
 * own days off do not count.
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
  return !isWeekend(day) && !DECREED.has(day) && !isDayOffByRule(day);
}

/** 1970-01-01 was a Thursday, two days before a Saturday. */
function isWeekend(day: number): boolean {
  return (((day - 2) % 7) + 7) % 7 < 2;
}

function dayOf(date: string): number {
  const parsed = parseCivilDate(date);
  if (parsed === null) throw new RangeError(`the list of decreed days off has no date in ${date}`);
  return daysSinceEpoch(parsed);
}
