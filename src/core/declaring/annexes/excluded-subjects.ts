import { taxOn, VAT } from '../../money/rates.ts';
import { type AnnexRow, annexOf, type RowFinding } from '../annex.ts';
import {
  dayCell,
  IDENTITY_COLUMNS,
  joined,
  NOTHING,
  nameCell,
  PURCHASE_COLUMNS,
  purchaseCells,
} from '../cells.ts';
import { annexAmount, centsOf } from '../cents.ts';
import * as column from '../column-kinds.ts';
import type { DeclaredDocument } from '../declared-document.ts';
import type { Period } from '../period.ts';
import { mistake, WRONG_NIT, WRONG_VAT } from '../portal-words.ts';
import { whyNotPurchase } from '../row-rules.ts';

const NIT = '1';
const DUI = '2';
const OTHER = '3';

const COLUMNS = {
  tipoDocumento: column.oneOf('Tipo de documento del sujeto', NIT, DUI, OTHER),
  numeroDocumento: column.text(
    'Número de NIT, DUI u otro documento',
    /^[0-9A-Za-z]{1,14}$/,
    mistake(WRONG_NIT),
  ),
  nombre: column.name('Nombre del sujeto excluido'),
  fecha: column.day('Fecha de emisión'),
  serie: IDENTITY_COLUMNS.serie,
  numero: IDENTITY_COLUMNS.numero,
  monto: column.amount('Monto de la operación'),
  retencionIva: column.leftAt(NOTHING, column.amount('Monto de la retención del IVA 13 %')),
  ...PURCHASE_COLUMNS,
  anexo: column.annexNumber(5),
};

type Name = keyof typeof COLUMNS;

/** Purchases from excluded subjects: a row for each type 14. Source: manual of F-07 v14, section VII. */
export const EXCLUDED_SUBJECTS = annexOf({
  key: '5',
  title: 'Detalle de compras a sujetos excluidos',
  columns: COLUMNS,
  known: ['numero'],
  rules: [whyNotNumber, whyNotRetained, whyNotPurchase],
});

const LENGTHS: Readonly<Record<string, number>> = { [NIT]: 14, [DUI]: 9 };

function whyNotNumber({ tipoDocumento, numeroDocumento }: AnnexRow<Name>): RowFinding<Name> | null {
  const length = LENGTHS[tipoDocumento];
  const fits =
    length === undefined || (numeroDocumento.length === length && /^[0-9]+$/.test(numeroDocumento));
  return fits ? null : { column: 'numeroDocumento', ...mistake(WRONG_NIT) };
}

/** What an agent retains of the VAT of an excluded subject is all of it, or nothing. */
function whyNotRetained({ monto, retencionIva }: AnnexRow<Name>): RowFinding<Name> | null {
  const vat = taxOn(centsOf(monto), VAT);
  return [0n, vat].includes(centsOf(retencionIva)) ? null : { column: 'retencionIva', ...mistake(WRONG_VAT) };
}

const LONGEST_OTHER = 14;

/** The row of a type 14. What it withholds is income tax and belongs to F-14; VAT it withholds none. */
export function excludedSubjectsLine(
  document: DeclaredDocument,
  { period }: { readonly period: Period },
): readonly string[] {
  const { nit = null, dui = null, other = null, nombre = '' } = document.counterparty ?? {};
  const number = nit ?? dui ?? (other ?? '').replace(/[^0-9A-Za-z]/g, '').slice(0, LONGEST_OTHER);
  return EXCLUDED_SUBJECTS.cellsOf({
    tipoDocumento: nit !== null ? NIT : dui !== null ? DUI : OTHER,
    numeroDocumento: number,
    nombre: nameCell(nombre, number),
    fecha: dayCell(document.fecEmi),
    serie: document.selloRecibido,
    numero: joined(document.codigoGeneracion),
    monto: annexAmount(document.purchased),
    ...purchaseCells(document.purchaseClass, period),
  });
}
