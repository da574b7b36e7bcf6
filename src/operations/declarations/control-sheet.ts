import { annexFileName } from '../../core/declaring/annex-text.ts';
import { ANNEXES } from '../../core/declaring/annexes.ts';
import type { CompanyClasses } from '../../core/declaring/given-class.ts';
import { incomeClassOf, purchaseClassOf } from '../../core/declaring/income-codes.ts';
import type { MonthTally } from '../../core/declaring/month-tally.ts';
import { periodText } from '../../core/declaring/period.ts';
import type { BookRow, PageHead, PrintedSheet } from '../listings/ports.ts';
import { bookHead } from './books/book-files.ts';
import { centsOf, plainRow, printedSheet, strongRow } from './books/printed-sheet.ts';
import { figuresSheet, retentionsSheet } from './control-figures.ts';
import { criteriaInWords, type Point, TAKEN_FOR_GRANTED } from './criteria-words.ts';
import type { MonthOrder } from './declared-documents.ts';
import { leftOutSheet } from './left-out.ts';
import type { DeclarationReader } from './ports.ts';
import { momentText, reconciledInWords, UNKNOWABLE } from './reconciled-month.ts';
import type { ReconciliationReader } from './reconciliation-ports.ts';

export interface ControlParts {
  readonly declarations: DeclarationReader;
  readonly reconciliations: Pick<ReconciliationReader, 'ofMonth'>;
}

export interface ControlOrder extends MonthOrder {
  /** Read when the annexes have been written. */
  readonly tally: MonthTally;
}

/** What each file adds up to, column by column. */
export const FILES_SHEET = 'Archivos';
/** The boxes that the portal should show. */
export const BOXES_SHEET = 'Casillas';

/**
 * The sheets by which an accountant controls a month: what each file adds up to, the boxes that the portal should show, what
 * follows from them, who retained VAT, what was left out and why, and what was decided where the manual is open.
 */
export function controlSheets(parts: ControlParts, order: ControlOrder): readonly PrintedSheet[] {
  return [
    printedSheet({
      name: FILES_SHEET,
      columns: [
        ['Archivo', 'text', 22, 22],
        ['Anexo', 'text', 44, 44],
        ['Columna', 'text', 44, 44],
        ['Filas', 'number', 10, 10],
        ['Suma', 'number', 18, 18],
      ],
      remark: 'Lo que suma cada archivo, columna por columna.',
      rows: files(order),
    }),
    printedSheet({
      name: BOXES_SHEET,
      columns: [
        ['Casilla', 'text', 10, 10],
        ['Qué es', 'text', 60, 90],
        ['Se espera', 'number', 18, 18],
      ],
      remark: 'Lo que el portal debería mostrar en el F-07 después de subir los anexos.',
      rows: boxes(order),
    }),
    figuresSheet(order.tally),
    retentionsSheet(order.tally),
    leftOutSheet(parts.declarations, order),
    printedSheet({
      name: 'Criterios',
      columns: [
        ['Punto', 'prose', 40, 40],
        ['Cómo se tomó', 'prose', 100, 100],
      ],
      rows: criteria(parts.reconciliations, order),
    }),
  ];
}

/** What stands at the head of each of its pages. */
export function controlHead(order: ControlOrder): PageHead {
  return bookHead('Hoja de control del F-07', { ...order, establishment: null });
}

async function* files({ declaration: { period }, tally }: ControlOrder): AsyncGenerator<BookRow> {
  for (const annex of ANNEXES) {
    const { rows, sums } = tally.totalOf(annex);
    const name = annexFileName(annex, period);
    yield strongRow([name, annex.title, '', { count: rows }, null]);
    for (const { field, cents } of sums) yield plainRow([name, annex.title, field, null, centsOf(cents)]);
  }
}

async function* boxes({ tally }: ControlOrder): AsyncGenerator<BookRow> {
  for (const { box, label, cents } of tally.boxes()) {
    const words = cents < 0n ? `${label}. Revise: saldo negativo` : label;
    yield plainRow([box, words, centsOf(cents)]);
  }
}

async function* criteria(
  reconciliations: ControlParts['reconciliations'],
  order: ControlOrder,
): AsyncGenerator<BookRow> {
  const { declaration, declarer, encoding, madeMs } = order;
  const { period, ambiente, classes } = declaration;
  const points: readonly Point[] = [
    ['Contribuyente', `${declarer.name}, NIT ${declarer.nit}, NRC ${declarer.nrc}`],
    ['Período', periodText(period)],
    ['Ambiente', ambiente === '01' ? 'Producción' : 'Pruebas: nada de esto se declara'],
    ['Hecho el', momentText(madeMs)],
    ['Base', 'Manual de carga de anexos del F-07 v14 (enero de 2025)'],
    ...criteriaInWords({ ...declaration, encoding }),
    ['Clase de renta', `${saleInWords(classes)}. ${purchaseInWords(classes)}. ${rulesInWords(classes)}`],
    ...TAKEN_FOR_GRANTED,
    ['Conciliado con el Ministerio', reconciledInWords(await reconciliations.ofMonth(declaration))],
    ['Lo que la conciliación no puede saber', UNKNOWABLE],
  ];
  yield* points.map(plainRow);
}

/** What documents without codes of their own are declared with. */
function saleInWords({ sale }: CompanyClasses): string {
  const { operationType, incomeType } = incomeClassOf({ own: null, given: sale, exportsServices: null });
  return `Ventas sin código propio: operación ${operationType} e ingreso ${incomeType}; 7 o 9 en exportaciones`;
}

function purchaseInWords({ purchase }: CompanyClasses): string {
  const { operationType, classification, sector, costType } = purchaseClassOf(purchase);
  return `Compras a sujetos excluidos: operación ${operationType}, clasificación ${classification}, sector ${sector}, tipo ${costType}`;
}

function rulesInWords({ rules }: CompanyClasses): string {
  if (rules.length === 0) return 'La empresa no tiene reglas por establecimiento ni por actividad';
  const count = rules.length === 1 ? 'una regla' : `${rules.length} reglas`;
  return `La empresa tiene ${count} por establecimiento o por actividad`;
}
