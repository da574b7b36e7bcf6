import {
  addedEntries,
  type TaxpayerAmounts,
  taxpayerAmountsOf,
  totalOfEntry,
} from '../../../core/declaring/books/taxpayer-entry.ts';
import { nrcCell } from '../../../core/declaring/cells.ts';
import type { DeclaredDocument } from '../../../core/declaring/declared-document.ts';
import { BETWEEN_TAXPAYERS } from '../../../core/declaring/declared-types.ts';
import { nrcText } from '../../../core/identifiers/identity-numbers.ts';
import { ZERO } from '../../../core/money/decimal.ts';
import type { BookCell, BookRow, PrintedSheet } from '../../listings/ports.ts';
import { standing } from '../declared-documents.ts';
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
import { type MonthEntries, monthSummary } from './month-summary.ts';
import { setApart } from './set-apart.ts';

const COLUMNS = [
  numberColumn('No.', 24, 8),
  textColumn('Fecha', 12, 47),
  codeColumn('Código de generación', 38, 127),
  codeColumn('Número de control', 34, 0),
  textColumn('Cliente', 40, 96),
  textColumn('NRC', 12, 44),
  numberColumn('Ventas exentas', 45),
  numberColumn('Ventas no sujetas', 42),
  numberColumn('Ventas gravadas', 51),
  numberColumn('Débito fiscal', 47),
  numberColumn('Por cuenta de terceros', 38),
  numberColumn('Débito de terceros', 36),
  numberColumn('IVA percibido', 40),
  numberColumn('IVA retenido', 40),
  numberColumn('Total', 55),
];

/**
 * Sales to taxpayers: a line for each CCF and note, which is below zero. Source: Reglamento de aplicación del Código
 * Tributario, art. 85; sales that are not subject have a column of their own, as in annex 1, and what customers keep back
 * stands beside the total.
 */
export const TAXPAYERS_BOOK: VatBook = {
  key: 'contribuyentes',
  title: 'Libro de ventas a contribuyentes',
  sheetsOf: (reader, scope) => {
    const month = { sold: addedEntries(), returned: addedEntries() };
    return [
      entriesSheet(reader, scope, month),
      monthSummary(reader, scope, month),
      setApart(reader, scope, BETWEEN_TAXPAYERS),
    ];
  },
};

function entriesSheet(reader: DeclarationReader, scope: BookScope, month: MonthEntries): PrintedSheet {
  return printedSheet({
    name: 'Ventas a contribuyentes',
    columns: COLUMNS,
    remark:
      'Las notas de crédito van en negativo. El total lleva el débito y el IVA percibido; el retenido se muestra y no lo cambia.',
    whenEmpty: 'Sin operaciones en el mes.',
    carries: true,
    rows: entries(reader, scope, month),
    foot: () => [strongRow(['', '', '', '', 'Total del mes', '', ...amountCells(sumsOf(month))])],
  });
}

async function* entries(
  reader: DeclarationReader,
  scope: BookScope,
  month: MonthEntries,
): AsyncGenerator<BookRow> {
  let count = 0;
  for await (const document of within(standing(reader, scope, BETWEEN_TAXPAYERS), scope.establishment)) {
    const amounts = taxpayerAmountsOf(document);
    count += 1;
    const kind = document.tipoDte === '05' ? 'returned' : 'sold';
    month[kind] = addedEntries(month[kind], amounts);
    yield plainRow([
      { count },
      { day: document.fecEmi },
      document.codigoGeneracion,
      document.numeroControl,
      document.counterparty?.nombre ?? '',
      customerNumber(document),
      ...amountCells(amounts),
    ]);
  }
}

function sumsOf({ sold, returned }: MonthEntries): TaxpayerAmounts {
  return addedEntries(sold, returned);
}

/** The NRC, else whatever number the document names its customer by. */
function customerNumber({ counterparty }: DeclaredDocument): string {
  if (counterparty === null) return '';
  const { nrc, nit, dui, other } = counterparty;
  return nrc === null ? (nit ?? dui ?? other ?? '') : (nrcText(nrcCell(nrc)) ?? '');
}

function amountCells(amounts: TaxpayerAmounts): readonly BookCell[] {
  const { exempt, notSubject, taxed, vat, perceived, retained } = amounts;
  return [
    ...[exempt, notSubject, taxed, vat].map(amountCell),
    // Sello issues no sale of another party's goods.
    ...[ZERO, ZERO].map(amountCell),
    ...[perceived, retained, totalOfEntry(amounts)].map(amountCell),
  ];
}
