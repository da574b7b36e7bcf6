import { EXPORTACION } from '../../dte/types/exportacion.ts';
import { FACTURA } from '../../dte/types/factura.ts';
import { type Amount, sum, ZERO } from '../../money/decimal.ts';
import { addedByName, byName, inNameOrder } from '../../records/by-name.ts';
import { type AnnexRow, annexOf, type Declared, type RowFinding } from '../annex.ts';
import { dayCell, ELECTRONIC, INCOME_COLUMNS, incomeCells, joined, NOTHING } from '../cells.ts';
import { annexAmount, centsOf } from '../cents.ts';
import * as column from '../column-kinds.ts';
import type { DeclaredDocument } from '../declared-document.ts';
import { isBeforePeriod, monthsBetween, type Period } from '../period.ts';
import { remark } from '../portal-words.ts';
import { addsUp, wrongSign } from '../row-rules.ts';

/** How many periods back an invalidation may subtract what was declared (CT art. 111). */
export const EARLIER_PERIODS = 3;

/** Columns of what Sello never issues: tickets of a cash register, and numbers of printed documents. */
const unused = (field: string) => column.only(field, 'N/A');

const COLUMNS = {
  fecha: column.day('Fecha de emisión', EARLIER_PERIODS),
  clase: column.only('Clase de documento', ELECTRONIC),
  tipo: column.oneOf('Tipo de documento', FACTURA.code, EXPORTACION.code),
  resolucion: unused('Número de resolución'),
  serie: unused('Número de serie'),
  controlDel: unused('Número de control interno (del)'),
  controlAl: unused('Número de control interno (al)'),
  del: column.generationCode('Número de documento (del)'),
  al: column.generationCode('Número de documento (al)'),
  maquina: column.only('Número de máquina registradora', ''),
  exentas: column.signedAmount('Ventas exentas'),
  internasExentas: column.leftAt(
    NOTHING,
    column.signedAmount('Ventas internas exentas no sujetas a proporcionalidad'),
  ),
  noSujetas: column.signedAmount('Ventas no sujetas'),
  gravadas: column.signedAmount('Ventas gravadas locales'),
  centroamerica: column.signedAmount('Exportaciones dentro del área centroamericana'),
  fuera: column.signedAmount('Exportaciones fuera del área centroamericana'),
  servicios: column.signedAmount('Exportaciones de servicios'),
  zonasFrancas: column.leftAt(NOTHING, column.amount('Ventas a zonas francas y DPA (tasa cero)')),
  terceros: column.leftAt(NOTHING, column.amount('Ventas a cuenta de terceros no domiciliados')),
  total: column.signedAmount('Total de ventas'),
  ...INCOME_COLUMNS,
  anexo: column.annexNumber(2),
};

type Name = keyof typeof COLUMNS;

const PARTS = [
  'exentas',
  'internasExentas',
  'noSujetas',
  'gravadas',
  'centroamerica',
  'fuera',
  'servicios',
  'zonasFrancas',
  'terceros',
] as const;

/** Sales to consumers and exports: a row for each day, type and income class. Source: manual of F-07 v14, section IV. */
export const CONSUMERS = annexOf({
  key: '2',
  title: 'Detalle de ventas a consumidor final',
  columns: COLUMNS,
  known: ['fecha', 'tipo', 'operacion', 'ingreso'],
  rules: [
    addsUp('total', PARTS, 'Total de ventas debe ser la suma de las columnas K a S'),
    whyNotSign,
    whyNotKind,
  ],
});

/**
 * Amounts below zero subtract what was declared before, and so never stand in a row of the declared month; others do. The
 * manual's section IV admits them, and the description of column T forbids them.
 */
function whyNotSign(row: AnnexRow<Name>, { period }: Declared): RowFinding<Name> | null {
  const date = column.dateOfCell(row.fecha);
  const isEarlier = date !== null && monthsBetween(date, period) > 0;
  const wrong = wrongSign(row, PARTS, isEarlier);
  if (wrong !== undefined) {
    const message = isEarlier
      ? 'una fila de un período anterior solo resta lo invalidado: debe ir negativa'
      : 'una fila del período no debe ser negativa';
    return { column: wrong, ...remark(message) };
  }
  if (centsOf(row.total) >= 0n) return null;
  const message =
    'revise: fila negativa, que el manual admite solo para documentos invalidados de los tres meses anteriores; la columna T dice que no debe llevar negativos';
  return { column: 'total', ...remark(message) };
}

const LOCAL = ['exentas', 'internasExentas', 'noSujetas', 'gravadas', 'terceros'] as const;
const ABROAD = ['centroamerica', 'fuera', 'servicios'] as const;

