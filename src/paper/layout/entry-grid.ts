import type { Entry } from '../content/sheet.ts';
import { SOFT } from '../drawing/color.ts';
import { type Ink, widthOf } from '../drawing/measure.ts';
import type { Hand, Pen } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { wrap } from '../drawing/wrap.ts';
import type { Strip } from './strip.ts';

/** Entries in columns, each with its label over its text. */
export interface Grid {
  readonly left: number;
  readonly width: number;
  readonly columns: number;
}

export const LABEL: Hand = { face: 'text', size: 6.4, color: SOFT };
const VALUE: Hand = { face: 'text', size: 8 };
const LABEL_HEIGHT = 8.5;
const VALUE_HEIGHT = 10.4;
const ROW_GAP = 4;
const COLUMN_GAP = 12;
/** Lines of one strip; a longer text goes on in the next one, on the next page where it must. */
const MOST_LINES = 12;

interface Cell {
  readonly label: string;
  readonly lines: readonly string[];
  readonly column: number;
}

/** Strips for the entries: as many cells to a row as there is room, a long text over several columns. */
export function entryGrid(entries: readonly Entry[], grid: Grid): readonly Strip[] {
  return rowsOf(entries, grid).flatMap((row) => rowStrips(row, grid));
}

function columnWidth({ width, columns }: Grid): number {
  return (width + COLUMN_GAP) / columns;
}

function rowsOf(entries: readonly Entry[], grid: Grid): readonly (readonly Cell[])[] {
  const rows: Cell[][] = [];
  let column = grid.columns;
  for (const entry of entries) {
    const label = printable(entry.label);
    const text = printable(entry.text);
    const span = spanOf(label, text, grid);
    if (column + span > grid.columns) {
      rows.push([]);
      column = 0;
    }
    const lines = wrap(text, VALUE, columnWidth(grid) * span - COLUMN_GAP);
    rows.at(-1)?.push({ label, lines, column });
    column += span;
  }
  return rows;
}

function spanOf(label: string, text: string, grid: Grid): number {
  const natural = Math.max(widthOf(label, LABEL), ...text.split('\n').map((line) => widthOf(line, VALUE)));
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
  const labelHeight = hasLabels ? LABEL_HEIGHT : 0;
  return {
    height: labelHeight + depth * VALUE_HEIGHT + (isLast ? ROW_GAP : 0),
    draw(pen, top) {
      for (const { label, lines, column } of row) {
        const x = grid.left + column * columnWidth(grid);
        const shown = lines.slice(start, end);
        if (shown.length === 0) continue;
        pen.tag('P', () => {
          if (hasLabels) pen.write(label, { x, y: top + 6.4 }, LABEL);
          writeLines(pen, { lines: shown, x, top: top + labelHeight, height: VALUE_HEIGHT, hand: VALUE });
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
