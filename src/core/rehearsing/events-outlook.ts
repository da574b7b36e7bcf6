import type { Company } from '../company/company.ts';
import { contingenciaVersion } from '../dte/evento-contingencia.ts';
import { invalidacionVersion } from '../dte/invalidacion.ts';
import { EVENTS, generationAt, type SchemaGeneration } from '../dte/kinds.ts';

/** In which generation a company writes its events; a change of its documents leaves them as they are. */
export interface EventsOutlook {
  readonly generation: SchemaGeneration;
  /** `identificacion.version` of either event. */
  readonly contingencia: number;
  readonly invalidacion: number;
  /** The next change that the company's file plans for them, in milliseconds since the epoch; null where it plans none. */
  readonly next: { readonly generation: SchemaGeneration; readonly fromMs: number } | null;
}

/** The events of a company at an instant, milliseconds since the epoch. */
export function eventsOutlook(company: Company, nowMs: number): EventsOutlook {
  const generation = generationAt(company, EVENTS, nowMs);
  const next = company.generations[EVENTS].find(({ fromMs }) => fromMs !== null && fromMs > nowMs);
  return {
    generation,
    contingencia: contingenciaVersion(generation),
    invalidacion: invalidacionVersion(generation),
    next:
      next === undefined || next.fromMs === null
        ? null
        : { generation: next.generation, fromMs: next.fromMs },
  };
}
