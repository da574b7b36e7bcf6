import { annexOf } from '../annex.ts';
import { ELECTRONIC, IDENTITY_COLUMNS, joined } from '../cells.ts';
import * as column from '../column-kinds.ts';
import type { DeclaredDocument } from '../declared-document.ts';
import { remark } from '../portal-words.ts';
import { whyNotType } from '../row-rules.ts';

const NONE = '0';
/** An electronic document that an event invalidated; A and X are of paper. */
const INVALIDATED = 'D';

const COLUMNS = {
  resolucion: IDENTITY_COLUMNS.resolucion,
  clase: column.only('Clase de documento', ELECTRONIC),
  preimpresoDesde: column.only('Desde (preimpreso)', NONE),
  preimpresoHasta: column.only('Hasta (preimpreso)', NONE),
  tipo: column.oneOf('Tipo de documento', '01', '03', '04', '05', '06', '07', '08', '09', '11', '14'),
  detalle: column.only('Tipo de detalle', INVALIDATED),
  serie: IDENTITY_COLUMNS.serie,
  desde: column.only('Desde', NONE),
  hasta: column.only('Hasta', NONE),
  codigo: column.text(
    'Código de generación',
    /^(?:[A-F0-9]{32}|[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12})$/,
    remark('Código de generación: deben ser 36 caracteres con guiones, o 32 sin ellos'),
  ),
};

/** Documents invalidated in the period: a row for each. Source: manual of F-07 v14, section XIX. */
export const INVALIDATED_DOCUMENTS = annexOf({
  key: 'anulados',
  title: 'Detalle de documentos anulados',
  columns: COLUMNS,
  known: ['codigo'],
  rules: [whyNotType],
});

/** The manual prints the code with 36 characters, which is with hyphens; others write it as everywhere else. */
export interface CodeSwitch {
  readonly codesWithoutHyphens: boolean;
}

export function invalidatedLine(
  { numeroControl, tipoDte, selloRecibido, codigoGeneracion }: DeclaredDocument,
  { codesWithoutHyphens }: CodeSwitch,
): readonly string[] {
  return INVALIDATED_DOCUMENTS.cellsOf({
    resolucion: joined(numeroControl),
    tipo: tipoDte,
    serie: selloRecibido,
    codigo: codesWithoutHyphens ? joined(codigoGeneracion) : codigoGeneracion,
  });
}
