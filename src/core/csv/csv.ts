/** Without it a spreadsheet takes the accents of UTF-8 for something else. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** How a spreadsheet begins what it would calculate (OWASP, "CSV Injection"), be it behind a tab or the end of a line. */
const FORMULA = /^[=+\-@\t\r\n]/;
/** Spreadsheets separate cells by any of these, as their language has it. */
const NEEDS_QUOTES = /[",;\t\r\n]/;
const TEXT_MARK = "'";

/** The text of a cell; one that a spreadsheet would take for a formula begins with an apostrophe, which makes it a text. */
export function harmless(text: string): string {
  return FORMULA.test(text) ? asText(text) : text;
}

/** A cell that a spreadsheet keeps as the text that it is: a number would lose its zeros. */
export function asText(value: string): string {
  return `${TEXT_MARK}${value}`;
}

/** The value of a cell without the mark that keeps it a text. */
export function withoutMark(cell: string): string {
  return cell.startsWith(TEXT_MARK) ? cell.slice(1) : cell;
}

/** An amount as it is written, which a spreadsheet may calculate with. */
export interface CsvAmount {
  readonly amount: string;
}

/** A line of CSV (RFC 4180). */
export function csvLine(cells: readonly (string | CsvAmount | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string | CsvAmount | null): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return cell.amount;
  const text = harmless(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The separators that spreadsheets write, by language. */
const SEPARATORS = [',', ';', '\t'] as const;

/** The rows of a CSV file with whichever separator its first line has most of; null where a quoted cell has no end. */
export function readCsv(text: string): readonly (readonly string[])[] | null {
  const content = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const [head = ''] = content.split(/\r?\n/, 1);
  const [separator = ','] = [...SEPARATORS].sort((one, other) => countOf(head, other) - countOf(head, one));
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r?\\n|$)`,
    'y',
  );
  const rows: string[][] = [];
  let row: string[] = [];
  while (cell.lastIndex < content.length) {
    const found = cell.exec(content);
    if (found === null) return null;
    const [, quoted, plain = '', end] = found;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === separator && cell.lastIndex < content.length) continue;
    if (end === separator) row.push('');
    rows.push(row);
    row = [];
  }
  return rows.filter((cells) => cells.some((one) => one.trim() !== ''));
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}
