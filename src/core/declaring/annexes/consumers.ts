import { type Amount, ZERO } from '../../money/decimal.ts';
import { type AnnexRow, annexOf, type Declared, type RowFault } from '../annex.ts';
import { dayCell, ELECTRONIC, joined, NOTHING } from '../cells.ts';
import { annexAmount, centsIn } from '../cents.ts';
import * as column from '../column-kinds.ts';
import type { DeclaredDocument } from '../declared-document.ts';
import { askedIncomeClass } from '../income-class.ts';
import { monthsBetween, type Period, periodOf } from '../period.ts';

/** An invalidation may take back what one of so many earlier periods declared (CT art. 111). */
export const EARLIER_PERIODS = 3;
const NOT_APPLICABLE = 'N/A';
/** Electronic tickets and cash registers there are none. */
const SALE = '01';
const EXPORT = '11';

const COLUMNS = {
  fecha: column.day('Fecha de emisión', EARLIER_PERIODS),
  clase: column.oneOf('Clase de documento', ELECTRONIC),
  tipo: column.oneOf('Tipo de documento', SALE, EXPORT),
  resolucion: column.oneOf('Número de resolución', NOT_APPLICABLE),
  serie: column.oneOf('Número de serie', NOT_APPLICABLE),
  controlDel: column.oneOf('Número de control interno (del)', NOT_APPLICABLE),
  controlAl: column.oneOf('Número de control interno (al)', NOT_APPLICABLE),
  del: column.generationCode('Número de documento (del)'),
  al: column.generationCode('Número de documento (al)'),
  maquina: column.oneOf('Número de máquina registradora', ''),
  exentas: column.signedAmount('Ventas exentas'),
  internasExentas: column.signedAmount('Ventas internas exentas no sujetas a proporcionalidad'),
  noSujetas: column.signedAmount('Ventas no sujetas'),
  gravadas: column.signedAmount('Ventas gravadas locales'),
  centroamerica: column.signedAmount('Exportaciones dentro del área centroamericana'),
  fuera: column.signedAmount('Exportaciones fuera del área centroamericana'),
  servicios: column.signedAmount('Exportaciones de servicios'),
  zonasFrancas: column.amount('Ventas a zonas francas y DPA (tasa cero)'),
  terceros: column.amount('Ventas a cuenta de terceros no domiciliados'),
  total: column.signedAmount('Total de ventas'),
  operacion: column.operationType('Tipo de operación (Renta)'),
  ingreso: column.incomeType('Tipo de ingreso (Renta)'),
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
  rules: [whyNotTotal, whyNotSign, whyNotKind],
  remarks: [whyLookAtTotal],
});

function whyNotTotal(row: AnnexRow<Name>): RowFault<Name> | null {
  const sum = PARTS.reduce((cents, name) => cents + (centsIn(row[name]) ?? 0n), 0n);
  const message = 'Total de ventas debe ser la suma de las columnas K a S';
  return sum === centsIn(row.total) ? null : { column: 'total', message };
}

/** Amounts below zero take back what was declared before, and so never stand in a row of the declared month; others do. */
function whyNotSign(row: AnnexRow<Name>, { period }: Declared): RowFault<Name> | null {
  const date = column.dateOfCell(row.fecha);
  const isEarlier = date !== null && monthsBetween(date, period) > 0;
  const wrong = PARTS.find((name) => {
    const cents = centsIn(row[name]) ?? 0n;
    return isEarlier ? cents > 0n : cents < 0n;
  });
  if (wrong === undefined) return null;
  const message = isEarlier
    ? 'una fila de un período anterior solo resta lo invalidado: debe ir negativa'
    : 'una fila del período no debe ser negativa';
  return { column: wrong, message };
}

/** The manual's section IV admits rows below zero, and forbids them in this column's own description. */
function whyLookAtTotal({ total }: AnnexRow<Name>): RowFault<Name> | null {
  if ((centsIn(total) ?? 0n) >= 0n) return null;
  const message =
    'revise: fila negativa, que el manual admite solo para documentos invalidados de los tres meses anteriores; la columna T dice que no debe llevar negativos';
  return { column: 'total', message };
}

const LOCAL = ['exentas', 'internasExentas', 'noSujetas', 'gravadas', 'terceros'] as const;
const ABROAD = ['centroamerica', 'fuera', 'servicios'] as const;

