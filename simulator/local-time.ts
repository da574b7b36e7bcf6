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

function localIso(nowMs: number): string {
  return new Date(nowMs + OFFSET_MS).toISOString();
}
