import { type SheetCell, sheetOf } from '../support/sheet-reader.ts';
import { unzip } from '../support/unzip.ts';

const DAYS = new Set(['Fecha', 'Día']);
const COUNTS = new Set(['No.']);
const BEFORE_EPOCH = 25_569;
const DAY_MS = 86_400_000;

/** The sheets of a book's workbook as somebody would write them down: a line for each row, but for those that are blank. */
export function bookText(workbook: Buffer): string {
  const names = unzip(workbook).get('xl/workbook.xml')?.toString('utf8') ?? '';
  const sheets = [...names.matchAll(/<sheet [^>]*?name="([^"]*)"/g)].map(([, name = ''], index) => {
    // Whose book it is, and where it is signed, stands alone in its row; no two runs have it alike.
    const [titles = [], ...rows] = sheetOf(workbook, index + 1).filter((row) => row.length > 1);
    const written = rows.map((row) => row.map((cell, at) => cellText(cell, titles[at])));
    return { name, lines: [titles.map((title) => String(title ?? '')), ...written] };
  });
  return sheets
    .map(({ name, lines }) => [`# ${name}`, ...lines.map((cells) => cells.join(' | ')), ''].join('\n'))
    .join('\n');
}

function cellText(cell: SheetCell, title: SheetCell | undefined): string {
  if (typeof cell !== 'number') return cell ?? '';
  if (COUNTS.has(String(title))) return String(cell);
  if (!DAYS.has(String(title))) return cell.toFixed(2);
  const date = new Date((cell - BEFORE_EPOCH) * DAY_MS).toISOString().slice(0, 10);
  return date.split('-').toReversed().join('/');
}
