import { divideRounded } from '../../money/decimal.ts';
import { type AnnexRow, annexOf, type RowFault } from '../annex.ts';
import { dayCell, identityCells, isOfType } from '../cells.ts';
import { annexAmount, centsIn } from '../cents.ts';
import * as column from '../column-kinds.ts';
import type { DeclaredDocument } from '../declared-document.ts';
import { OTHER_TYPE, WRONG_NIT, WRONG_VAT } from '../portal-words.ts';

const COLUMNS = {
  nit: column.nit('NIT del sujeto'),
  fecha: column.day('Fecha de emisión'),
  tipo: column.oneOf('Tipo de documento', '03', '05', '06'),
  resolucion: column.controlNumber('Número de resolución'),
  serie: column.receptionStamp('Número de serie'),
  numero: column.generationCode('Número de documento'),
  sujeto: column.amount('Monto sujeto'),
  percepcion: column.amount('Monto de la percepción del IVA 1 %'),
  dui: column.dui('DUI del sujeto'),
  anexo: column.annexNumber(9),
};

type Name = keyof typeof COLUMNS;

/** What an agent perceived from its customers: a row for each document that does. Source: manual of F-07 v14, section XI. */
export const PERCEPTIONS = annexOf({
  key: '9',
  title: 'Detalle de percepciones del IVA 1 % efectuadas',
  columns: COLUMNS,
  known: ['numero'],
  rules: [whyNotType, whyNotPerception, whyNotSubject],
});

function whyNotPerception({ sujeto, percepcion }: AnnexRow<Name>): RowFault<Name> | null {
  const expected = divideRounded(centsIn(sujeto) ?? 0n, 100n);
  return expected === centsIn(percepcion) ? null : { column: 'percepcion', message: WRONG_VAT };
}

function whyNotType({ tipo, resolucion }: AnnexRow<Name>): RowFault<Name> | null {
  return isOfType(resolucion, tipo) ? null : { column: 'resolucion', message: OTHER_TYPE };
}

function whyNotSubject({ nit, dui }: AnnexRow<Name>): RowFault<Name> | null {
  if (nit !== '' && dui !== '')
    return { column: 'dui', message: 'DUI del sujeto debe quedar vacío donde la fila lleva NIT' };
  return nit === '' && dui === '' ? { column: 'nit', message: WRONG_NIT } : null;
}

/** The row of a type 03 or 05 that perceives VAT. */
export function perceptionsRow(document: DeclaredDocument): AnnexRow<Name> {
  const { nit = null, dui = null } = document.counterparty ?? {};
  return {
    nit: nit ?? '',
    fecha: dayCell(document.fecEmi),
    tipo: document.tipoDte,
    ...identityCells(document),
    sujeto: annexAmount(document.taxed),
    percepcion: annexAmount(document.perceived),
    dui: nit === null ? (dui ?? '') : '',
    anexo: '9',
  };
}
