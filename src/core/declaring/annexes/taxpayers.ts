import { signOf } from '../../dte/kinds.ts';
import { NOTA_CREDITO } from '../../dte/types/nota-credito.ts';
import { TOLERANCE_CENTS } from '../../money/decimal.ts';
import { VAT, WHOLE } from '../../money/rates.ts';
import { type AnnexRow, annexOf, type Declared, type RowFinding, type RowRule } from '../annex.ts';
import {
  dayCell,
  ELECTRONIC,
  IDENTITY_COLUMNS,
  INCOME_COLUMNS,
  identityCells,
  incomeCells,
  NOTHING,
  nameCell,
  nrcCell,
} from '../cells.ts';
import { annexAmount, centsOf } from '../cents.ts';
import * as column from '../column-kinds.ts';
import type { DeclaredDocument } from '../declared-document.ts';
import { mistake, remark, WRONG_VAT } from '../portal-words.ts';
import { addsUp, byOneNumber, whyNotType, wrongSign } from '../row-rules.ts';

const COLUMNS = {
  fecha: column.day('Fecha de emisión'),
  clase: column.only('Clase de documento', ELECTRONIC),
  tipo: column.oneOf('Tipo de documento', '03', '05', '06'),
  ...IDENTITY_COLUMNS,
  controlInterno: column.only('Número de control interno', ''),
  nitONrc: column.nitOrNrc('NIT o NRC del cliente'),
  nombre: column.name('Nombre del cliente'),
  exentas: column.amountOfNotes('Ventas exentas'),
  noSujetas: column.amountOfNotes('Ventas no sujetas'),
  gravadas: column.amountOfNotes('Ventas gravadas locales'),
  debito: column.amountOfNotes('Débito fiscal'),
  terceros: column.leftAt(NOTHING, column.amountOfNotes('Ventas a cuenta de terceros no domiciliados')),
  debitoTerceros: column.leftAt(
    NOTHING,
    column.amountOfNotes('Débito fiscal por ventas a cuenta de terceros'),
  ),
  total: column.amountOfNotes('Total de ventas'),
  dui: column.dui('DUI del cliente'),
  ...INCOME_COLUMNS,
  anexo: column.annexNumber(1),
};

type Name = keyof typeof COLUMNS;

/** Sales to taxpayers: a row for each CCF and note. Source: manual of F-07 v14, section III. */
export const TAXPAYERS = annexOf({
  key: '1',
  title: 'Detalle de ventas a contribuyentes',
  columns: COLUMNS,
  known: ['numero'],
  rules: [
    whyNotType,
    // Sales without any of the débitos: the manual's screen of page 5 adds them up so.
    addsUp(
      'total',
      ['exentas', 'noSujetas', 'gravadas', 'terceros'],
      'Total de ventas debe ser la suma de exentas, no sujetas, gravadas y de terceros, sin débitos',
    ),
    isVatOf('debito', 'gravadas'),
    // Sales of third parties who are not domiciled have their VAT beside them.
    isVatOf('debitoTerceros', 'terceros'),
    whyNotSign,
    byOneNumber('nitONrc', 'DUI del cliente debe quedar vacío donde la fila lleva NIT o NRC'),
  ],
});

/** In hundredths of a cent: a document rounds its VAT once, and its lines may have been rounded before. */
const MOST_BESIDE = TOLERANCE_CENTS * 100n + 50n;

function isVatOf<Vat extends string, Taxed extends string>(vat: Vat, taxed: Taxed): RowRule<Vat | Taxed> {
  return (row) => {
    const beside = centsOf(row[taxed]) * VAT - centsOf(row[vat]) * WHOLE;
    return beside <= MOST_BESIDE && beside >= -MOST_BESIDE ? null : { column: vat, ...mistake(WRONG_VAT) };
  };
}

const AMOUNTS = [
  'exentas',
  'noSujetas',
  'gravadas',
  'debito',
  'terceros',
  'debitoTerceros',
  'total',
] as const;

/** Only a note may be below zero, and then as a whole. */
function whyNotSign(row: AnnexRow<Name>, { notesAreNegative }: Declared): RowFinding<Name> | null {
  const isLowering = notesAreNegative && row.tipo === NOTA_CREDITO.code;
  const wrong = wrongSign(row, AMOUNTS, isLowering);
  if (wrong === undefined) return null;
  const message = isLowering
    ? 'una nota de crédito debe ir negativa'
    : 'solo una nota de crédito puede ser negativa';
  return { column: wrong, ...remark(message) };
}

/**
 * The row of a type 03 or 05. The manual forbids amounts below zero and admits type 05: a note is positive unless the
 * accountant says otherwise.
 */
export function taxpayersLine(
  document: DeclaredDocument,
  { period, notesAreNegative }: Declared,
): readonly string[] {
  const sign = notesAreNegative ? signOf(document.tipoDte) : 1n;
  const { exempt, notSubject, taxed, vat, counterparty } = document;
  const number = nrcOrNit(document);
  const dui = number === '' ? (counterparty?.dui ?? '') : '';
  return TAXPAYERS.cellsOf({
    fecha: dayCell(document.fecEmi),
    tipo: document.tipoDte,
    ...identityCells(document),
    nitONrc: number,
    nombre: nameCell(counterparty?.nombre ?? '', number || dui),
    exentas: annexAmount(sign * exempt),
    noSujetas: annexAmount(sign * notSubject),
    gravadas: annexAmount(sign * taxed),
    debito: annexAmount(sign * vat),
    total: annexAmount(sign * (exempt + notSubject + taxed)),
    dui,
    ...incomeCells(document.incomeClass, period),
  });
}

/** What a type 03 names its customer by: the NIT of fourteen digits, else the NRC. */
function nrcOrNit({ counterparty }: DeclaredDocument): string {
  if (counterparty?.nit) return counterparty.nit;
  return counterparty?.nrc ? nrcCell(counterparty.nrc) : '';
}
