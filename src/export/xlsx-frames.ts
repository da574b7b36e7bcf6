import { escaped, MAIN, stylesXml, XML } from './xlsx-styles.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A sheet that has been written. */
export interface WrittenSheet {
  readonly name: string;
  /** How many columns it has, and how many of them are printed; null for one that programs read. */
  readonly look: { readonly columns: number; readonly printed: number } | null;
  /** The row of the heading, from 1 on. */
  readonly headingRow: number;
  /** The last row, without what stands below. */
  rows: number;
}

/** What holds the sheets together, by the name of the file. */
export function framesOf(sheets: readonly WrittenSheet[]): readonly (readonly [string, string])[] {
  const each = (write: (number: number) => string) => sheets.map((_, index) => write(index + 1)).join('');
  return [
    ['xl/workbook.xml', workbookXml(sheets)],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each(
        (n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      )}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', stylesXml()],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEETS}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEETS}.styles+xml"/>${each(
        (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SHEETS}.worksheet+xml"/>`,
      )}</Types>`,
    ],
  ];
}

function workbookXml(sheets: readonly WrittenSheet[]): string {
  const listed = sheets.map(
    ({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const names = sheets.flatMap(namesOf);
  const defined = names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`;
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets>${defined}</workbook>`;
}

/** What spreadsheets call the range of a filter, what is printed, and the rows that every page begins with. */
function namesOf({ name, look, headingRow, rows }: WrittenSheet, index: number): readonly string[] {
  if (look === null) return [];
  const { columns, printed } = look;
  const quoted = `'${escaped(name).replaceAll("'", "''")}'`;
  const [first = '', last = ''] = rangeOf(columns, rows, headingRow).split(':');
  const [, lastPrinted = ''] = rangeOf(printed, rows).split(':');
  const absolute = (cell: string) => cell.replace(/^([A-Z]+)/, '$$$1$$');
  return [
    `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${quoted}!${absolute(first)}:${absolute(last)}</definedName>`,
    `<definedName name="_xlnm.Print_Area" localSheetId="${index}">${quoted}!$A:$${lastPrinted.replace(/\d+$/, '')}</definedName>`,
    `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${quoted}!$1:$${headingRow}</definedName>`,
  ];
}

/** The cells of so many columns, from the first one on, down to a row: `A1:Y20`. */
export function rangeOf(columns: number, lastRow: number, firstRow = 1): string {
  return `A${firstRow}:${columnName(columns)}${lastRow}`;
}

/** `A` for 1, `AA` for 27. */
function columnName(column: number): string {
  const last = (column - 1) % 26;
  const before = (column - 1 - last) / 26;
  return `${before === 0 ? '' : columnName(before)}${String.fromCharCode(65 + last)}`;
}
