import { ADVANCED_VAT, taxOn } from '../../money/rates.ts';
import { type AnnexRow, annexOf, type RowFinding } from '../annex.ts';
import { dayCell, IDENTITY_COLUMNS, identityCells } from '../cells.ts';
import { annexAmount, centsIn, centsOf } from '../cents.ts';
import * as column from '../column-kinds.ts';
import type { DeclaredDocument } from '../declared-document.ts';
import { mistake, WRONG_VAT } from '../portal-words.ts';
import { byOneNumber, whyNotType } from '../row-rules.ts';

const COLUMNS = {
  nit: column.nit('NIT del sujeto'),
  fecha: column.day('Fecha de emisión'),
  tipo: column.oneOf('Tipo de documento', '03', '05', '06'),
  ...IDENTITY_COLUMNS,
  sujeto: column.amount('Monto sujeto'),
  percepcion: column.amount('Monto de la percepción del IVA 1 %'),
  dui: column.dui('DUI del sujeto'),
  anexo: column.annexNumber(9),
};

/** What an agent perceived from its customers: a row for each document that does. Source: manual of F-07 v14, section XI. */
export const PERCEPTIONS = annexOf({
  key: '9',
  title: 'Detalle de percepciones del IVA 1 % efectuadas',
  columns: COLUMNS,
  known: ['numero'],
  rules: [
    whyNotType,
    whyNotPerception,
    byOneNumber('nit', 'DUI del sujeto debe quedar vacío donde la fila lleva NIT'),
  ],
});

function whyNotPerception({
  sujeto,
  percepcion,
}: AnnexRow<'sujeto' | 'percepcion'>): RowFinding<'percepcion'> | null {
  const expected = taxOn(centsOf(sujeto), ADVANCED_VAT);
  return expected === centsIn(percepcion) ? null : { column: 'percepcion', ...mistake(WRONG_VAT) };
}

/** The row of a type 03 or 05 that perceives VAT. */
export function perceptionsLine(document: DeclaredDocument): readonly string[] {
  const { nit = null, dui = null } = document.counterparty ?? {};
  return PERCEPTIONS.cellsOf({
    nit: nit ?? '',
    fecha: dayCell(document.fecEmi),
    tipo: document.tipoDte,
    ...identityCells(document),
    sujeto: annexAmount(document.taxed),
    percepcion: annexAmount(document.perceived),
    dui: nit === null ? (dui ?? '') : '',
  });
}