function whyNotKind(row: AnnexRow<Name>): RowFault<Name> | null {
  const foreign = (row.tipo === EXPORT ? LOCAL : ABROAD).find((name) => centsIn(row[name]) !== 0n);
  if (foreign === undefined) return null;
  const message =
    row.tipo === EXPORT ? 'una factura de exportación no es venta local' : 'una factura no es exportación';
  return { column: foreign, message };
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

const NOTHING_SOLD: ConsumerSale = {
  exempt: ZERO,
  notSubject: ZERO,
  taxed: ZERO,
  centralAmerica: ZERO,
  beyond: ZERO,
  services: ZERO,
};

/** What a document of type 01 or 11 sold; taxed sales with the VAT in them. */
export function consumerSaleOf(
  { exported, exempt, notSubject, taxed, total }: DeclaredDocument,
  { exportsWithFreight }: ExportSwitch,
): ConsumerSale {
  if (exported === null) return { ...NOTHING_SOLD, exempt, notSubject, taxed };
  const value = exportsWithFreight ? total : taxed;
  if (exported.servicesAlone) return { ...NOTHING_SOLD, services: value };
  return isCentralAmerican(exported.codPais)
    ? { ...NOTHING_SOLD, centralAmerica: value }
    : { ...NOTHING_SOLD, beyond: value };
}

interface Group extends Record<ConsumerAmount, Amount> {
  readonly fecEmi: string;
  readonly tipoDte: DeclaredDocument['tipoDte'];
  readonly operation: number;
  readonly income: number;
  readonly sign: 1n | -1n;
  first: DeclaredDocument;
  last: DeclaredDocument;
  documents: number;
}

/** A row of the annex and how many documents it stands for. */
export interface ConsumersRow {
  readonly row: AnnexRow<Name>;
  readonly documents: number;
  /** Whether it takes back what an earlier period declared, for somebody to look at. */
  readonly takesBack: boolean;
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
    const sign = monthsBetween(periodOf(document.fecEmi), this.#period) > 0 ? -1n : 1n;
    const { operation, income } = askedIncomeClass(document.incomeClass, this.#period);
    const key = [document.fecEmi, document.tipoDte, operation, income].join(' ');
    const group = this.#groups.get(key) ?? {
      fecEmi: document.fecEmi,
      tipoDte: document.tipoDte,
      operation,
      income,
      sign,
      first: document,
      last: document,
      documents: 0,
      ...NOTHING_SOLD,
    };
    if (isBefore(document, group.first)) group.first = document;
    if (isBefore(group.last, document)) group.last = document;
    group.documents += 1;
    const sale = consumerSaleOf(document, this.#switches);
    for (const name of CONSUMER_AMOUNTS) group[name] += sale[name];
    this.#groups.set(key, group);
  }

  /** By day, then by type. */
  rows(): readonly ConsumersRow[] {
    return [...this.#groups.entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, group]) => ({ row: rowOf(group), documents: group.documents, takesBack: group.sign < 0n }));
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

function isCentralAmerican(codPais: string): boolean {
  return CENTRAL_AMERICA.has(codPais);
}

function rowOf(group: Group): AnnexRow<Name> {
  const { sign, exempt, notSubject, taxed, centralAmerica, beyond, services } = group;
  const parts = [exempt, notSubject, taxed, centralAmerica, beyond, services];
  const amount = (value: Amount) => annexAmount(sign * value);
  return {
    fecha: dayCell(group.fecEmi),
    clase: ELECTRONIC,
    tipo: group.tipoDte,
    resolucion: NOT_APPLICABLE,
    serie: NOT_APPLICABLE,
    controlDel: NOT_APPLICABLE,
    controlAl: NOT_APPLICABLE,
    del: joined(group.first.codigoGeneracion),
    al: joined(group.last.codigoGeneracion),
    maquina: '',
    exentas: amount(exempt),
    internasExentas: NOTHING,
    noSujetas: amount(notSubject),
    gravadas: amount(taxed),
    centroamerica: amount(centralAmerica),
    fuera: amount(beyond),
    servicios: amount(services),
    zonasFrancas: NOTHING,
    terceros: NOTHING,
    total: amount(parts.reduce((sum, value) => sum + value, ZERO)),
    operacion: String(group.operation),
    ingreso: String(group.income),
    anexo: '2',
  };
}
