import { civilDateOf, daysSinceEpoch, formatCivilDate, parseCivilDate } from './civil-date.ts';

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
