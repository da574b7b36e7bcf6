/** A day of the proleptic Gregorian calendar, without a zone. Months and days count from 1. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const SHAPE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAYS_PER_ERA = 146_097;
const DAYS_FROM_MARCH_YEAR_0_TO_EPOCH = 719_468;

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The number of days of a month (1 to 12). Throws RangeError on another month. */
export function daysInMonth(year: number, month: number): number {
  const days = DAYS_IN_MONTH[month - 1];
  if (days === undefined) throw new RangeError(`not a month: ${month}`);
  return month === 2 && isLeapYear(year) ? 29 : days;
}

/**
 * Days since 1970-01-01, negative before. Years are counted from 1 March, so that the leap day comes last, in eras of
 * 400 years, after which the calendar repeats.
 */
export function daysSinceEpoch({ year, month, day }: CivilDate): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const marchMonth = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - DAYS_FROM_MARCH_YEAR_0_TO_EPOCH;
}

/** The day that lies so many days after 1970-01-01; the inverse of `daysSinceEpoch`. */
export function civilDateOf(days: number): CivilDate {
  const shifted = days + DAYS_FROM_MARCH_YEAR_0_TO_EPOCH;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1 };
}

/** The same day of a later month, or the last one of a month that has no such day. */
export function monthsLater({ year, month, day }: CivilDate, months: number): CivilDate {
  const monthsSinceYear0 = year * 12 + month - 1 + months;
  const later = { year: Math.floor(monthsSinceYear0 / 12), month: (monthsSinceYear0 % 12) + 1 };
  return { ...later, day: Math.min(day, daysInMonth(later.year, later.month)) };
}

/** Reads `YYYY-MM-DD`; null where the text has another shape or names a day that does not exist. */
export function parseCivilDate(text: string): CivilDate | null {
  const [, year, month, day] = (SHAPE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return { year, month, day };
}

/** `YYYY-MM-DD`. Throws RangeError on a year outside 0000 to 9999, which that form cannot show. */
export function formatCivilDate({ year, month, day }: CivilDate): string {
  if (year < 0 || year > 9999) throw new RangeError(`year out of range: ${year}`);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** El Salvador is six hours behind UTC all year: there is no summer time (design section 5). */
const OFFSET_MS = -6 * 3_600_000;
const OFFSET_TEXT = '-06:00';
const DAY_MS = 86_400_000;

/** An instant as a document carries it. */
export interface FiscalTime {
  /** `identificacion.fecEmi`, YYYY-MM-DD, local date. */
  readonly fecEmi: string;
  /** `identificacion.horEmi`, HH:MM:SS, local time on a 24-hour clock. */
  readonly horEmi: string;
  /** The year of `fecEmi`, in which the correlative counts. */
  readonly fiscalYear: number;
}

/**
 * Local date, time and fiscal year of an instant (milliseconds since the epoch); fractions of a second are cut off.
 * Throws RangeError outside the local years 0000 to 9999 and on what is no finite number.
 */
export function fiscalTime(instantMs: number): FiscalTime {
  if (!Number.isFinite(instantMs)) throw new RangeError(`not an instant: ${instantMs}`);
  const localMs = instantMs + OFFSET_MS;
  const days = Math.floor(localMs / DAY_MS);
  const date = civilDateOf(days);
  return {
    fecEmi: formatCivilDate(date),
    horEmi: clockText(Math.floor((localMs - days * DAY_MS) / 1000)),
    fiscalYear: date.year,
  };
}

/** ISO 8601 with the local offset, to the second: `2026-11-20T10:15:00-06:00`. Throws as `fiscalTime` does. */
export function toLocalIso(instantMs: number): string {
  const { fecEmi, horEmi } = fiscalTime(instantMs);
  return `${fecEmi}T${horEmi}${OFFSET_TEXT}`;
}

/** The instant at which a local date (`YYYY-MM-DD`) begins. Throws RangeError on what is no date. */
export function localDayStartMs(date: string): number {
  const parsed = parseCivilDate(date);
  if (parsed === null) throw new RangeError(`not a date: ${date}`);
  return daysSinceEpoch(parsed) * DAY_MS - OFFSET_MS;
}

/** The last millisecond of a local date, 23:59:59.999. Throws RangeError on what is no date. */
export function localDayEndMs(date: string): number {
  return localDayStartMs(date) + DAY_MS - 1;
}

function clockText(secondOfDay: number): string {
  const parts = [Math.floor(secondOfDay / 3600), Math.floor(secondOfDay / 60) % 60, secondOfDay % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
