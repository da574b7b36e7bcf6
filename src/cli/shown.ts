import { formatInstant } from '../core/calendar/instant.ts';

/** What stands under each heading of a table, nothing where it is null. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | null>>;

/** Columns of equal width under their headings, two blanks apart; where there is no row, the sentence that says so. */
export function tableLines<Row>(
  columns: Columns<Row>,
  rows: readonly Row[],
  whenNone: string | null = null,
): readonly string[] {
  if (rows.length === 0 && whenNone !== null) return [whenNone];
  const cells = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((of) => of(row) ?? '')),
  ];
  const widths = Object.keys(columns).map((_, column) =>
    Math.max(...cells.map((row) => [...(row[column] ?? '')].length)),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  );
}

/** An instant of the database's, which keeps microseconds; null for none. */
export function instantText(ms: number): string;
export function instantText(ms: number | null): string | null;
export function instantText(ms: number | null): string | null {
  return ms === null ? null : formatInstant(Math.floor(ms));
}
