import {
  daysSinceEpoch,
  localDayStartMs,
  OFFSET_TEXT,
  parseCivilDate,
  toLocalIso,
} from './el-salvador-time.ts';
import { DAY_MS, MINUTE_MS } from './spans.ts';

const DATE_TIME =
  /^(.{10})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,3}))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))$/;

/**
 * Reads an instant in ISO 8601: a date, a time to the second with at most three decimals, and `Z` or an offset
 * (`2026-12-01T00:00:00-06:00`). A date alone is the start of that day in El Salvador. Null for anything else; a local
 * time without an offset is refused because its meaning would depend on the reader.
 */
export function parseInstant(text: string): number | null {
  if (text.length === 10) return parseCivilDate(text) === null ? null : localDayStartMs(text);
  const match = DATE_TIME.exec(text);
  const date = match === null ? null : parseCivilDate(match[1] ?? '');
  if (match === null || date === null) return null;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(2, 5).map(Number);
  const offset = offsetMinutes(match);
  if (hours > 23 || minutes > 59 || seconds > 59 || offset === null) return null;
  const milliseconds = Number((match[5] ?? '').padEnd(3, '0'));
  const clockMs = ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
  return daysSinceEpoch(date) * DAY_MS + clockMs - offset * MINUTE_MS;
}

/** The instant that a date and a time of El Salvador name (`YYYY-MM-DD`, `HH:MM:SS`); null where they name none. */
export function localInstant(date: string | null, time: string | null): number | null {
  return parseInstant(`${date}T${time}${OFFSET_TEXT}`);
}

/** ISO 8601 in local time that `parseInstant` reads back to the same millisecond; decimals only where needed. */
export function formatInstant(instantMs: number): string {
  const fraction = ((instantMs % 1000) + 1000) % 1000;
  const text = toLocalIso(instantMs);
  if (fraction === 0) return text;
  return `${text.slice(0, 19)}.${String(fraction).padStart(3, '0')}${text.slice(19)}`;
}

function offsetMinutes(match: RegExpExecArray): number | null {
  const [hours = 0, minutes = 0] = [Number(match[7] ?? 0), Number(match[8] ?? 0)];
  if (hours > 23 || minutes > 59) return null;
  return (match[6] === '-' ? -1 : 1) * (hours * 60 + minutes);
}
