import type { Generation } from '../documents/document-kind.ts';
import { integerIn, type JsonRecord, recordIn, textIn } from '../exact/json.ts';
import { localDate } from '../local-time.ts';
import { type Refusal, refuseField } from '../verdict/refusal.ts';

/** Whether dates outside the period of reception are refused, or only remarked on. */
export type DateMode = 'lenient' | 'strict';

const DAY_MS = 86_400_000;

/** How many days after its date a document may arrive. */
const DAYS_ALLOWED: Readonly<Record<Generation, number>> = { v1: 1, v2: 5 };

/** Against what a date is judged. */
export interface DateBench {
  readonly nowMs: number;
  readonly dates: DateMode;
}

/** In strict mode: 017 for a date in the future, 018 for one too long ago. Contingency has its own periods. */
export function wrongDate(document: JsonRecord, generation: Generation, bench: DateBench): Refusal | null {
  const identificacion = recordIn(document, 'identificacion');
  if (bench.dates === 'lenient' || integerIn(identificacion, 'tipoOperacion') === 2) return null;
  const days = daysSince(textIn(identificacion, 'fecEmi') ?? '', bench.nowMs);
  if (days < 0) return refuseField('11', '017', 'identificacion.fecEmi');
  return days > DAYS_ALLOWED[generation] ? refuseField('11', '018', 'identificacion.fecEmi') : null;
}

/** The authority's remark on a document of another day. */
export function dateRemark(document: JsonRecord, nowMs: number): string | null {
  const fecEmi = textIn(recordIn(document, 'identificacion'), 'fecEmi');
  return fecEmi === localDate(nowMs) ? null : 'identificacion.fecEmi Difiere de la fecha de envío.';
}

function daysSince(date: string, nowMs: number): number {
  return (Date.parse(localDate(nowMs)) - Date.parse(date)) / DAY_MS;
}
