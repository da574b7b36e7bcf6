import { integerIn, type JsonRecord, recordIn, textIn } from '../exact/json.ts';
import { localDate } from '../local-time.ts';
import { type Refusal, refuseField } from '../verdict/refusal.ts';

/** Whether dates outside the period of reception are refused, or only remarked on. */
export type DateMode = 'lenient' | 'strict';

const DAY_MS = 86_400_000;

/** How many days after its date a document may arrive: one for the first generation, five since. */
function daysAllowed(version: number): number {
  return version === 1 ? 1 : 5;
}

/** In strict mode: 017 for a date in the future, 018 for one too long ago. Contingency has its own periods. */
export function wrongDate(document: JsonRecord, nowMs: number, mode: DateMode): Refusal | null {
  const identificacion = recordIn(document, 'identificacion');
  if (mode === 'lenient' || integerIn(identificacion, 'tipoOperacion') === 2) return null;
  const days = daysSince(textIn(identificacion, 'fecEmi') ?? '', nowMs);
  if (days < 0) return refuseField('11', '017', 'identificacion.fecEmi');
  const late = days > daysAllowed(integerIn(identificacion, 'version') ?? 0);
  return late ? refuseField('11', '018', 'identificacion.fecEmi') : null;
}

/** The authority's remark on a document of another day. */
export function dateRemark(document: JsonRecord, nowMs: number): string | null {
  const fecEmi = textIn(recordIn(document, 'identificacion'), 'fecEmi');
  return fecEmi === localDate(nowMs) ? null : 'identificacion.fecEmi Difiere de la fecha de envío.';
}

function daysSince(date: string, nowMs: number): number {
  return (Date.parse(localDate(nowMs)) - Date.parse(date)) / DAY_MS;
}
