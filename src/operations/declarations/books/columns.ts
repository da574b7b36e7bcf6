import { annexAmount } from '../../../core/declaring/cents.ts';
import type { Amount } from '../../../core/money/decimal.ts';
import type { BookCell, BookRow, PrintedColumn, PrintedSheet } from '../../listings/ports.ts';

/** A text in a column: so many characters wide in a spreadsheet, and that part of a page. */
export function textColumn(title: string, width: number, share: number): PrintedColumn {
  return { title, width, share, kind: 'text' };
}

/** The same for sentences, which take as many lines as they need. */
export function proseColumn(title: string, width: number, share: number): PrintedColumn {
  return { ...textColumn(title, width, share), wraps: true };
}

export function codeColumn(title: string, width: number, share: number): PrintedColumn {
  return { title, width, share, kind: 'code' };
}

export function numberColumn(title: string, share: number, width = 16): PrintedColumn {
  return { title, width, share, kind: 'number' };
}

export function plainRow(cells: readonly BookCell[]): BookRow {
  return { tone: 'plain', cells };
}

export function strongRow(cells: readonly BookCell[]): BookRow {
  return { tone: 'strong', cells };
}

export function amountCell(amount: Amount): BookCell {
  return { amount: annexAmount(amount) };
}

type Told = Pick<PrintedSheet, 'name' | 'columns' | 'rows'> & Partial<PrintedSheet>;

/** A sheet with nothing above its rows and nothing below them, but for what is told. */
export function printedSheet(told: Told): PrintedSheet {
  return {
    printed: told.columns.length,
    remark: '',
    whenEmpty: 'Nada.',
    carries: false,
    isSigned: false,
    foot: () => [],
    ...told,
  };
}
