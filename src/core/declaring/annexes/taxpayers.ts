import { type AnnexRow, annexOf, type Declared, type RowFault } from '../annex.ts';
import { dayCell, ELECTRONIC, identityCells, isOfType, NOTHING, nameCell, nrcCell } from '../cells.ts';
import { annexAmount, centsIn } from '../cents.ts';
import * as column from '../column-kinds.ts';
import type { DeclaredDocument } from '../declared-document.ts';
import { askedIncomeClass } from '../income-class.ts';
import { OTHER_TYPE, WRONG_NIT, WRONG_VAT } from '../portal-words.ts';

const CREDIT_NOTE = '05';

const COLUMNS = {
  fecha: column.day('Fecha de emisión'),
  clase: column.oneOf('Clase de documento', ELECTRONIC),
  tipo: column.oneOf('Tipo de documento', '03', '05', '06'),
  resolucion: column.controlNumber('Número de resolución'),
  serie: column.receptionStamp('Número de serie'),
  numero: column.generationCode('Número de documento'),
  controlInterno: column.oneOf('Número de control interno', ''),
  nitONrc: column.nitOrNrc('NIT o NRC del cliente'),
  nombre: column.name('Nombre del cliente'),
  exentas: column.amountOfNotes('Ventas exentas'),
  noSujetas: column.amountOfNotes('Ventas no sujetas'),
  gravadas: column.amountOfNotes('Ventas gravadas locales'),
  debito: column.amountOfNotes('Débito fiscal'),
  terceros: column.amountOfNotes('Ventas a cuenta de terceros no domiciliados'),
  debitoTerceros: column.amountOfNotes('Débito fiscal por ventas a cuenta de terceros'),
  total: column.amountOfNotes('Total de ventas'),
  dui: column.dui('DUI del cliente'),
  operacion: column.operationType('Tipo de operación (Renta)'),
  ingreso: column.incomeType('Tipo de ingreso (Renta)'),
  anexo: column.annexNumber(1),
};

type Name = keyof typeof COLUMNS;

/** Sales to taxpayers: a row for each CCF and note. Source: manual of F-07 v14, section III. */
export const TAXPAYERS = annexOf({
  key: '1',
  title: 'Detalle de ventas a contribuyentes',
  columns: COLUMNS,
  known: ['numero'],
  rules: [whyNotType, whyNotTotal, whyNotDebit, whyNotThirdDebit, whyNotSign, whyNotCounterparty],
});

/** Sales without any of the débitos: the manual's screen of page 5 adds them up so. */
function whyNotTotal(row: AnnexRow<Name>): RowFault<Name> | null {
  const parts = [row.exentas, row.noSujetas, row.gravadas, row.terceros].map((cell) => centsIn(cell) ?? 0n);
  const message =
    'Total de ventas debe ser la suma de exentas, no sujetas, gravadas y de terceros, sin débitos';
  return parts.reduce((sum, cents) => sum + cents, 0n) === centsIn(row.total)
    ? null
    : { column: 'total', message };
}

/** In cents: a document rounds its VAT once, and its lines may have been rounded before. */
const TOLERANCE = 1n;

function whyNotDebit(row: AnnexRow<Name>): RowFault<Name> | null {
  const [taxed, debit] = [centsIn(row.gravadas) ?? 0n, centsIn(row.debito) ?? 0n];
  return isVatOf(taxed, debit) ? null : { column: 'debito', message: WRONG_VAT };
}

function isVatOf(taxed: bigint, debit: bigint): boolean {
  return abs(taxed * 13n - debit * 100n) <= TOLERANCE * 100n + 50n;
}

/** Sales of third parties who are not domiciled have their VAT beside them. */
function whyNotThirdDebit({ terceros, debitoTerceros }: AnnexRow<Name>): RowFault<Name> | null {
  const [taxed, debit] = [centsIn(terceros) ?? 0n, centsIn(debitoTerceros) ?? 0n];
  return isVatOf(taxed, debit) ? null : { column: 'debitoTerceros', message: WRONG_VAT };
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
function whyNotSign(row: AnnexRow<Name>, { notesAreNegative }: Declared): RowFault<Name> | null {
  const isLowering = notesAreNegative && row.tipo === CREDIT_NOTE;
  const wrong = AMOUNTS.find((name) => {
    const cents = centsIn(row[name]) ?? 0n;
    return isLowering ? cents > 0n : cents < 0n;
  });
  if (wrong === undefined) return null;
  const message = isLowering
    ? 'una nota de crédito debe ir negativa'
    : 'solo una nota de crédito puede ser negativa';
  return { column: wrong, message };
}

function whyNotType({ tipo, resolucion }: AnnexRow<Name>): RowFault<Name> | null {
  return isOfType(resolucion, tipo) ? null : { column: 'resolucion', message: OTHER_TYPE };
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function whyNotCounterparty({ nitONrc, dui }: AnnexRow<Name>): RowFault<Name> | null {
  if (nitONrc !== '' && dui !== '')
    return { column: 'dui', message: 'DUI del cliente debe quedar vacío donde la fila lleva NIT o NRC' };
  return nitONrc === '' && dui === '' ? { column: 'nitONrc', message: WRONG_NIT } : null;
}

/**
 * The row of a type 03 or 05. The manual forbids amounts below zero and admits type 05: a note is positive unless the
 * accountant says otherwise.
 */
export function taxpayersRow(
  document: DeclaredDocument,
  { period, notesAreNegative }: Declared,
): AnnexRow<Name> {
  const sign = notesAreNegative && document.tipoDte === '05' ? -1n : 1n;
  const { exempt, notSubject, taxed, vat, counterparty } = document;
  const { operation, income } = askedIncomeClass(document.incomeClass, period);
  return {
    fecha: dayCell(document.fecEmi),
    clase: ELECTRONIC,
    tipo: document.tipoDte,
    ...identityCells(document),
    controlInterno: '',
    nitONrc: nrcOrNit(document),
    nombre: nameCell(counterparty?.nombre ?? ''),
    exentas: annexAmount(sign * exempt),
    noSujetas: annexAmount(sign * notSubject),
    gravadas: annexAmount(sign * taxed),
    debito: annexAmount(sign * vat),
    terceros: NOTHING,
    debitoTerceros: NOTHING,
    total: annexAmount(sign * (exempt + notSubject + taxed)),
    dui: nrcOrNit(document) === '' ? (counterparty?.dui ?? '') : '',
    operacion: String(operation),
    ingreso: String(income),
    anexo: '1',
  };
}

/** What a type 03 names its customer by: the NIT of fourteen digits, else the NRC. */
function nrcOrNit({ counterparty }: DeclaredDocument): string {
  if (counterparty?.nit) return counterparty.nit;
  return counterparty?.nrc ? nrcCell(counterparty.nrc) : '';
}
