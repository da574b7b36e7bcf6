import type { Line, LineTable } from '../content/sheet.ts';
import { type Ink, widthOf } from '../drawing/measure.ts';
import { wrap } from '../drawing/wrap.ts';
import { type DecimalRoom, roomFor, widthOfRoom } from '../layout/decimal-column.ts';
import { PAGE } from './page.ts';

/** A column of numbers: where it ends, and its room on either side of the point. */
export interface NumberColumn {
  readonly label: readonly string[];
  readonly right: number;
  readonly room: DecimalRoom;
}

/** Where everything of a line stands, the same on every page. */
export interface Columns {
  readonly ink: Ink;
  readonly numberRight: number;
  readonly quantity: NumberColumn;
  readonly unit: { readonly left: number; readonly width: number };
  readonly description: { readonly left: number; readonly width: number };
  readonly amounts: readonly NumberColumn[];
  /** Whether numbers that leave the description no room stand in a row under it. */
  readonly isStacked: boolean;
}

export const HEAD_INK: Ink = { face: 'strong', size: 6.6 };
const SIZES = [7.8, 7.2, 6.6];
const STACKED_SIZES = [7.2, 6.6, 6, 5.4];
/** Price, discount and the three classes of sales; what is beyond them may stand among the notes of a line. */
const MAIN_AMOUNTS = 5;
const GAP = 8;
const LEAST_DESCRIPTION = 128;
const UNIT_WIDTH = 46;
const LABEL_WIDTH = 42;
const NUMBER_WIDTH = 12;

/**
 * The largest size that leaves the descriptions room, with all columns or, where none does, with the most important
 * ones; where that does not help either, numbers stand under the descriptions.
 */
export function columnsOf(table: LineTable): Columns {
  const narrow = { ...table, columns: table.columns.slice(0, MAIN_AMOUNTS) };
  for (const shown of [table, narrow]) {
    const fitting = SIZES.map((size) => besides(shown, { face: 'text', size })).find(
      ({ description }) => description.width >= LEAST_DESCRIPTION,
    );
    if (fitting !== undefined) return fitting;
  }
  const size = STACKED_SIZES.find((each) => leftWhenStacked(narrow, { face: 'text', size: each }) >= 0);
  return stacked(narrow, { face: 'text', size: size ?? Math.min(...STACKED_SIZES) });
}

interface Measured {
  readonly label: readonly string[];
  readonly room: DecimalRoom;
  readonly width: number;
}

function measure(label: string, numbers: readonly string[], ink: Ink): Measured {
  const words = wrap(label, HEAD_INK, LABEL_WIDTH);
  const room = roomFor(numbers, ink);
  const width = Math.max(widthOfRoom(room), ...words.map((word) => widthOf(word, HEAD_INK)));
  return { label: words, room, width };
}

function besides(table: LineTable, ink: Ink): Columns {
  const numberRight =
    PAGE.left +
    Math.max(
      roomFor(
        table.lines.map(({ number }) => number),
        ink,
      ).whole,
      12,
    );
  const count = measure(
    'Cant.',
    table.lines.map(({ quantity }) => quantity),
    ink,
  );
  const quantityRight = numberRight + GAP + count.width;
  const measured = measuredAmounts(table, ink);
  const amounts = placed(measured, PAGE.right - widthOfAll(measured) - GAP * measured.length);
  const left = quantityRight + GAP + UNIT_WIDTH + GAP;
  return {
    ink,
    numberRight,
    quantity: { label: count.label, room: count.room, right: quantityRight },
    unit: { left: quantityRight + GAP, width: UNIT_WIDTH },
    description: { left, width: PAGE.right - widthOfAll(measured) - GAP * measured.length - left },
    amounts,
    isStacked: false,
  };
}

function stackedNumbers(table: LineTable, ink: Ink): readonly Measured[] {
  const quantities = table.lines.map(({ quantity }) => quantity);
  return [measure('Cant.', quantities, ink), ...measuredAmounts(table, ink)];
}

/** Points that stacked numbers leave of a row, their gaps taken off. */
function leftWhenStacked(table: LineTable, ink: Ink): number {
  const numbers = stackedNumbers(table, ink);
  return PAGE.right - numberRightOf(table, ink) - GAP * numbers.length - widthOfAll(numbers);
}

function stacked(table: LineTable, ink: Ink): Columns {
  const numberRight = numberRightOf(table, ink);
  const left = numberRight + GAP;
  const numbers = stackedNumbers(table, ink);
  const step = GAP + Math.max(0, leftWhenStacked(table, ink)) / numbers.length;
  const [quantity, ...amounts] = placed(numbers, numberRight, step);
  if (quantity === undefined) throw new Error('a table has a column for the quantity');
  return {
    ...{ ink, numberRight, quantity, amounts, isStacked: true },
    unit: { left: PAGE.right - UNIT_WIDTH, width: UNIT_WIDTH },
    description: { left, width: PAGE.right - left - UNIT_WIDTH - GAP },
  };
}

function numberRightOf({ lines }: LineTable, ink: Ink): number {
  const numbers = lines.map(({ number }) => number);
  return PAGE.left + Math.max(roomFor(numbers, ink).whole, NUMBER_WIDTH);
}

function measuredAmounts({ columns, lines }: LineTable, ink: Ink): readonly Measured[] {
  return columns.map(({ label }, index) =>
    measure(
      label,
      lines.map((line: Line) => line.amounts[index] ?? ''),
      ink,
    ),
  );
}

function widthOfAll(columns: readonly Measured[]): number {
  return columns.reduce((total, { width }) => total + width, 0);
}

/** Columns one after the other from `left`, each after a gap. */
function placed(columns: readonly Measured[], left: number, space = GAP): readonly NumberColumn[] {
  let right = left;
  return columns.map(({ label, room, width }) => {
    right += space + width;
    return { label, room, right };
  });
}
