import {
  type DayAmounts,
  DayBook,
  dayAmountsOf,
  totalOfDay,
} from '../../../core/declaring/books/day-book.ts';
import { EXPORTS, TO_CONSUMERS } from '../../../core/declaring/declared-types.ts';
import { ZERO } from '../../../core/money/decimal.ts';
import type { BookCell, BookRow, PrintedSheet } from '../../listings/ports.ts';
import { soldToConsumers } from '../declared-documents.ts';
import type { DeclarationReader } from '../ports.ts';
import { type BookScope, type VatBook, within } from './book-order.ts';
import { debitSummary } from './month-summary.ts';
import { amountCell, type Column, plainRow, printedSheet, strongRow } from './printed-sheet.ts';
import { setApart } from './set-apart.ts';

const COLUMNS: readonly Column[] = [
  ['Día', 'text', 12, 48],
  ['Estab.', 'text', 8, 28],
  ['Tipo', 'text', 8, 22],
  ['Del código de generación', 'code', 38, 128],
  ['Del número de control', 'code', 34, 0],
  ['Al código de generación', 'code', 38, 128],
  ['Al número de control', 'code', 34, 0],
  ['Ventas exentas', 'number', 16, 62],
  ['Ventas no sujetas', 'number', 16, 62],
  ['Ventas gravadas locales', 'number', 16, 66],
  ['Exportaciones', 'number', 16, 66],
  ['Total diario', 'number', 16, 68],
  ['Por cuenta de terceros', 'number', 16, 50],
];

/**
 * Sales to consumers and abroad: a line for each day, establishment and type, and the detail of exports. Source: Reglamento
 * de aplicación del Código Tributario, arts. 83 and 84.
 */
export const CONSUMERS_BOOK: VatBook = {
  key: 'consumidores',
  title: 'Libro de ventas a consumidor final',
  sheetsOf(reader, scope) {
    const book = new DayBook(scope.period, scope);
    return [
      daysSheet(reader, scope, book),
      exportsSheet(reader, scope),
      debitSummary(() => book.sums()),
      setApart(reader, scope, TO_CONSUMERS),
    ];
  },
};

function daysSheet(reader: DeclarationReader, scope: BookScope, book: DayBook): PrintedSheet {
  async function* rows(): AsyncGenerator<BookRow> {
    for await (const document of within(soldToConsumers(reader, scope), scope.establishment))
      book.add(document);
    if (scope.memo !== undefined) scope.memo.consumers = book.sums();
    for (const day of book.days()) {
      const { fecEmi, establishment, tipoDte, first, last } = day;
      const ends = [first, last].flatMap((end) => [end.codigoGeneracion, end.numeroControl]);
      yield plainRow([{ day: fecEmi }, establishment, tipoDte, ...ends, ...amountCells(day)]);
    }
  }
  return printedSheet({
    name: 'Ventas a consumidor final',
    columns: COLUMNS,
    remark:
      'Las ventas gravadas llevan el IVA. Del y al son el primer y el último documento del día. Las filas con montos negativos restan lo que se invalidó en este mes y es de uno anterior.',
    whenEmpty: 'Sin operaciones en el mes.',
    carries: true,
    rows: rows(),
    foot: () => [strongRow(['Total', '', '', '', '', '', '', ...amountCells(book.sums())])],
  });
}

function amountCells(amounts: DayAmounts): readonly BookCell[] {
  const { exempt, notSubject, taxed, exported } = amounts;
  return [exempt, notSubject, taxed, exported, totalOfDay(amounts), ZERO].map(amountCell);
}

/** The detail of exports, a line for each (Reglamento, art. 84). */
export function exportsSheet(reader: DeclarationReader, scope: BookScope): PrintedSheet {
  let [count, sum] = [0, ZERO];
  async function* rows(): AsyncGenerator<BookRow> {
    for await (const document of within(soldToConsumers(reader, scope, EXPORTS), scope.establishment)) {
      const { exported } = dayAmountsOf(document, scope.period, scope);
      count += 1;
      sum += exported;
      const { fecEmi, codigoGeneracion, numeroControl, counterparty } = document;
      const codes = [codigoGeneracion, numeroControl, counterparty?.nombre ?? '', ''];
      yield plainRow([{ count }, { day: fecEmi }, ...codes, amountCell(exported)]);
    }
  }
  return printedSheet({
    name: 'Detalle de exportaciones',
    columns: [
      ['No.', 'number', 8, 26],
      ['Fecha', 'text', 12, 50],
      ['Código de generación', 'code', 38, 130],
      ['Número de control', 'code', 34, 0],
      ['Cliente del exterior', 'text', 50, 286],
      ['Declaración de mercancía', 'text', 30, 150],
      ['Valor', 'number', 16, 96],
    ],
    remark:
      'El número de la declaración de mercancía no está en la factura electrónica: anótelo en su columna.',
    whenEmpty: 'Sin exportaciones en el mes.',
    carries: true,
    rows: rows(),
    foot: () => [strongRow(['', '', '', '', 'Total del mes', '', amountCell(sum)])],
  });
}
