import { toLocalIso } from '../core/calendar/el-salvador-time.ts';
import { periodText } from '../core/declaring/period.ts';
import type { MonthStanding } from '../operations/declarations/close-month.ts';
import type { ClassRecord, Closing } from '../operations/declarations/month-ports.ts';
import { type Static, Type, titled } from '../schema/schema.ts';
import { count, text } from './described.ts';

const FileSchema = titled('ClosedFile', {
  name: text('Nombre del archivo.'),
  bytes: count('Cuántos bytes tiene.'),
  sha256: text('SHA-256 del archivo, en hexadecimal.'),
});

/** A month as it was presented. */
export const ClosingSchema = titled('Closing', {
  month: text('El período, como 2026-11.'),
  version: count('1 lo que se presentó primero; cada modificatoria suma uno.'),
  closed_at: text('Cuándo se cerró, ISO 8601 con -06:00.'),
  closed_by: text('Quién lo cerró.'),
  files: Type.Array(FileSchema, { description: 'Los archivos, tal como se guardaron.' }),
});

export function closingAnswer({
  period,
  version,
  closedMs,
  by,
  files,
}: Closing): Static<typeof ClosingSchema> {
  return {
    month: periodText(period),
    version,
    closed_at: toLocalIso(closedMs),
    closed_by: by,
    files: files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
  };
}

const MonthSchema = titled('Month', {
  month: text('El período, como 2026-11.'),
  state: Type.Enum(['open', 'closed', 'changed'], {
    description: 'open: abierto; closed: cerrado; changed: cerrado, y algo cambió después.',
  }),
  version: count('Última versión cerrada; 0 si está abierto.'),
  touched: count('Documentos que se sellaron o se invalidaron después de cerrarlo.'),
});

export const MonthsSchema = titled('Months', {
  months: Type.Array(MonthSchema, { description: 'El actual primero, hasta 24.' }),
});

export function monthsAnswer(standings: readonly MonthStanding[]): Static<typeof MonthsSchema> {
  const months = standings.map(({ period, state, closing, touched }) => ({
    month: periodText(period),
    state,
    version: closing?.version ?? 0,
    touched,
  }));
  return { months };
}

/** A change of codes of the income tax, in the caller's names. */
export const ClassRecordSchema = titled('ClassChange', {
  change_id: text('Identificador del cambio.'),
  changed_at: text('Cuándo se hizo, ISO 8601 con -06:00.'),
  changed_by: text('Quién lo hizo.'),
  documents: count('Documentos que cambió.'),
});

export function classRecordAnswer(record: ClassRecord): Static<typeof ClassRecordSchema> {
  const { changeId, changedMs, by, documents } = record;
  return { change_id: changeId, changed_at: toLocalIso(changedMs), changed_by: by, documents };
}

export const ClosingsSchema = titled('MonthRecord', {
  month: text('El período, como 2026-11.'),
  closings: Type.Array(ClosingSchema, {
    description: 'La última versión primero; ninguna si está abierto.',
  }),
  class_changes: Type.Array(ClassRecordSchema, {
    description: 'Cambios de los códigos de renta, el último primero.',
  }),
});
