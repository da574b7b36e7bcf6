import type { Cell } from '../operations/listings/ports.ts';

/** Without it a spreadsheet takes the accents of UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF';

/** How a spreadsheet begins what it would calculate, be it behind a tab or the end of a line. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** The text of a cell; one that a spreadsheet would take for a formula begins with an apostrophe, which makes it a text. */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** A line of CSV (RFC 4180). */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return cell.amount;
  const text = harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines that are written at a time. */
const LINES = 200;

export async function* csvOf(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Uint8Array> {
  let lines = [BYTE_ORDER_MARK];
  for await (const cells of rows) {
    lines.push(csvLine(cells));
    if (lines.length < LINES) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  yield Buffer.from(lines.join(''));
}
