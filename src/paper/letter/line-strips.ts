import type { Entry, Line, LineTable } from '../content/sheet.ts';
import { HAIRLINE, SOFT } from '../drawing/color.ts';
import type { Hand, Pen } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { wrap } from '../drawing/wrap.ts';
import { startOf } from '../layout/decimal-column.ts';
import { baselineIn, writeLines } from '../layout/entry-grid.ts';
import type { Strip } from '../layout/strip.ts';
import { type Columns, HEAD_INK, type NumberColumn } from './columns.ts';
import { CONTENT_WIDTH, PAGE } from './page.ts';

const HEAD_LINE = 8;
const PADDING = 3.2;
const NOTE: Hand = { face: 'text', size: 6.4, color: SOFT };
const NOTE_LINE = 8;
/** Lines of a description in one strip; a longer one goes on in the next. */
const MOST_LINES = 16;
/** Beyond so many lines a cell for each number would weigh megabytes. */
const TABULAR_LINES = 60;

/** How rows are told to a reader aloud: cell by cell, each as a paragraph, or not again. */
export type Speech = 'cells' | 'paragraphs' | 'silence';

export function speechOf({ lines }: LineTable): Speech {
  return lines.length <= TABULAR_LINES ? 'cells' : 'paragraphs';
}

/** The names of the columns; a page that goes on repeats them. */
export function lineHead(columns: Columns, color: string, speech: Speech): Strip {
  const depth = Math.max(...allNumbers(columns).map(({ label }) => label.length));
  const height = (depth + (columns.isStacked ? 1 : 0)) * HEAD_LINE + 8;
  return {
    height,
    holdsNext: true,
    isRow: true,
    draw(pen, top) {
      const bottom = top + height - 4;
      const y = bottom - 4;
      const words = columns.isStacked ? y - depth * HEAD_LINE : y;
      drawCells(pen, headCells(columns, { y, words, hand: { ...HEAD_INK, color } }), { speech, tag: 'TH' });
      pen.artifact(() => pen.rule({ x: PAGE.left, y: bottom }, CONTENT_WIDTH, { color, thickness: 1 }));
    },
  };
}

interface HeadPlace {
  /** The last baseline, and that of the columns of words. */
  readonly y: number;
  readonly words: number;
  readonly hand: Hand;
}

