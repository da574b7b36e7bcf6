import { type AnnexRow, annexOf, type RowFault } from '../annex.ts';
import { ELECTRONIC, isOfType, joined } from '../cells.ts';
import * as column from '../column-kinds.ts';
import type { DeclaredDocument } from '../declared-document.ts';
import { OTHER_TYPE } from '../portal-words.ts';

const NONE = '0';
/** An electronic document that an event invalidated; A and X are of paper. */
const INVALIDATED = 'D';

const COLUMNS = {
  resolucion: column.controlNumber('Número de resolución'),
  clase: column.oneOf('Clase de documento', ELECTRONIC),
  preimpresoDesde: column.oneOf('Desde (preimpreso)', NONE),
  preimpresoHasta: column.oneOf('Hasta (preimpreso)', NONE),
  tipo: column.oneOf('Tipo de documento', '01', '03', '04', '05', '06', '07', '08', '09', '11', '14'),
  detalle: column.oneOf('Tipo de detalle', INVALIDATED),
  serie: column.receptionStamp('Número de serie'),
  desde: column.oneOf('Desde', NONE),
  hasta: column.oneOf('Hasta', NONE),
  codigo: column.text(
    'Código de generación',
    /^(?:[A-F0-9]{32}|[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12})$/,
    'Código de generación: deben ser 36 caracteres con guiones, o 32 sin ellos',
  ),
};

type Name = keyof typeof COLUMNS;

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

function whyNotType({ tipo, resolucion }: AnnexRow<Name>): RowFault<Name> | null {
  return isOfType(resolucion, tipo) ? null : { column: 'resolucion', message: OTHER_TYPE };
}

export function invalidatedRow(
  document: DeclaredDocument,
  { codesWithoutHyphens }: CodeSwitch,
): AnnexRow<Name> {
  const { codigoGeneracion } = document;
  return {
    resolucion: joined(document.numeroControl),
    clase: ELECTRONIC,
    preimpresoDesde: NONE,
    preimpresoHasta: NONE,
    tipo: document.tipoDte,
    detalle: INVALIDATED,
    serie: document.selloRecibido,
    desde: NONE,
    hasta: NONE,
    codigo: codesWithoutHyphens ? joined(codigoGeneracion) : codigoGeneracion,
  };
}
