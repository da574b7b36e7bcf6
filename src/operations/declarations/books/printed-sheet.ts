import { annexAmount, centsCell } from '../../../core/declaring/cents.ts';
import type { Amount, Cents } from '../../../core/money/decimal.ts';
import type { BookCell, BookRow, PrintedColumn, PrintedSheet } from '../../listings/ports.ts';

/**
 * A column: its heading, what stands in it, its width in characters in a spreadsheet, and its part of a page. What is prose is
 * text that takes as many lines as it needs.
 */
export type Column = readonly [title: string, PrintedColumn['kind'] | 'prose', width: number, share: number];

export function plainRow(cells: readonly BookCell[]): BookRow {
  return { tone: 'plain', cells };
}

export function strongRow(cells: readonly BookCell[]): BookRow {
  return { tone: 'strong', cells };
}

export function amountCell(amount: Amount): BookCell {
  return { amount: annexAmount(amount) };
}

export function centsOf(cents: Cents): BookCell {
  return { amount: centsCell(cents) };
}

type Told = Pick<PrintedSheet, 'name' | 'rows'> & Partial<Omit<PrintedSheet, 'columns'>>;

/** A sheet with nothing above its rows and nothing below them, but for what is told. */
export function printedSheet({
  columns,
  ...told
}: Told & { readonly columns: readonly Column[] }): PrintedSheet {
  return {
    columns: columns.map(([title, kind, width, share]) =>
      kind === 'prose' ? { title, width, share, kind: 'text', wraps: true } : { title, width, share, kind },
    ),
    printed: columns.length,
    remark: '',
    whenEmpty: 'Nada.',
    carries: false,
    isSigned: false,
    foot: () => [],
    ...told,
  };
}
