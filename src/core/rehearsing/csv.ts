/** What a spreadsheet would take for a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",;\t\r\n]/;
/** So that spreadsheets read the text as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as CSV (RFC 4180) that spreadsheets open; a cell that looks like a formula is text to them. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;
}

function cellText(value: string): string {
  const text = FORMULA.test(value) ? asText(value) : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const TEXT_MARK = "'";

/** A cell that a spreadsheet keeps as the text that it is: a number would lose its zeros. */
export function asText(value: string): string {
  return `${TEXT_MARK}${value}`;
}

/** The value of a cell without the mark that keeps it a text. */
export function withoutMark(cell: string): string {
  return cell.startsWith(TEXT_MARK) ? cell.slice(1) : cell;
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
