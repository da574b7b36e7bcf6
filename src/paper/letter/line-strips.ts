import type { Entry, Line, LineTable } from '../content/sheet.ts';
import { SOFT } from '../drawing/color.ts';
import { wrap } from '../drawing/measure.ts';
import type { Hand, Pen } from '../drawing/pen.ts';
import { baselineIn, writeLines } from '../layout/entry-grid.ts';
import { piecesOf, type Strip } from '../layout/strip.ts';
import { CODE, type Columns, type NumberColumn, type TextColumn, UNIT } from './columns.ts';
import { CONTENT_WIDTH, PAGE } from './geometry.ts';
import { drawHairline } from './page.ts';

/** From one line to the next, as a part of the size of type. */
const LEADING = 1.26;
const PADDING = 2.9;
/** Lines of a description in one strip; a longer one goes on in the next. */
const MOST_LINES = 16;
/** Beyond so many lines a cell for each number would weigh megabytes. */
const TABULAR_LINES = 60;
/** Lines that stay with the sums, and the points that they take at most. */
const LAST_LINES = 5;
const LAST_HEIGHT = 240;

/** How rows are told to a reader aloud: cell by cell, each as a paragraph, or not again. */
export type Speech = 'cells' | 'paragraphs' | 'silence';

export function speechOf({ lines }: LineTable): Speech {
  return lines.length <= TABULAR_LINES ? 'cells' : 'paragraphs';
}

/** The names of the columns; a page that goes on repeats them. */
export function lineHead(columns: Columns, color: string, speech: Speech): Strip {
  const step = columns.head.size * 1.2;
  const depth = Math.max(...[columns.quantity, ...columns.amounts].map(({ label }) => label.length));
  const height = depth * step + 8;
  return {
    height,
    holdsNext: true,
    isRow: true,
    draw(pen, top) {
      const bottom = top + height - 3;
      const cells = headCells(columns, { y: bottom - 4, step, hand: { ...columns.head, color } });
      drawCells(pen, cells, { speech, tag: 'TH' });
      pen.artifact(() => pen.rule({ x: PAGE.left, y: bottom }, CONTENT_WIDTH, { color, thickness: 1 }));
    },
  };
}

interface HeadPlace {
  /** The last baseline. */
  readonly y: number;
  readonly step: number;
  readonly hand: Hand;
}

function headCells(columns: Columns, { y, step, hand }: HeadPlace): readonly Cell[] {
  const number =
    ({ label, right }: NumberColumn): Cell =>
    (pen) => {
      for (const [index, word] of label.entries())
        pen.writeBack(word, { x: right, y: y - (label.length - 1 - index) * step }, hand);
    };
  const words = (text: string, column: TextColumn | null): readonly Cell[] =>
    column === null ? [] : [(pen) => pen.write(text, { x: column.left, y }, hand)];
  return [
    (pen) => pen.writeBack('N°', { x: columns.numberRight, y }, hand),
    number(columns.quantity),
    ...words(UNIT, columns.unit),
    ...words(CODE, columns.code),
    ...words('Descripción', columns.description),
    ...columns.amounts.map(number),
  ];
}

function drawRow(pen: Pen, cells: readonly Cell[], tag: 'TH' | 'TD'): void {
  pen.open('TR');
  for (const cell of cells) pen.tag(tag, () => cell(pen));
  pen.close();
}

/** Draws one cell of a row. */
type Cell = (pen: Pen) => void;

function drawCells(
  pen: Pen,
  cells: readonly Cell[],
  { speech, tag }: { readonly speech: Speech; readonly tag: 'TH' | 'TD' },
): void {
  const all = () => {
    for (const cell of cells) cell(pen);
  };
  if (speech === 'silence') pen.artifact(all);
  else if (speech === 'paragraphs') pen.tag('P', all);
  else drawRow(pen, cells, tag);
}

/** How the rows of a table are set. */
export interface RowSetting {
  readonly columns: Columns;
  readonly speech: Speech;
  /** How what stands under a description is written. */
  readonly note: Hand;
}

/** The rows of the table and what is said of all of them; the last rows stay with what follows. */
export function lineStrips(table: LineTable, setting: RowSetting): readonly Strip[] {
  const rows = table.lines.map((line, index) => rowStrips(line, index, { table, setting }));
  const strips = rows.flat();
  const first = strips.length - heldStrips(rows);
  return [
    ...strips.slice(0, first),
    ...strips.slice(first).map(holding),
    ...table.below.map((text) => holding(remarkStrip(text, setting.note))),
  ];
}

function holding(strip: Strip): Strip {
  return { ...strip, holdsNext: true };
}

