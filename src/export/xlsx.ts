import type { Cell } from '../operations/listings/ports.ts';
import { type ZipFile, zipOf } from './zip.ts';

/** A sheet ends at row 1,048,576 (ECMA-376 leaves that to the program that opens it; this is Excel's). */
const ROWS_OF_SHEET = 1_000_000;
/** Rows that are written at a time. */
const ROWS = 200;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/**
 * A workbook (ECMA-376) written while its rows are read; the first row is the heading of every sheet. A text is written as
 * one, so that nothing of it is ever calculated.
 */
export function xlsxOf(
  rows: AsyncIterable<readonly Cell[]>,
  rowsOfSheet = ROWS_OF_SHEET,
): AsyncGenerator<Uint8Array> {
  return zipOf(partsOf(rows, rowsOfSheet));
}

async function* partsOf(rows: AsyncIterable<readonly Cell[]>, rowsOfSheet: number): AsyncGenerator<ZipFile> {
  const iterator = rows[Symbol.asyncIterator]();
  try {
    const heading = await iterator.next();
    const reading: Reading = {
      heading: heading.done === true ? [] : heading.value,
      next: await iterator.next(),
      iterator,
    };
    let sheets = 0;
    do {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheetOf(reading, rowsOfSheet) };
    } while (reading.next.done !== true);
    for (const [name, text] of framesOf(sheets)) yield { name, content: once(text) };
  } finally {
    await iterator.return?.();
  }
}

interface Reading {
  readonly heading: readonly Cell[];
  readonly iterator: AsyncIterator<readonly Cell[]>;
  /** The first row of the next sheet. */
  next: IteratorResult<readonly Cell[]>;
}

async function* sheetOf(reading: Reading, rowsOfSheet: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${XML}<worksheet xmlns="${MAIN}"><sheetData>`);
  let lines = [rowXml(reading.heading)];
  for (let row = 1; row < rowsOfSheet && reading.next.done !== true; row += 1) {
    lines.push(rowXml(reading.next.value));
    reading.next = await reading.iterator.next();
    if (lines.length < ROWS) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  yield Buffer.from(`${lines.join('')}</sheetData></worksheet>`);
}

function rowXml(cells: readonly Cell[]): string {
  return `<row>${cells.map(cellXml).join('')}</row>`;
}

function cellXml(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell !== 'string') return `<c s="1"><v>${cell.amount}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** Characters that XML 1.0 cannot have, and what it writes otherwise. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|\p{Cs}|\uFFFE|\uFFFF/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text.replace(FORBIDDEN, '\uFFFD').replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** What holds so many sheets together, by the name of the file. */
function framesOf(sheets: number): readonly (readonly [string, string])[] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const each = (write: (number: number) => string) => numbers.map(write).join('');
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return [
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each(
        (n) => `<sheet name="Documentos${n === 1 ? '' : ` ${n}`}" sheetId="${n}" r:id="rId${n}"/>`,
      )}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each(
        (n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      )}<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    // Amounts have two decimals.
    [
      'xl/styles.xml',
      `${XML}<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="2" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${each(
        (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`,
      )}</Types>`,
    ],
  ];
}
