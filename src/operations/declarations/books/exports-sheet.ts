import { dayAmountsOf } from '../../../core/declaring/books/day-book.ts';
import { ZERO } from '../../../core/money/decimal.ts';
import type { BookRow, PrintedSheet } from '../../listings/ports.ts';
import { soldToConsumers } from '../declared-documents.ts';
import type { DeclarationReader } from '../ports.ts';
import { type BookScope, within } from './book-order.ts';
import { amountCell, plainRow, printedSheet, strongRow } from './printed-sheet.ts';

/** The detail of exports, a line for each (Reglamento, art. 84). */
export function exportsSheet(reader: DeclarationReader, scope: BookScope): PrintedSheet {
  let [count, sum] = [0, ZERO];
  async function* rows(): AsyncGenerator<BookRow> {
    for await (const document of within(soldToConsumers(reader, scope, ['11']), scope.establishment)) {
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
