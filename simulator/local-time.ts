/** El Salvador is six hours behind UTC all year; the host's zone does not matter. */
const OFFSET_MS = -6 * 60 * 60 * 1000;

/** The date in El Salvador, `yyyy-MM-dd`. */
export function localDate(nowMs: number): string {
  return localIso(nowMs).slice(0, 10);
}

/** `fhProcesamiento` as the authority prints it: `dd/MM/yyyy HH:mm:ss`, local time. */
export function processingTime(nowMs: number): string {
  const iso = localIso(nowMs);
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}

/** The instant of a local date and clock time, `yyyy-MM-dd` and `HH:mm:ss`, in milliseconds since the epoch. */
export function localInstant(date: string, time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return Date.parse(`${date}T00:00:00Z`) + ((hours * 60 + minutes) * 60 + seconds) * 1000 - OFFSET_MS;
}

function localIso(nowMs: number): string {
  return new Date(nowMs + OFFSET_MS).toISOString();
}