function headCells(columns: Columns, { y, words, hand }: HeadPlace): readonly Cell[] {
  const number =
    ({ label, right }: NumberColumn): Cell =>
    (pen) => {
      for (const [index, word] of label.entries())
        pen.writeBack(word, { x: right, y: y - (label.length - 1 - index) * HEAD_LINE }, hand);
    };
  return [
    (pen) => pen.writeBack('N°', { x: columns.numberRight, y: words }, hand),
    number(columns.quantity),
    (pen) => pen.write('Unidad', { x: columns.unit.left, y: words }, hand),
    (pen) => pen.write('Descripción', { x: columns.description.left, y: words }, hand),
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

function allNumbers({ quantity, amounts }: Columns): readonly NumberColumn[] {
  return [quantity, ...amounts];
}

/** Amounts that have no column of their own. */
function beyond({ amounts }: Line, table: LineTable, { amounts: shown }: Columns): readonly Entry[] {
  return table.columns.map(({ label }, index) => ({ label, text: amounts[index] ?? '' })).slice(shown.length);
}

/** The rows of the table; the last one stays with what follows it. */
export function lineStrips(table: LineTable, columns: Columns, speech: Speech): readonly Strip[] {
  const strips = table.lines.flatMap((line) => rowStrips(line, { table, columns, speech }));
  const last = strips.at(-1);
  return last === undefined ? [] : [...strips.slice(0, -1), { ...last, holdsNext: true }];
}

/** One line of the document, broken for the paper. */
interface Row {
  readonly line: Line;
  readonly description: readonly string[];
  readonly notes: readonly string[];
  readonly unit: readonly string[];
}

interface Setting {
  readonly table: LineTable;
  readonly columns: Columns;
  readonly speech: Speech;
}

function rowStrips(line: Line, { table, columns, speech }: Setting): readonly Strip[] {
  const { description, unit, ink } = columns;
  const notes = [...line.notes, ...beyond(line, table, columns)]
    .map(({ label, text }) => `${label} ${text}`)
    .join(' · ');
  const whole: Row = {
    line,
    description: wrap(printable(line.description), ink, description.width),
    notes: wrap(printable(notes), NOTE, description.width),
    unit: wrap(printable(line.unit), ink, unit.width),
  };
  if (whole.description.length <= MOST_LINES) return [firstStrip(whole, columns, { isLast: true, speech })];
  const parts = Math.ceil(whole.description.length / MOST_LINES);
  return Array.from({ length: parts }, (_, index) => {
    const isLast = index === parts - 1;
    const lines = whole.description.slice(index * MOST_LINES, (index + 1) * MOST_LINES);
    const row = { ...whole, description: lines, notes: isLast ? whole.notes : [] };
    const place = { isLast, speech };
    return index === 0 ? firstStrip(row, columns, place) : nextStrip(row, columns, place);
  });
}

interface RowPlace {
  readonly isLast: boolean;
  readonly speech: Speech;
}

function firstStrip(row: Row, columns: Columns, { isLast, speech }: RowPlace): Strip {
  const step = columns.ink.size * 1.26;
  const numbers = columns.isStacked ? step : 0;
  const text = row.description.length * step + row.notes.length * NOTE_LINE;
  const height = Math.max(text + numbers, row.unit.length * step, step) + (isLast ? 2 : 1) * PADDING;
  return {
    height,
    isRow: true,
    draw(pen, top) {
      const inner = top + PADDING;
      const numbersTop = columns.isStacked ? inner + text : inner;
      const cells = rowCells(row, { columns, top: inner, numbersTop, step });
      drawCells(pen, cells, { speech, tag: 'TD' });
      if (isLast) drawHairline(pen, top + height);
    },
  };
}

function nextStrip(row: Row, columns: Columns, { isLast, speech }: RowPlace): Strip {
  const step = columns.ink.size * 1.26;
  const height = row.description.length * step + row.notes.length * NOTE_LINE + (isLast ? PADDING : 0);
  return {
    height,
    isRow: true,
    draw(pen, top) {
      const cell: Cell = () => writeDescription(pen, row, { columns, top, step });
      drawCells(pen, [cell], { speech, tag: 'TD' });
      if (isLast) drawHairline(pen, top + height);
    },
  };
}

function drawHairline(pen: Pen, y: number): void {
  pen.artifact(() => pen.rule({ x: PAGE.left, y }, CONTENT_WIDTH, { color: HAIRLINE, thickness: 0.5 }));
}

interface TextPlace {
  readonly columns: Columns;
  readonly top: number;
  readonly step: number;
}

/** What a row says, in reading order: number, quantity, unit, description, amounts. */
function rowCells(row: Row, place: TextPlace & { readonly numbersTop: number }): readonly Cell[] {
  const { columns, top, numbersTop, step } = place;
  const { ink, quantity, unit, amounts, numberRight } = columns;
  const first = top + baselineIn(step, ink);
  const y = numbersTop + baselineIn(step, ink);
  const number =
    (text: string, column: NumberColumn): Cell =>
    (pen) =>
      pen.write(text, { x: startOf(text, column, ink), y }, ink);
  return [
    (pen) => pen.writeBack(row.line.number, { x: numberRight, y: first }, { ...ink, color: SOFT }),
    number(row.line.quantity, quantity),
    (pen) =>
      writeLines(pen, { lines: row.unit, x: unit.left, top, height: step, hand: { ...ink, color: SOFT } }),
    (pen) => writeDescription(pen, row, place),
    ...amounts.map((column, index) => number(row.line.amounts[index] ?? '', column)),
  ];
}

function writeDescription(pen: Pen, { description, notes }: Row, { columns, top, step }: TextPlace): void {
  const { ink } = columns;
  const x = columns.description.left;
  writeLines(pen, { lines: description, x, top, height: step, hand: ink });
  const below = top + description.length * step;
  writeLines(pen, { lines: notes, x, top: below, height: NOTE_LINE, hand: NOTE });
}
