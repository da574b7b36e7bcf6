import { daysSinceEpoch, parseCivilDate } from '../core/calendar/el-salvador-time.ts';
import type { BookCell, BookRow, BookSheet, Cell } from '../operations/listings/ports.ts';
import { rangeOf } from './cell-range.ts';
import { framesOf, type WrittenSheet } from './xlsx-frames.ts';
import { type Kind, PLAIN_AMOUNT, styleOf } from './xlsx-styles.ts';
import { escaped, MAIN, XML } from './xml.ts';
import { type ZipFile, zipOf } from './zip.ts';

/** A sheet ends at row 1,048,576 (ECMA-376 leaves that to the program that opens it; this is Excel's). */
const ROWS_OF_SHEET = 1_000_000;
/** Rows that are written at a time. */
const ROWS = 200;

/**
 * A workbook (ECMA-376) of one table, written while its rows are read; the first row is the heading of every sheet. A text is
 * written as one, so that nothing of it is ever calculated.
 */
export function xlsxOf(
  rows: AsyncIterable<readonly Cell[]>,
  rowsOfSheet = ROWS_OF_SHEET,
): AsyncGenerator<Uint8Array> {
  return zipOf(tableParts(rows, rowsOfSheet));
}

/** The same of sheets for people. */
export function bookOf(
  sheets: readonly BookSheet[],
  rowsOfSheet = ROWS_OF_SHEET,
): AsyncGenerator<Uint8Array> {
  return zipOf(bookParts(sheets, rowsOfSheet));
}

async function* tableParts(
  rows: AsyncIterable<readonly Cell[]>,
  rowsOfSheet: number,
): AsyncGenerator<ZipFile> {
  const iterator = rows[Symbol.asyncIterator]();
  try {
    const heading = await iterator.next();
    const cells = heading.done === true ? [] : heading.value;
    const written: WrittenSheet[] = [];
    yield* sheetParts(
      { name: 'Documentos', look: null, above: [], heading: rowXml(cells, plainCell), foot: () => [] },
      { next: async () => asXml(await iterator.next(), (row) => rowXml(row, plainCell)) },
      { written, rowsOfSheet },
    );
    yield* framesAfter(written);
  } finally {
    await iterator.return?.();
  }
}

async function* bookParts(sheets: readonly BookSheet[], rowsOfSheet: number): AsyncGenerator<ZipFile> {
  const written: WrittenSheet[] = [];
  for (const { name, above = [], columns, printed, rows, foot } of sheets) {
    const iterator = rows[Symbol.asyncIterator]();
    const asRow = (row: BookRow) => bookRowXml(row, columns);
    try {
      yield* sheetParts(
        {
          name,
          look: { widths: columns.map(({ width }) => width), printed },
          above: above.map(aboveXml),
          heading: headingXml(columns.map(({ title }) => title)),
          foot: () => foot().map(asRow),
        },
        { next: async () => asXml(await iterator.next(), asRow) },
        { written, rowsOfSheet },
      );
    } finally {
      await iterator.return?.();
    }
  }
  yield* framesAfter(written);
}

/** A sheet before it is cut into as many as it takes; its rows are XML. */
interface Plan {
  readonly name: string;
  /** How it is shown; null for one that programs read. */
  readonly look: { readonly widths: readonly number[]; readonly printed: number } | null;
  /** What stands above the heading. */
  readonly above: readonly string[];
  readonly heading: string;
  foot(): readonly string[];
}

/** The XML of the rows; null behind the last one. */
interface Rows {
  next(): Promise<string | null>;
}

interface Book {
  /** The sheets so far. */
  readonly written: WrittenSheet[];
  readonly rowsOfSheet: number;
}

function asXml<T>(result: IteratorResult<T>, write: (row: T) => string): string | null {
  return result.done === true ? null : write(result.value);
}

async function* sheetParts(plan: Plan, rows: Rows, { written, rowsOfSheet }: Book): AsyncGenerator<ZipFile> {
  const reading: Reading = { rows, next: await rows.next() };
  let place = 0;
  do {
    place += 1;
    const name = place === 1 ? plan.name : `${plan.name} ${place}`;
    const headingRow = plan.above.length + 1;
    const sheet: WrittenSheet = { name, look: shapeOf(plan.look), headingRow, rows: headingRow };
    const number = written.push(sheet);
    const content = sheetXml(plan, reading, { sheet, rowsOfSheet });
    yield { name: `xl/worksheets/sheet${number}.xml`, content };
  } while (reading.next !== null);
}