function whyNotKind(row: AnnexRow<Name>): RowFinding<Name> | null {
  const foreign = (row.tipo === EXPORTACION.code ? LOCAL : ABROAD).find((name) => centsOf(row[name]) !== 0n);
  if (foreign === undefined) return null;
  const message =
    row.tipo === EXPORTACION.code
      ? 'una factura de exportación no es venta local'
      : 'una factura no es exportación';
  return { column: foreign, ...remark(message) };
}

/** What an accountant decides about exports: whether freight and insurance are part of their value. */
export interface ExportSwitch {
  readonly exportsWithFreight: boolean;
}

/** The amounts of a sale to a consumer or abroad, as annex 2 and the book tell them apart. */
export const CONSUMER_AMOUNTS = [
  'exempt',
  'notSubject',
  'taxed',
  'centralAmerica',
  'beyond',
  'services',
] as const;
export type ConsumerAmount = (typeof CONSUMER_AMOUNTS)[number];
export type ConsumerSale = Readonly<Record<ConsumerAmount, Amount>>;

const NOTHING_SOLD: ConsumerSale = byName(CONSUMER_AMOUNTS, () => ZERO);

/** What a document of type 01 or 11 sold; taxed sales with the VAT in them. */
export function consumerSaleOf(
  { exported, exempt, notSubject, taxed, total }: DeclaredDocument,
  { exportsWithFreight }: ExportSwitch,
): ConsumerSale {
  if (exported === null) return { ...NOTHING_SOLD, exempt, notSubject, taxed };
  const value = exportsWithFreight ? total : taxed;
  if (exported.servicesAlone) return { ...NOTHING_SOLD, services: value };
  return CENTRAL_AMERICA.has(exported.codPais)
    ? { ...NOTHING_SOLD, centralAmerica: value }
    : { ...NOTHING_SOLD, beyond: value };
}

interface Group {
  readonly fecEmi: string;
  readonly tipoDte: DeclaredDocument['tipoDte'];
  readonly income: ReturnType<typeof incomeCells>;
  readonly takesBack: boolean;
  sold: ConsumerSale;
  first: DeclaredDocument;
  last: DeclaredDocument;
}

/**
 * Gathers the documents of types 01 and 11 of a period, in any order, and those of earlier periods that were invalidated in
 * it. Memory goes by days and classes, not by documents.
 */
export class ConsumersGathering {
  readonly #groups = new Map<string, Group>();
  readonly #period: Period;
  readonly #switches: ExportSwitch;

  constructor(period: Period, switches: ExportSwitch) {
    this.#period = period;
    this.#switches = switches;
  }

  add(document: DeclaredDocument): void {
    const { fecEmi, tipoDte } = document;
    const income = incomeCells(document.incomeClass, this.#period);
    const key = [fecEmi, tipoDte, income.operacion, income.ingreso].join(' ');
    const group = this.#groups.get(key) ?? {
      fecEmi,
      tipoDte,
      income,
      takesBack: isBeforePeriod(fecEmi, this.#period),
      sold: NOTHING_SOLD,
      first: document,
      last: document,
    };
    if (isBefore(document, group.first)) group.first = document;
    if (isBefore(group.last, document)) group.last = document;
    group.sold = addedByName(CONSUMER_AMOUNTS, [group.sold, consumerSaleOf(document, this.#switches)]);
    this.#groups.set(key, group);
  }

  /** By day, then by type. */
  lines(): readonly (readonly string[])[] {
    return inNameOrder(this.#groups).map(lineOf);
  }
}

/** By date, time and number, as the ends of a day's range are found. */
export function isBefore(one: DeclaredDocument, other: DeclaredDocument): boolean {
  return orderOf(one) < orderOf(other);
}

function orderOf({ fecEmi, horEmi, numeroControl }: DeclaredDocument): string {
  return `${fecEmi} ${horEmi} ${numeroControl}`;
}

/** CAT-020 in v2 and in v1; El Salvador itself is one of the five. Panama and Belize are not. */
const CENTRAL_AMERICA = new Set(['GT', 'HN', 'SV', 'NI', 'CR', '9483', '9501', '9300', '9615', '9411']);

function lineOf({ fecEmi, tipoDte, income, takesBack, sold, first, last }: Group): readonly string[] {
  const amount = (value: Amount) => annexAmount(takesBack ? -value : value);
  return CONSUMERS.cellsOf({
    fecha: dayCell(fecEmi),
    tipo: tipoDte,
    del: joined(first.codigoGeneracion),
    al: joined(last.codigoGeneracion),
    exentas: amount(sold.exempt),
    noSujetas: amount(sold.notSubject),
    gravadas: amount(sold.taxed),
    centroamerica: amount(sold.centralAmerica),
    fuera: amount(sold.beyond),
    servicios: amount(sold.services),
    total: amount(sum(Object.values(sold))),
    ...income,
  });
}