/** How many strips of the last rows stay with the sums: the last one does, of long descriptions no more than fit. */
function heldStrips(rows: readonly (readonly Strip[])[]): number {
  const last = rows.slice(-LAST_LINES).flat().toReversed();
  let height = 0;
  const tooHigh = last.findIndex((strip) => {
    height += strip.height;
    return height > LAST_HEIGHT;
  });
  return tooHigh < 0 ? last.length : Math.max(1, tooHigh);
}

function remarkStrip(text: string, note: Hand): Strip {
  const step = note.size * LEADING;
  const lines = wrap(text, note, CONTENT_WIDTH);
  return {
    height: lines.length * step + PADDING,
    draw: (pen, top) =>
      pen.tag('P', () =>
        writeLines(pen, { lines, x: PAGE.left, top: top + PADDING, height: step, hand: note }),
      ),
  };
}

/** One line of the document, broken for the paper. */
interface Row {
  readonly line: Line;
  readonly index: number;
  readonly description: readonly string[];
  readonly notes: readonly string[];
  readonly unit: readonly string[];
  readonly code: readonly string[];
}

function rowStrips(
  line: Line,
  index: number,
  { table, setting }: { readonly table: LineTable; readonly setting: RowSetting },
): readonly Strip[] {
  const { columns, note } = setting;
  const { description, unit, code, ink } = columns;
  const broken = (text: string, column: TextColumn | null, hand = ink) =>
    column === null ? [] : wrap(text, hand, column.width);
  const notes = notesOf(line, table, columns).map(({ label, text }) => `${label} ${text}`);
  const whole: Row = {
    line,
    index,
    description: broken(line.description, description),
    notes: broken(notes.join(' · '), description, note),
    unit: broken(line.unit, unit),
    code: broken(line.code, code),
  };
  return piecesOf(whole.description, MOST_LINES).map((lines, part, { length }) => {
    const isLast = part === length - 1;
    const row = { ...whole, description: lines, notes: isLast ? whole.notes : [] };
    return rowStrip(row, setting, { isFirst: part === 0, isLast });
  });
}

/** What stands under the description: its own notes, and what has no column. */
function notesOf(line: Line, { columns }: LineTable, { unit, code, amounts }: Columns): readonly Entry[] {
  const beyond = columns.map(({ label }, index) => ({ label, text: line.amounts[index] ?? '' }));
  return [
    ...(code === null && line.code !== '' ? [{ label: CODE, text: line.code }] : []),
    ...(unit === null && line.unit !== '' ? [{ label: UNIT, text: line.unit }] : []),
    ...line.notes,
    ...beyond.slice(amounts.length),
  ];
}

function rowStrip(
  row: Row,
  setting: RowSetting,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): Strip {
  const { columns, speech, note } = setting;
  const step = columns.ink.size * LEADING;
  const text = row.description.length * step + row.notes.length * note.size * LEADING;
  const beside = isFirst ? Math.max(row.unit.length, row.code.length, 1) * step : 0;
  const above = isFirst ? PADDING : 0;
  const height = above + Math.max(text, beside) + (isLast ? PADDING : 0);
  return {
    height,
    isRow: true,
    draw(pen, top) {
      const place = { setting, top: top + above, step };
      const cells = isFirst ? rowCells(row, place) : [describing(row, place)];
      drawCells(pen, cells, { speech, tag: 'TD' });
      if (isLast) drawHairline(pen, top + height);
    },
  };
}

interface TextPlace {
  readonly setting: RowSetting;
  readonly top: number;
  readonly step: number;
}

/** What a row says, in reading order: number, quantity, unit, code, description, amounts. */
function rowCells(row: Row, place: TextPlace): readonly Cell[] {
  const { top, step } = place;
  const { ink, quantity, unit, code, amounts, numberRight } = place.setting.columns;
  const soft: Hand = { ...ink, color: SOFT };
  const y = top + baselineIn(step, ink);
  const number =
    ({ numbers, right }: NumberColumn): Cell =>
    (pen) =>
      pen.writeBack(numbers[row.index] ?? '', { x: right, y }, ink);
  const words = (lines: readonly string[], column: TextColumn | null): readonly Cell[] =>
    column === null
      ? []
      : [(pen) => writeLines(pen, { lines, x: column.left, top, height: step, hand: soft })];
  return [
    (pen) => pen.writeBack(row.line.number, { x: numberRight, y }, soft),
    number(quantity),
    ...words(row.unit, unit),
    ...words(row.code, code),
    describing(row, place),
    ...amounts.map(number),
  ];
}

function describing({ description, notes }: Row, { setting, top, step }: TextPlace): Cell {
  const { columns, note } = setting;
  const x = columns.description.left;
  return (pen) => {
    writeLines(pen, { lines: description, x, top, height: step, hand: columns.ink });
    const below = top + description.length * step;
    writeLines(pen, { lines: notes, x, top: below, height: note.size * LEADING, hand: note });
  };
}
