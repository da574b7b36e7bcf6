import { localInstant } from './instant.ts';

/** The Ministry's own example separates the seconds with a point. */
const PROCESSING_TIME = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2})[:.](\d{2})$/;

/**
 * The instant of `fhProcesamiento`, `dd/MM/yyyy HH:mm:ss` in local time, in milliseconds since the epoch; null where
 * the text is none.
 */
export function processingTimeMs(text: string): number | null {
  const [, day, month, year, hours, minutes, seconds] = PROCESSING_TIME.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  return localInstant(`${year}-${month}-${day}`, `${hours}:${minutes}:${seconds}`);
}
