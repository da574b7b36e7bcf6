import { type DayAmounts, DayBook, totalOfDay } from '../../../core/declaring/books/day-book.ts';
import type { TaxpayerAmounts } from '../../../core/declaring/books/taxpayer-entry.ts';
import { annexAmount, centsIn, netCents } from '../../../core/declaring/cents.ts';
import type { Amount } from '../../../core/money/decimal.ts';
import type { BookRow, PrintedSheet } from '../../listings/ports.ts';
import { soldToConsumers } from '../declared-documents.ts';
import type { DeclarationReader } from '../ports.ts';
import { type BookScope, within } from './book-order.ts';
import { amountCell, centsOf, plainRow, printedSheet, strongRow } from './printed-sheet.ts';

const NAME = 'Resumen';

/** The débito of the sales to consumers of a month: the portal divides their sum by 1.13 (Reglamento, art. 83). */
export function debitSummary(sumsOf: () => DayAmounts): PrintedSheet {
  async function* rows(): AsyncGenerator<BookRow> {
    const sums = sumsOf();
    const { net, debit } = splitOf(sums.taxed);
    yield plainRow(['Ventas exentas', amountCell(sums.exempt)]);
    yield plainRow(['Ventas no sujetas', amountCell(sums.notSubject)]);
    yield plainRow(['Ventas gravadas locales, con IVA', amountCell(sums.taxed)]);
    yield plainRow(['Ventas gravadas locales, sin IVA (entre 1.13)', net]);
    yield plainRow(['Débito fiscal', debit]);
    yield plainRow(['Exportaciones', amountCell(sums.exported)]);
    yield strongRow(['Total de ventas', amountCell(totalOfDay(sums))]);
  }
  return printedSheet({
    name: NAME,
    columns: [
      ['Concepto', 'text', 60, 420],
      ['Monto', 'number', 16, 120],
      ['', 'text', 10, 192],
    ],
    isSigned: true,
    rows: rows(),
  });
}

function splitOf(withVat: Amount) {
  const cents = centsIn(annexAmount(withVat)) ?? 0n;
  const net = netCents(cents);
  return { net: centsOf(net), debit: centsOf(cents - net) };
}

/** What a month entered in the book of sales to taxpayers, once its documents have been read. */
export interface MonthEntries {
  sold: TaxpayerAmounts;
  /** Below zero. */
  returned: TaxpayerAmounts;
}

/** What the month sold to taxpayers and to consumers, side by side (Reglamento, art. 85). */
export function monthSummary(
  reader: DeclarationReader,
  scope: BookScope,
  entries: MonthEntries,
): PrintedSheet {
  async function* rows(): AsyncGenerator<BookRow> {
    const consumers = scope.memo?.consumers ?? (await consumersOf(reader, scope));
    const { net, debit } = splitOf(consumers.taxed);
    const untaxed = [consumers.exempt, consumers.notSubject].map(amountCell);
    yield taxpayersRow('Contribuyentes: créditos fiscales', entries.sold);
    yield taxpayersRow('Contribuyentes: notas de crédito', entries.returned);
    yield plainRow([
      'Consumidores finales y exterior',
      ...untaxed,
      net,
      debit,
      amountCell(consumers.exported),
    ]);
  }
  return printedSheet({
    name: NAME,
    columns: [
      ['Operaciones', 'text', 44, 272],
      ['Ventas exentas', 'number', 16, 92],
      ['Ventas no sujetas', 'number', 16, 92],
      ['Ventas gravadas, sin IVA', 'number', 16, 92],
      ['Débito fiscal', 'number', 16, 92],
      ['Exportaciones', 'number', 16, 92],
    ],
    isSigned: true,
    rows: rows(),
  });
}

async function consumersOf(reader: DeclarationReader, scope: BookScope): Promise<DayAmounts> {
  const book = new DayBook(scope.period, scope);
  for await (const document of within(soldToConsumers(reader, scope), scope.establishment))
    book.add(document);
  return book.sums();
}

function taxpayersRow(title: string, { exempt, notSubject, taxed, vat }: TaxpayerAmounts): BookRow {
  return plainRow([title, ...[exempt, notSubject, taxed, vat].map(amountCell), null]);
}
