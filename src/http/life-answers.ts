import { toLocalIso } from '../core/calendar/el-salvador-time.ts';
import { LIFE_EVENTS, type LifeEventKind } from '../core/life/life-events.ts';
import type { DocumentLife } from '../operations/life/ports.ts';
import { type Static, Type, titled } from '../schema/schema.ts';
import { text } from './described.ts';

const LifeEventSchema = titled('LifeEvent', {
  event: Type.Unsafe<LifeEventKind>({
    type: 'string',
    enum: Object.keys(LIFE_EVENTS),
    description: 'Código estable de lo que ocurrió.',
  }),
  at: text('Cuándo, ISO 8601 con -06:00 y milisegundos.'),
  message: text('Lo mismo, en español.'),
  detail: Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    additionalProperties: true,
    description: 'Lo que acompaña a lo ocurrido: número, sello, dirección, respuesta de Hacienda.',
  }),
});

/** What happened to a document, in order. */
export const LifeSchema = titled('DocumentEvents', {
  document_id: text('Identificador del documento (UUID).'),
  external_ref: text('La referencia de quien lo emitió.'),
  events: Type.Array(LifeEventSchema, { description: 'En el orden en que ocurrió.' }),
});

export function lifeAnswer({ documentId, externalRef, events }: DocumentLife): Static<typeof LifeSchema> {
  return {
    document_id: documentId,
    external_ref: externalRef,
    events: events.map(({ kind, atMs, detail }) => ({
      event: kind,
      at: toLocalIso(atMs),
      message: LIFE_EVENTS[kind],
      detail,
    })),
  };
}
