import type { LineTable } from '../content/sheet.ts';
import { type Ink, widthOf, wrap } from '../drawing/measure.ts';
import { printable } from '../drawing/printable.ts';
import type { TypeScale } from '../layout/strip.ts';
import { PAGE } from './geometry.ts';

/** A column of numbers that end under each other. */
export interface NumberColumn {
  readonly label: readonly string[];
  readonly right: number;
  /** As printed, one for each line. */
  readonly numbers: readonly string[];
}

/** A column of words. */
export interface TextColumn {
  readonly left: number;
  readonly width: number;
}

/** Where everything of a line stands, the same on every page. */
export interface Columns {
  readonly ink: Ink;
  readonly head: Ink;
  readonly numberRight: number;
  readonly quantity: NumberColumn;
  /** Null where no line has any, or where it stands under the descriptions. */
  readonly unit: TextColumn | null;
  readonly code: TextColumn | null;
  readonly description: TextColumn;
  /** What has no column stands under the descriptions. */
  readonly amounts: readonly NumberColumn[];
}

/** Price, discount and the three classes of sales. */
const MAIN_AMOUNTS = 5;
const GAP = 7;
const LEAST_DESCRIPTION = 128;
/** The least size of lines whose columns all have their place, and of those whose have not. */
const LEAST_SIZE = 6.6;
const LEAST_SIZE_OF_ALL = 5.8;
const STEP = 0.6;
/** Widths as parts of the size of type. */
const LABEL_PART = 6.2;
const UNIT_PART = 5.4;
const CODE_PART = 9;
/** The least width of the number of a line, in points. */
const NUMBER_WIDTH = 10;
const EM = 1;
/** What keeps the widest word whole, whose width is not exact to the last digit. */
const SLACK = 0.01;

/** How much of a line has a column of its own. */
interface Choice {
  readonly amounts: number;
  readonly hasCode: boolean;
  readonly hasUnit: boolean;
  readonly least: number;
}

/**
 * The largest size that leaves the descriptions room, with as many columns as it can be: amounts that few types have,
 * codes and units stand under the descriptions where numbers leave them no room. Every line keeps its numbers in one row.
 */
export function columnsOf(table: LineTable, type: TypeScale): Columns {
  const measured = measure(table, type);
  const all: Choice = { amounts: table.columns.length, hasCode: true, hasUnit: true, least: LEAST_SIZE };
  const main = { ...all, amounts: Math.min(MAIN_AMOUNTS, all.amounts) };
  const bare = { ...main, hasCode: false, hasUnit: false, least: LEAST_SIZE_OF_ALL };
  let columns: Columns | null = null;
  for (const choice of [all, main, bare]) {
    for (let size = type.body; size >= choice.least; size -= STEP) {
      columns = placed(measured, choice, size);
      if (columns.description.width >= LEAST_DESCRIPTION) return columns;
    }
  }
  if (columns === null) throw new RangeError('type is too small for lines');
  return columns;
}

interface MeasuredNumbers extends Omit<NumberColumn, 'right'> {
  /** The width of the numbers, as a part of their size. */
  readonly part: number;
  /** The width of the label, in points. */
  readonly labelWidth: number;
}

/** Widths as parts of the size of type, so that all sizes are tried with one measurement. */
interface Measured {
  readonly head: Ink;
  readonly number: number;
  readonly quantity: MeasuredNumbers;
  /** Null where no line has any. */
  readonly unit: number | null;
  readonly code: number | null;
  readonly amounts: readonly MeasuredNumbers[];
}

function measure({ columns, lines }: LineTable, { small }: TypeScale): Measured {
  const head: Ink = { face: 'strong', size: small };
  const numbers = (label: string, texts: readonly string[]): MeasuredNumbers => {
    const words = wrap(label, head, small * LABEL_PART);
    const even = evened(texts);
    return { label: words, numbers: even, part: widest(even), labelWidth: widest(words, head) };
  };
  return {
    head,
    number: widest(lines.map(({ number }) => number)),
    quantity: numbers(
      'Cant.',
      lines.map(({ quantity }) => quantity),
    ),
    unit: wordsPart(
      lines.map(({ unit }) => unit),
      UNIT_PART,
    ),
    code: wordsPart(
      lines.map(({ code }) => code),
      CODE_PART,
    ),
    amounts: columns.map(({ label }, index) =>
      numbers(
        label,
        lines.map(({ amounts }) => amounts[index] ?? ''),
      ),
    ),
  };
}

function widest(texts: readonly string[], ink: Ink = { face: 'text', size: EM }): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text, ink)), 0);
}

/** The room that words take in one row, but no more than the most. */
function wordsPart(texts: readonly string[], most: number): number | null {
  const shown = texts.map((text) => printable(text)).filter((text) => text !== '');
  return shown.length === 0 ? null : Math.min(most, widest(shown) + SLACK);
}

function placed(measured: Measured, choice: Choice, size: number): Columns {
  const { head } = measured;
  const widthOfNumbers = ({ part, labelWidth }: MeasuredNumbers) => Math.max(part * size, labelWidth);
  const numberRight = PAGE.left + Math.max(measured.number * size, NUMBER_WIDTH);
  const quantity = { ...measured.quantity, right: numberRight + GAP + widthOfNumbers(measured.quantity) };
  let left = quantity.right + GAP;
  const words = (part: number | null, label: string): TextColumn | null => {
    if (part === null) return null;
    const column = { left, width: Math.max(part * size, widthOf(label, head)) };
    left += column.width + GAP;
    return column;
  };
  const unit = choice.hasUnit ? words(measured.unit, UNIT) : null;
  const code = choice.hasCode ? words(measured.code, CODE) : null;
  let right: number = PAGE.right;
  const amounts = measured.amounts.slice(0, choice.amounts).toReversed();
  const ends = amounts.map((each) => {
    const column = { ...each, right };
    right -= widthOfNumbers(each) + GAP;
    return column;
  });
  return {
    ink: { face: 'text', size },
    head,
    numberRight,
    quantity,
    unit,
    code,
    description: { left, width: right - left },
    amounts: ends.toReversed(),
  };
}

/** The heads of the columns of words. */
export const UNIT = 'Unidad';
export const CODE = 'Código';

/** Numbers that stand under each other, each with as many decimals as the one that has the most. */
export function evened(numbers: readonly string[]): readonly string[] {
  const most = Math.max(0, ...numbers.map(decimalsOf));
  return numbers.map((number) => {
    const missing = most - decimalsOf(number);
    if (missing === 0) return number;
    return `${number}${number.includes('.') ? '' : '.'}${'0'.repeat(missing)}`;
  });
}

function decimalsOf(number: string): number {
  const point = number.indexOf('.');
  return point < 0 ? 0 : number.length - point - 1;
}
