import { type CivilDate, civilDateOf, daysSinceEpoch } from './el-salvador-time.ts';

/** Days off of the whole country, as month and day: Código de Trabajo, article 190, and the decrees 208 and 399. */
const NATIONAL = new Set(['1-1', '5-1', '5-10', '6-17', '8-6', '9-15', '11-2', '12-25']);

/** Easter Monday's distance from Easter, and Holy Monday's: the tax administration is closed in between. */
const AFTER_EASTER = 1;
const BEFORE_EASTER = 6;

/** Easter Sunday of a Gregorian year, by the anonymous algorithm that J. Meeus gives (Astronomical Algorithms, 8). */
export function easterOf(year: number): CivilDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return { year, month: Math.floor(days / 31), day: (days % 31) + 1 };
}

/** 1 to 6 August, and 24 December to 2 January. */
function isYearlyVacation({ month, day }: CivilDate): boolean {
  if (month === 8) return day <= 6;
  return (month === 12 && day >= 24) || (month === 1 && day <= 2);
}

/**
 * Whether a day, given as days since 1970-01-01, is off by the laws that hold every year: the country's own days off
 * and the vacations of the public sector, which the tax calendar of 2026 counts as days off (Ley de Asuetos,
 * Vacaciones y Licencias de los Empleados Públicos). Weekends and one-off decrees are not part of it.
 */
export function isDayOffByRule(days: number): boolean {
  const date = civilDateOf(days);
  if (NATIONAL.has(`${date.month}-${date.day}`) || isYearlyVacation(date)) return true;
  const sinceEaster = days - daysSinceEpoch(easterOf(date.year));
  return sinceEaster >= -BEFORE_EASTER && sinceEaster <= AFTER_EASTER;
}
