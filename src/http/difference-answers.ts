import { type AnnexChanges, type FigureChange, isChanged } from '../core/declaring/annex-difference.ts';
import { annexAmount, centsCell } from '../core/declaring/cents.ts';
import { LATER_EVENTS } from '../core/declaring/later-event.ts';
import { periodText } from '../core/declaring/period.ts';
import type { ChangedDocument, MonthDifference } from '../operations/declarations/month-difference.ts';
import type { Closing } from '../operations/declarations/month-ports.ts';
import { type Static, Type, titled } from '../schema/schema.ts';
import { count, text, textOrNull } from './described.ts';

const FigureSchema = titled('FigureChange', {
  box: textOrNull('La casilla del F-07; null si es otra cifra, como el débito del mes.'),
  label: text('Qué es, en palabras.'),
  before: text('Lo que se presentó, con dos decimales; negativo lo que el formulario resta.'),
  after: text('Lo que sería ahora.'),
  difference: text('Lo de ahora menos lo que se presentó.'),
});

const ChangedDocumentSchema = titled('ChangedDocument', {
  event: Type.Enum(LATER_EVENTS, {
    description:
      'sealed: se selló después de cerrar; invalidated: se invalidó después; sealed_and_invalidated: las dos cosas.',
  }),
  document_id: text('Identificador del documento.'),
  doc_type: text('Tipo de documento.'),
  issued_on: text('Fecha de emisión, AAAA-MM-DD.'),
  control_number: text('Número de control.'),
  generation_code: text('Código de generación.'),
  name: textOrNull('La otra parte, como la nombra el documento; null si no la nombra.'),
  effect: text(
    'Lo que el mes tiene de más por él, con su IVA; negativo si tiene de menos, como una factura invalidada o una nota de crédito sellada.',
  ),
});

const ColumnSchema = titled('ColumnChange', {
  field: text('La columna, como la llama el manual.'),
  before: text('Lo que sumaba, con dos decimales.'),
  after: text('Lo que suma ahora.'),
  net_before: text('Lo que sumaba, restadas las notas de crédito.'),
  net_after: text('Lo que suma ahora, restadas las notas de crédito.'),
  difference: text('net_after menos net_before.'),
});

const cells = (description: string) =>
  Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' }, description });

const AnnexChangesSchema = titled('AnnexChanges', {
  annex: text('El anexo: 1, 2, 5, 9, anulados o f14.'),
  rows_before: count('Filas cuando se cerró.'),
  rows_after: count('Filas ahora.'),
  added: count('Filas nuevas.'),
  removed: count('Filas que ya no están.'),
  changed: count('Filas que cambiaron.'),
  sums: Type.Array(ColumnSchema, { description: 'Las columnas de montos.' }),
  rows: Type.Array(
    titled('RowChange', {
      before: cells('La fila cerrada; null si es nueva.'),
      after: cells('La de ahora; null si ya no está.'),
    }),
    { description: 'Las filas distintas, hasta 1000 por anexo.' },
  ),
});

export const DifferenceSchema = titled('Difference', {
  month: text('El período, como 2026-11.'),
  version: count('La versión cerrada de la que se parte.'),
  later_version: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'La versión cerrada con que se compara; null si es lo que sería ahora.',
  }),
  differs: Type.Boolean({ description: 'Si algo cambió.' }),
  figures: Type.Array(FigureSchema, {
    description: 'Las casillas del F-07, el débito del mes y lo retenido del F-14, hayan cambiado o no.',
  }),
  documents: Type.Array(ChangedDocumentSchema, {
    description:
      'Los documentos que se sellaron o se invalidaron después de cerrar el mes y lo cambian, por orden de emisión, hasta 1000.',
  }),
  annexes: Type.Array(AnnexChangesSchema, { description: 'Todos los anexos, hayan cambiado o no.' }),
});

/** What is compared: a closing with a later one, or with what it would be now, which is null. */
export interface ComparedClosings {
  readonly former: Closing;
  readonly later: Closing | null;
}

export function differenceAnswer(
  { former, later }: ComparedClosings,
  { figures, annexes, documents }: MonthDifference,
): Static<typeof DifferenceSchema> {
  return {
    month: periodText(former.period),
    version: former.version,
    later_version: later?.version ?? null,
    differs: annexes.some(isChanged),
    figures: figures.map(figureAnswer),
    documents: documents.map(documentAnswer),
    annexes: annexes.map(annexAnswer),
  };
}

function figureAnswer({ box, label, before, after }: FigureChange): Static<typeof FigureSchema> {
  const difference = centsCell(after - before);
  return { box, label, before: centsCell(before), after: centsCell(after), difference };
}

function documentAnswer(document: ChangedDocument): Static<typeof ChangedDocumentSchema> {
  return {
    event: document.event,
    document_id: document.documentId,
    doc_type: document.tipoDte,
    issued_on: document.fecEmi,
    control_number: document.numeroControl,
    generation_code: document.codigoGeneracion,
    name: document.name,
    effect: annexAmount(document.effect),
  };
}

function annexAnswer(changes: AnnexChanges): Static<typeof AnnexChangesSchema> {
  const { annex, rowsBefore, rowsAfter, added, removed, changed, sums, rows } = changes;
  return {
    annex: annex.key,
    rows_before: rowsBefore,
    rows_after: rowsAfter,
    added,
    removed,
    changed,
    sums: sums.map(({ field, before, after, netBefore, netAfter }) => ({
      field,
      before: centsCell(before),
      after: centsCell(after),
      net_before: centsCell(netBefore),
      net_after: centsCell(netAfter),
      difference: centsCell(netAfter - netBefore),
    })),
    rows: rows.map(({ before, after }) => ({ before, after })),
  };
}
