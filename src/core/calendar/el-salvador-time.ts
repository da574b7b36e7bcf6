import { DAY_MS, HOUR_MS } from './spans.ts';

/**
 * A day of the proleptic Gregorian calendar, without a zone. Months and days count from 1. It is the platform's calendar in
 * UTC, which asks nothing of the host.
 */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Days since 1970-01-01, negative before. A month or a day beyond its bounds leads into those before or behind it. */
export function daysSinceEpoch({ year, month, day }: CivilDate): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS;
}

/** The day that lies so many days after 1970-01-01; the inverse of `daysSinceEpoch`. */
export function civilDateOf(days: number): CivilDate {
  const date = new Date(days * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The last day of the month in which a day lies. */
export function lastOfMonth({ year, month }: CivilDate): CivilDate {
  return civilDateOf(daysSinceEpoch({ year, month: month + 1, day: 0 }));
}

/** The same day of a later month, or the last one of a month that has no such day. */
export function monthsLater({ year, month, day }: CivilDate, months: number): CivilDate {
  const last = lastOfMonth({ year, month: month + months, day: 1 });
  return { ...last, day: Math.min(day, last.day) };
}

/** Reads `YYYY-MM-DD`; null where the text has another shape or names a day that does not exist. */
export function parseCivilDate(text: string): CivilDate | null {
  const [, year, month, day] = (/^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = civilDateOf(daysSinceEpoch({ year, month, day }));
  return date.month === month && date.day === day ? date : null;
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
const OFFSET_MS = -6 * HOUR_MS;
/** The offset as it stands behind a time in ISO 8601. */
export const OFFSET_TEXT = '-06:00';

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
  const local = new Date(Math.floor(instantMs) + OFFSET_MS);
  const fiscalYear = local.getUTCFullYear();
  if (!(fiscalYear >= 0 && fiscalYear <= 9999)) throw new RangeError(`not an instant: ${instantMs}`);
  const [fecEmi = '', horEmi = ''] = local.toISOString().slice(0, SECONDS).split('T');
  return { fecEmi, horEmi, fiscalYear };
}

const SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length;

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
