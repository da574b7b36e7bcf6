import { toLocalIso } from '../core/calendar/el-salvador-time.ts';
import { TIPOS_DTE } from '../core/dte/kinds.ts';
import { CAUSE_KINDS, GAPS } from '../core/rehearsing/cause.ts';
import type { EventsOutlook } from '../core/rehearsing/events-outlook.ts';
import { totalOf } from '../core/rehearsing/report.ts';
import type { IncompleteCount, Rehearsal } from '../operations/rehearsals/ports.ts';
import { type Static, Type, titled } from '../schema/schema.ts';
import { count, text, textOrNull } from './described.ts';

const OUTCOMES = {
  fit: count('Salen sin que falte nada.'),
  repaired: count('Salen con un valor que pone Sello; causes dice cuál.'),
  impossible: count('No saldrían; causes dice por qué.'),
};

const CauseSchema = titled('RehearsalCause', {
  kind: Type.Enum([...CAUSE_KINDS], {
    description:
      'impossible: el documento no saldría; repaired: sale con un valor que pone Sello; remark: sale igual que antes, con un código que dice poco.',
  }),
  code: text('Código estable de la causa.'),
  field: text('El campo, como se envía; vacío si no es de uno.'),
  message: text('La causa, en español.'),
  documents: count('Documentos con esta causa.'),
  doc_types: Type.Array(Type.String(), { description: 'Sus tipos.' }),
  examples: Type.Array(Type.String(), { description: 'Números de control de algunos, hasta 5.' }),
});

const IncompleteSchema = titled('RehearsalGap', {
  known_by: Type.Enum(['identity', 'code', 'description'], {
    description: 'identity: un cliente, por su número de documento; code y description: un producto.',
  }),
  name: text('El número, el código o la descripción.'),
  title: text('El nombre del cliente o la descripción del producto.'),
  missing: Type.Array(Type.Enum([...GAPS]), { description: 'Lo que falta.' }),
  documents: count('Documentos que lo nombran.'),
});

const EventsSchema = titled(
  'RehearsalEvents',
  {
    generation: Type.Enum(['v1', 'v2'], { description: 'El esquema en que se escriben hoy.' }),
    contingency_version: count('Versión del evento de contingencia: 3 o 4.'),
    invalidation_version: count('Versión del evento de invalidación: 2 o 3.'),
    next_generation: textOrNull('El esquema al que pasan con fecha; null si no hay fecha.'),
    changes_at: textOrNull('Cuándo pasan, ISO 8601 con -06:00.'),
    message: text('Qué les pasa con el cambio, en español.'),
  },
  {
    description:
      'Los eventos de contingencia e invalidación: tienen su propio esquema, que no cambia con el de los documentos.',
  },
);

/** How many customers and products one answer tells. */
export const MOST_INCOMPLETE = 1_000;

/** How a rehearsal stands. */
export const RehearsalSchema = titled('Rehearsal', {
  rehearsal_id: text('Identificador del ensayo (UUID).'),
  state: Type.Enum(['running', 'done', 'failed'], {
    description: 'running: en curso; done: terminado; failed: abandonado, pida otro.',
  }),
  generation: Type.Enum(['v1', 'v2'], { description: 'El esquema en que se ensaya.' }),
  since: textOrNull('Primer día de los documentos ensayados; null si son todos.'),
  progress: Type.Number({ minimum: 0, maximum: 1, description: 'Parte ya revisada, de 0 a 1.' }),
  requested_at: text('Cuándo se pidió, ISO 8601 con -06:00.'),
  finished_at: textOrNull('Cuándo terminó; null mientras está en curso.'),
  documents: titled('RehearsalOutcomes', OUTCOMES, { description: 'Los ya ensayados.' }),
  by_type: Type.Array(
    titled('RehearsalTypeOutcomes', { doc_type: text('Tipo de documento.'), ...OUTCOMES }),
    {
      description: 'Los mismos por tipo; solo los tipos que los hay.',
    },
  ),
  causes: Type.Array(CauseSchema, { description: 'Lo que impide va primero, y después lo más frecuente.' }),
  incomplete: Type.Array(IncompleteSchema, {
    description: `Clientes y productos por completar, los más frecuentes primero, hasta ${MOST_INCOMPLETE}.`,
  }),
  events: EventsSchema,
});
export type RehearsalAnswer = Static<typeof RehearsalSchema>;

/** A rehearsal with the customers and products to be completed, and how the company's events are written. */
export interface ShownRehearsal {
  readonly rehearsal: Rehearsal;
  readonly incomplete: readonly IncompleteCount[];
  readonly events: EventsOutlook;
}

/** A rehearsal as the interface tells it. */
export function rehearsalAnswer({ rehearsal, incomplete, events }: ShownRehearsal): RehearsalAnswer {
  const { report, finishedMs } = rehearsal;
  return {
    rehearsal_id: rehearsal.rehearsalId,
    state: rehearsal.state,
    generation: rehearsal.generation,
    since: rehearsal.since,
    progress: Number(rehearsal.progress.toFixed(3)),
    requested_at: toLocalIso(rehearsal.requestedMs),
    finished_at: finishedMs === null ? null : toLocalIso(finishedMs),
    documents: totalOf(report),
    by_type: TIPOS_DTE.map((doc_type) => ({ doc_type, ...report.byType[doc_type] })).filter(
      ({ fit, repaired, impossible }) => fit + repaired + impossible > 0,
    ),
    causes: report.causes.map(({ docTypes, examples, ...cause }) => ({
      ...cause,
      doc_types: [...docTypes],
      examples: [...examples],
    })),
    incomplete: incomplete.map(({ of, gaps, title, documents }) => ({
      known_by: of.by,
      name: of.name,
      title,
      missing: [...gaps],
      documents,
    })),
    events: eventsAnswer(events),
  };
}

const STAY = 'Van en v2, sea cual sea el esquema de los documentos: nada cambia para ellos.';
const IN_V1 =
  'Van en v1 mientras la entrada events de schema_generation no diga otra cosa. En v2 serían las versiones 4 y 3, no nombrarían a quien el documento no nombra, y una nota de crédito se podría invalidar por cualquier causa.';

function eventsAnswer({ generation, contingencia, invalidacion, next }: EventsOutlook) {
  return {
    generation,
    contingency_version: contingencia,
    invalidation_version: invalidacion,
    next_generation: next?.generation ?? null,
    changes_at: next === null ? null : toLocalIso(next.fromMs),
    message: generation === 'v2' ? STAY : IN_V1,
  };
}