function shapeOf(look: Plan['look']): WrittenSheet['look'] {
  return look === null ? null : { columns: look.widths.length, printed: look.printed };
}

interface Reading {
  readonly rows: Rows;
  /** The first row of the next sheet. */
  next: string | null;
}

async function* sheetXml(
  plan: Plan,
  reading: Reading,
  { sheet, rowsOfSheet }: { readonly sheet: WrittenSheet; readonly rowsOfSheet: number },
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${XML}<worksheet xmlns="${MAIN}">${lookXml(plan.look, sheet)}<sheetData>`);
  let lines = [...plan.above, plan.heading];
  for (; sheet.rows < rowsOfSheet && reading.next !== null; sheet.rows += 1) {
    lines.push(reading.next);
    reading.next = await reading.rows.next();
    if (lines.length < ROWS) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  const foot = reading.next === null ? plan.foot() : [];
  if (foot.length > 0) lines.push('<row/>', ...foot);
  yield Buffer.from(`${lines.join('')}</sheetData>${endXml(sheet)}</worksheet>`);
}

/** What stands before the rows, in the order of the schema: the heading stays, and a page is as wide as the table. */
function lookXml(look: Plan['look'], { headingRow }: WrittenSheet): string {
  if (look === null) return '';
  const columns = look.widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headingRow}" topLeftCell="A${headingRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols>`;
}

/** What stands behind them. Numbers of documents are texts, which a spreadsheet would put a mark on. */
function endXml({ look, headingRow, rows }: WrittenSheet): string {
  if (look === null) return '';
  const range = rangeOf(look.columns, rows, headingRow);
  return `<autoFilter ref="${range}"/><pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`;
}

async function* framesAfter(written: readonly WrittenSheet[]): AsyncGenerator<ZipFile> {
  for (const [name, text] of framesOf(written)) yield { name, content: once(text) };
}

function aboveXml(text: string, index: number): string {
  return `<row>${cellXml(text, styleOf('text', index === 0 ? 'strong' : 'plain'))}</row>`;
}

/** Two lines high, for the longer titles. */
function headingXml(titles: readonly string[]): string {
  const cells = titles.map((title) => cellXml(title, styleOf('heading', 'plain')));
  return `<row ht="32" customHeight="1">${cells.join('')}</row>`;
}

function bookRowXml({ tone, cells }: BookRow, columns: BookSheet['columns']): string {
  return rowXml(cells, (cell, index) => {
    const isProse = typeof cell === 'string' && columns[index]?.wraps === true;
    return cellXml(cell, styleOf(isProse ? 'prose' : kindOf(cell), tone));
  });
}

function rowXml<T>(cells: readonly T[], write: (cell: T, index: number) => string): string {
  return `<row>${cells.map(write).join('')}</row>`;
}

function plainCell(cell: Cell): string {
  return cellXml(cell, kindOf(cell) === 'amount' ? PLAIN_AMOUNT : 0);
}

function kindOf(cell: BookCell): Kind {
  if (cell === null || typeof cell === 'string') return 'text';
  if ('amount' in cell) return 'amount';
  if ('day' in cell) return 'day';
  return 'clock' in cell ? 'clock' : 'count';
}

function cellXml(cell: BookCell, style: number): string {
  const styled = style === 0 ? '' : ` s="${style}"`;
  if (cell === null || cell === '') return `<c${styled}/>`;
  if (typeof cell !== 'string') return `<c${styled}><v>${numberOf(cell)}</v></c>`;
  return `<c t="inlineStr"${styled}><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** The day that spreadsheets call 0 lies so many days before 1970-01-01; right from 1 March 1900 on. */
const DAYS_BEFORE_EPOCH = 25_569;
const SECONDS_OF_DAY = 86_400;

/** Spreadsheets count days, and a time of day is a part of one. Throws RangeError on what is no date. */
function numberOf(cell: Exclude<BookCell, string | null>): string {
  if ('amount' in cell) return cell.amount;
  if ('count' in cell) return String(cell.count);
  if ('day' in cell) {
    const date = parseCivilDate(cell.day);
    if (date === null) throw new RangeError(`not a date: ${cell.day}`);
    return String(daysSinceEpoch(date) + DAYS_BEFORE_EPOCH);
  }
  const [hours = 0, minutes = 0, seconds = 0] = cell.clock.split(':').map(Number);
  return String(((hours * 60 + minutes) * 60 + seconds) / SECONDS_OF_DAY);
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
