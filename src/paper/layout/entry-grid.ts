import type { Entry } from '../content/sheet.ts';
import { SOFT } from '../drawing/color.ts';
import { type Ink, widthOf, wrap } from '../drawing/measure.ts';
import type { Hand, Pen } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import type { Strip, TypeScale } from './strip.ts';

/** Entries in columns, each with its label over its text. */
export interface Grid {
  readonly left: number;
  readonly width: number;
  readonly columns: number;
  readonly type: TypeScale;
}

/** How what names a value is written. */
export function labelHand({ small }: TypeScale): Hand {
  return { face: 'text', size: small, color: SOFT };
}

function valueHand({ body }: TypeScale): Hand {
  return { face: 'text', size: body };
}

/** From one line to the next, as a part of the size of type. */
const LEADING = 1.3;
const ROW_GAP = 3;
const COLUMN_GAP = 12;
/** Lines of one strip; a longer text goes on in the next one, on the next page where it must. */
const MOST_LINES = 12;

interface OpenRow {
  readonly cells: Cell[];
  /** Columns that are taken. */
  used: number;
}

interface Cell {
  readonly label: string;
  readonly lines: readonly string[];
  readonly column: number;
}

/** Strips for the entries: each in the first row that has room for it, a long text over several columns. */
export function entryGrid(entries: readonly Entry[], grid: Grid): readonly Strip[] {
  return rowsOf(entries, grid).flatMap((row) => rowStrips(row, grid));
}

function columnWidth({ width, columns }: Grid): number {
  return (width + COLUMN_GAP) / columns;
}

function rowsOf(entries: readonly Entry[], grid: Grid): readonly (readonly Cell[])[] {
  const rows: OpenRow[] = [];
  for (const entry of entries) {
    const label = printable(entry.label);
    const text = printable(entry.text);
    const span = spanOf(label, text, grid);
    const lines = wrap(text, valueHand(grid.type), columnWidth(grid) * span - COLUMN_GAP);
    const open = rows.find(({ used }) => used + span <= grid.columns);
    const row = open ?? { cells: [], used: 0 };
    if (open === undefined) rows.push(row);
    row.cells.push({ label, lines, column: row.used });
    row.used += span;
  }
  return rows.map(({ cells }) => cells);
}

function spanOf(label: string, text: string, grid: Grid): number {
  const value = valueHand(grid.type);
  const natural = Math.max(
    widthOf(label, labelHand(grid.type)),
    ...text.split('\n').map((line) => widthOf(line, value)),
  );
  const span = Math.ceil((natural + COLUMN_GAP - 0.01) / columnWidth(grid));
  return Math.min(Math.max(span, 1), grid.columns);
}

function rowStrips(row: readonly Cell[], grid: Grid): readonly Strip[] {
  const depth = Math.max(...row.map(({ lines }) => lines.length));
  const starts = Array.from(
    { length: Math.max(1, Math.ceil(depth / MOST_LINES)) },
    (_, index) => index * MOST_LINES,
  );
  return starts.map((start) => rowStrip(row, start, grid));
}

function rowStrip(row: readonly Cell[], start: number, grid: Grid): Strip {
  const end = start + MOST_LINES;
  const depth = Math.max(...row.map(({ lines }) => lines.slice(start, end).length));
  const isLast = row.every(({ lines }) => lines.length <= end);
  const hasLabels = start === 0 && row.some(({ label }) => label !== '');
  const label = labelHand(grid.type);
  const hand = valueHand(grid.type);
  const labelHeight = hasLabels ? label.size * LEADING : 0;
  const height = hand.size * LEADING;
  return {
    height: labelHeight + depth * height + (isLast ? ROW_GAP : 0),
    draw(pen, top) {
      for (const { label: name, lines, column } of row) {
        const x = grid.left + column * columnWidth(grid);
        const shown = lines.slice(start, end);
        if (shown.length === 0) continue;
        pen.tag('P', () => {
          if (hasLabels) pen.write(name, { x, y: top + label.size }, label);
          writeLines(pen, { lines: shown, x, top: top + labelHeight, height, hand });
        });
      }
    },
  };
}

export interface TextLines {
  readonly lines: readonly string[];
  readonly x: number;
  readonly top: number;
  /** From one baseline to the next. */
  readonly height: number;
  readonly hand: Hand;
}

/** Writes lines one under the other. */
export function writeLines(pen: Pen, { lines, x, top, height, hand }: TextLines): void {
  const rise = baselineIn(height, hand);
  for (const [index, line] of lines.entries()) pen.write(line, { x, y: top + index * height + rise }, hand);
}

/** Where the baseline lies in a row of this height, so that capitals stand in its middle. */
export function baselineIn(height: number, { size }: Ink): number {
  return height / 2 + size * 0.35;
}
