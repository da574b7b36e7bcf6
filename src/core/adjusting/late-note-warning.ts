import { ministryCreditNoteEnd } from './windows.ts';

const LATE =
  'La nota se emitió después de los tres meses que da Hacienda desde la emisión del CCF; su efecto en el IVA puede ser objetado.';

/**
 * What a caller must know of a note that the contract admits and the Ministry may object to: its own time for notes is
 * shorter. Instants of issue in milliseconds since the epoch. Null for a note in time.
 */
export function lateNoteWarning(noteMs: number, ccfMs: number): string | null {
  return noteMs > ministryCreditNoteEnd(ccfMs) ? LATE : null;
}
