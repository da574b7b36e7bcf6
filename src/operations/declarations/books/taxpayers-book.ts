import {
  addedEntries,
  type TaxpayerAmounts,
  taxpayerAmountsOf,
  totalOfEntry,
} from '../../../core/declaring/books/taxpayer-entry.ts';
import { nrcCell } from '../../../core/declaring/cells.ts';
import type { DeclaredDocument } from '../../../core/declaring/declared-document.ts';
import { BETWEEN_TAXPAYERS } from '../../../core/declaring/declared-types.ts';
import { typeOf } from '../../../core/dte/kinds.ts';
import { nrcText } from '../../../core/identifiers/identity-numbers.ts';
import { ZERO } from '../../../core/money/decimal.ts';
import type { BookCell, BookRow, PrintedSheet } from '../../listings/ports.ts';
import { standing } from '../declared-documents.ts';
import type { DeclarationReader } from '../ports.ts';
import { type BookScope, type VatBook, within } from './book-order.ts';
import { type MonthEntries, monthSummary } from './month-summary.ts';
import { amountCell, type Column, plainRow, printedSheet, strongRow } from './printed-sheet.ts';
import { setApart } from './set-apart.ts';

const COLUMNS: readonly Column[] = [
  ['No.', 'number', 8, 24],
  ['Fecha', 'text', 12, 47],
  ['Código de generación', 'code', 38, 127],
  ['Número de control', 'code', 34, 0],
  ['Cliente', 'text', 40, 96],
  ['NRC', 'text', 12, 44],
  ['Ventas exentas', 'number', 16, 45],
  ['Ventas no sujetas', 'number', 16, 42],
  ['Ventas gravadas', 'number', 16, 51],
  ['Débito fiscal', 'number', 16, 47],
  ['Por cuenta de terceros', 'number', 16, 38],
  ['Débito de terceros', 'number', 16, 36],
  ['IVA percibido', 'number', 16, 40],
  ['IVA retenido', 'number', 16, 40],
  ['Total', 'number', 16, 55],
];

/**
 * Sales to taxpayers: a line for each CCF and note, which is below zero. Source: Reglamento de aplicación del Código
 * Tributario, art. 85; sales that are not subject have a column of their own, as in annex 1, and what customers keep back
 * stands beside the total.
 */
export const TAXPAYERS_BOOK: VatBook = {
  key: 'contribuyentes',
  title: 'Libro de ventas a contribuyentes',
  sheetsOf(reader, scope) {
    const month = { sold: addedEntries(), returned: addedEntries() };
    return [
      entriesSheet(reader, scope, month),
      monthSummary(reader, scope, month),
      setApart(reader, scope, BETWEEN_TAXPAYERS),
    ];
  },
};

function entriesSheet(reader: DeclarationReader, scope: BookScope, month: MonthEntries): PrintedSheet {
  async function* rows(): AsyncGenerator<BookRow> {
    let count = 0;
    for await (const one of within(standing(reader, scope, BETWEEN_TAXPAYERS), scope.establishment)) {
      const amounts = taxpayerAmountsOf(one);
      count += 1;
      const kind = typeOf(one.tipoDte).movement === 'return' ? 'returned' : 'sold';
      month[kind] = addedEntries(month[kind], amounts);
      const { fecEmi, codigoGeneracion, numeroControl, counterparty } = one;
      const codes = [codigoGeneracion, numeroControl, counterparty?.nombre ?? '', customerNumber(one)];
      yield plainRow([{ count }, { day: fecEmi }, ...codes, ...amountCells(amounts)]);
    }
  }
  const sums = () => amountCells(addedEntries(month.sold, month.returned));
  return printedSheet({
    name: 'Ventas a contribuyentes',
    columns: COLUMNS,
    remark:
      'Las notas de crédito van en negativo. El total lleva el débito y el IVA percibido; el retenido se muestra y no lo cambia.',
    whenEmpty: 'Sin operaciones en el mes.',
    carries: true,
    rows: rows(),
    foot: () => [strongRow(['', '', '', '', 'Total del mes', '', ...sums()])],
  });
}

/** The NRC, else whatever number the document names its customer by. */
function customerNumber({ counterparty }: DeclaredDocument): string {
  if (counterparty === null) return '';
  const { nrc, nit, dui, other } = counterparty;
  return nrc === null ? (nit ?? dui ?? other ?? '') : (nrcText(nrcCell(nrc)) ?? '');
}

function amountCells(amounts: TaxpayerAmounts): readonly BookCell[] {
  const { exempt, notSubject, taxed, vat, perceived, retained } = amounts;
  // Sello issues no sale of another party's goods.
  const ofOthers = [ZERO, ZERO];
  return [exempt, notSubject, taxed, vat, ...ofOthers, perceived, retained, totalOfEntry(amounts)].map(
    amountCell,
  );
}
