import {
  type BookedDay,
  type DayAmounts,
  DayBook,
  totalOfDay,
} from '../../../core/declaring/books/day-book.ts';
import { TO_CONSUMERS } from '../../../core/declaring/declared-types.ts';
import { ZERO } from '../../../core/money/decimal.ts';
import type { BookCell, BookRow, PrintedSheet } from '../../listings/ports.ts';
import { soldToConsumers } from '../declared-documents.ts';
import type { DeclarationReader } from '../ports.ts';
import { type BookScope, type VatBook, within } from './book-order.ts';
import {
  amountCell,
  codeColumn,
  numberColumn,
  plainRow,
  printedSheet,
  strongRow,
  textColumn,
} from './columns.ts';
import { exportsSheet } from './exports-sheet.ts';
import { debitSummary } from './month-summary.ts';
import { setApart } from './set-apart.ts';

const COLUMNS = [
  textColumn('Día', 12, 48),
  textColumn('Estab.', 8, 28),
  textColumn('Tipo', 8, 22),
  codeColumn('Del código de generación', 38, 128),
  codeColumn('Del número de control', 34, 0),
  codeColumn('Al código de generación', 38, 128),
  codeColumn('Al número de control', 34, 0),
  numberColumn('Ventas exentas', 62),
  numberColumn('Ventas no sujetas', 62),
  numberColumn('Ventas gravadas locales', 66),
  numberColumn('Exportaciones', 66),
  numberColumn('Total diario', 68),
  numberColumn('Por cuenta de terceros', 50),
];

/**
 * Sales to consumers and abroad: a line for each day, establishment and type, and the detail of exports. Source: Reglamento
 * de aplicación del Código Tributario, arts. 83 and 84.
 */
export const CONSUMERS_BOOK: VatBook = {
  key: 'consumidores',
  title: 'Libro de ventas a consumidor final',
  sheetsOf: (reader, scope) => {
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
  return printedSheet({
    name: 'Ventas a consumidor final',
    columns: COLUMNS,
    remark:
      'Las ventas gravadas llevan el IVA. Del y al son el primer y el último documento del día. Las filas con montos negativos restan lo que se invalidó en este mes y es de uno anterior.',
    whenEmpty: 'Sin operaciones en el mes.',
    carries: true,
    rows: days(reader, scope, book),
    foot: () => [strongRow(['Total', '', '', '', '', '', '', ...amountCells(book.sums())])],
  });
}

async function* days(reader: DeclarationReader, scope: BookScope, book: DayBook): AsyncGenerator<BookRow> {
  for await (const document of within(soldToConsumers(reader, scope), scope.establishment))
    book.add(document);
  if (scope.memo !== undefined) scope.memo.consumers = book.sums();
  for (const day of book.days()) yield plainRow([...placeCells(day), ...amountCells(day)]);
}

function placeCells({ fecEmi, establishment, tipoDte, first, last }: BookedDay): readonly BookCell[] {
  const ends = [first, last].flatMap(({ codigoGeneracion, numeroControl }) => [
    codigoGeneracion,
    numeroControl,
  ]);
  return [{ day: fecEmi }, establishment, tipoDte, ...ends];
}

function amountCells(amounts: DayAmounts): readonly BookCell[] {
  const { exempt, notSubject, taxed, exported } = amounts;
  return [exempt, notSubject, taxed, exported, totalOfDay(amounts), ZERO].map(amountCell);
}
