import { daysSinceEpoch, parseCivilDate } from '../core/calendar/el-salvador-time.ts';
import type { BookCell, BookRow, BookSheet, Cell } from '../operations/listings/ports.ts';
import { framesOf, rangeOf, type WrittenSheet } from './xlsx-frames.ts';
import { escaped, type Kind, MAIN, PLAIN_AMOUNT, styleOf, XML } from './xlsx-styles.ts';
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

/** A workbook of sheets for people. */
export function bookOf(
  sheets: readonly BookSheet[],
  rowsOfSheet = ROWS_OF_SHEET,
): AsyncGenerator<Uint8Array> {
  return zipOf(partsOf(sheets.map(planOf), rowsOfSheet));
}

async function* tableParts(
  rows: AsyncIterable<readonly Cell[]>,
  rowsOfSheet: number,
): AsyncGenerator<ZipFile> {
  const lines = linesOf(rows, (row) => rowXml(row, plainCell));
  const { done, value } = await lines.next();
  const heading = done === true ? rowXml([], plainCell) : value;
  const plan: Plan = { name: 'Documentos', look: null, above: [], heading, lines, foot: () => [] };
  yield* partsOf([plan], rowsOfSheet);
}

function planOf({ name, above = [], columns, printed, rows, foot }: BookSheet): Plan {
  const asRow = (row: BookRow) => bookRowXml(row, columns);
  return {
    name,
    look: { widths: columns.map(({ width }) => width), printed },
    above: above.map(
      (text, index) => `<row>${cellXml(text, styleOf('text', index === 0 ? 'strong' : 'plain'))}</row>`,
    ),
    heading: headingXml(columns.map(({ title }) => title)),
    lines: linesOf(rows, asRow),
    foot: () => foot().map(asRow),
  };
}

async function* linesOf<Row>(rows: AsyncIterable<Row>, write: (row: Row) => string): AsyncGenerator<string> {
  for await (const row of rows) yield write(row);
}

/** A sheet before it is cut into as many as it takes; its rows are XML. */
interface Plan {
  readonly name: string;
  /** How it is shown; null for one that programs read. */
  readonly look: { readonly widths: readonly number[]; readonly printed: number } | null;
  /** What stands above the heading. */
  readonly above: readonly string[];
  readonly heading: string;
  readonly lines: AsyncGenerator<string>;
  foot(): readonly string[];
}

async function* partsOf(plans: readonly Plan[], rowsOfSheet: number): AsyncGenerator<ZipFile> {
  const written: WrittenSheet[] = [];
  for (const plan of plans)
    try {
      yield* sheetParts(plan, written, rowsOfSheet);
    } finally {
      await plan.lines.return(null);
    }
  for (const [name, text] of framesOf(written)) yield { name, content: once(text) };
}

async function* sheetParts(
  plan: Plan,
  written: WrittenSheet[],
  rowsOfSheet: number,
): AsyncGenerator<ZipFile> {
  const reading: Reading = { next: await plan.lines.next() };
  let place = 0;
  do {
    place += 1;
    const name = place === 1 ? plan.name : `${plan.name} ${place}`;
    const look = plan.look && { columns: plan.look.widths.length, printed: plan.look.printed };
    const headingRow = plan.above.length + 1;
    const sheet: WrittenSheet = { name, look, headingRow, rows: headingRow };
    const number = written.push(sheet);
    const content = sheetXml(plan, reading, { sheet, rowsOfSheet });
    yield { name: `xl/worksheets/sheet${number}.xml`, content };
  } while (reading.next.done !== true);
}

interface Reading {
  /** The first row of the next sheet. */
  next: IteratorResult<string>;
}

async function* sheetXml(
  plan: Plan,
  reading: Reading,
  { sheet, rowsOfSheet }: { readonly sheet: WrittenSheet; readonly rowsOfSheet: number },
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${XML}<worksheet xmlns="${MAIN}">${lookXml(plan.look, sheet)}<sheetData>`);
  let lines = [...plan.above, plan.heading];
  for (; sheet.rows < rowsOfSheet && reading.next.done !== true; sheet.rows += 1) {
    lines.push(reading.next.value);
    reading.next = await plan.lines.next();
    if (lines.length < ROWS) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  const foot = reading.next.done === true ? plan.foot() : [];
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
