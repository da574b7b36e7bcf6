import { dayAmountsOf } from '../../../core/declaring/books/day-book.ts';
import { type Amount, ZERO } from '../../../core/money/decimal.ts';
import type { BookRow, PrintedSheet } from '../../listings/ports.ts';
import { soldToConsumers } from '../declared-documents.ts';
import type { DeclarationReader } from '../ports.ts';
import { type BookScope, within } from './book-order.ts';
import {
  amountCell,
  codeColumn,
  numberColumn,
  plainRow,
  printedSheet,
  strongRow,
  textColumn,
} from './columns.ts';

const COLUMNS = [
  numberColumn('No.', 26, 8),
  textColumn('Fecha', 12, 50),
  codeColumn('Código de generación', 38, 130),
  codeColumn('Número de control', 34, 0),
  textColumn('Cliente del exterior', 50, 286),
  textColumn('Declaración de mercancía', 30, 150),
  numberColumn('Valor', 96),
];

/** The detail of exports, a line for each (Reglamento, art. 84). */
export function exportsSheet(reader: DeclarationReader, scope: BookScope): PrintedSheet {
  const month = { sum: ZERO };
  return printedSheet({
    name: 'Detalle de exportaciones',
    columns: COLUMNS,
    remark:
      'El número de la declaración de mercancía no está en la factura electrónica: anótelo en su columna.',
    whenEmpty: 'Sin exportaciones en el mes.',
    carries: true,
    rows: exportRows(reader, scope, month),
    foot: () => [strongRow(['', '', '', '', 'Total del mes', '', amountCell(month.sum)])],
  });
}

async function* exportRows(
  reader: DeclarationReader,
  scope: BookScope,
  month: { sum: Amount },
): AsyncGenerator<BookRow> {
  let count = 0;
  for await (const document of within(soldToConsumers(reader, scope, ['11']), scope.establishment)) {
    const { exported } = dayAmountsOf(document, scope.period, scope);
    count += 1;
    month.sum += exported;
    const { fecEmi, codigoGeneracion, numeroControl, counterparty } = document;
    const name = counterparty?.nombre ?? '';
    yield plainRow([
      { count },
      { day: fecEmi },
      codigoGeneracion,
      numeroControl,
      name,
      '',
      amountCell(exported),
    ]);
  }
}
