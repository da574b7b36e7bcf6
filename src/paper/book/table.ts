import { dayText } from '../../core/calendar/day-text.ts';
import { centsCell } from '../../core/declaring/cents.ts';
import { amountText } from '../../core/money/amount-text.ts';
import type { BookCell, BookRow, PrintedColumn } from '../../operations/listings/ports.ts';
import { HAIRLINE, INK, SOFT } from '../drawing/color.ts';
import { type Face, widthOf, wrap } from '../drawing/measure.ts';
import type { Hand, Strokes } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { PAGE, PAGE_WIDTH } from './page.ts';

const SIZE = 7;
const CODE_SIZE = 5.6;
/** From one baseline to the next, and from the upper edge of a row to its first. */
const STEP = 8;
const RISE = 7.4;
const UNDER = 3;
const PADDING = 3;
/** The height of a row of one line. */
export const ONE_ROW = RISE + UNDER;
const HEAD_SIZE = 6.4;
const HEAD_GROUND = '#e9edf1';

/** A part of a page that stands by itself, from one side to the other. */
export interface Part {
  readonly height: number;
  readonly draw: (pen: Strokes, top: number) => void;
}

/** The columns that stand under each other, and where. */
interface Stack {
  readonly left: number;
  readonly width: number;
  readonly isRight: boolean;
  /** The columns by their place in a row. */
  readonly columns: readonly { readonly index: number; readonly column: PrintedColumn }[];
}

/** A table whose rows are drawn as they come. */
export interface Table {
  /** What stands above the rows of every page. */
  readonly head: Part;
  rowOf(row: BookRow): Part;
  /** Sums in cents by the place of their column, behind a word. */
  sumsOf(word: string, sums: ReadonlyMap<number, bigint>): Part;
}

export function tableOf(columns: readonly PrintedColumn[]): Table {
  const stacks = stacksOf(columns);
  const rowOf = ({ tone, cells }: BookRow): Part => {
    const face = tone === 'strong' ? 'strong' : 'text';
    return partOf(
      stacks.map((stack) => ({ stack, lines: linesOf(stack, cells, face) })),
      tone === 'strong',
    );
  };
  return {
    head: headOf(stacks),
    rowOf,
    sumsOf: (word, sums) => rowOf({ tone: 'strong', cells: sumCells(columns, word, sums) }),
  };
}

function stacksOf(columns: readonly PrintedColumn[]): readonly Stack[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const numbered = columns.map((column, index) => ({ column, index }));
  let left: number = PAGE.left;
  return numbered
    .filter(({ column }) => column.share > 0)
    .map(({ column, index }): Stack => {
      const next = columns.findIndex(({ share }, place) => place > index && share > 0);
      const width = (column.share * PAGE_WIDTH) / shares;
      left += width;
      return {
        left: left - width,
        width,
        isRight: column.kind === 'number',
        columns: numbered.slice(index, next < 0 ? columns.length : next),
      };
    });
}

interface Line {
  readonly text: string;
  readonly hand: Hand;
  /** How far it leaves the left edge of its stack, behind the padding. */
  readonly indent: number;
}

interface Filled {
  readonly stack: Stack;
  readonly lines: readonly Line[];
}

function linesOf(stack: Stack, cells: readonly BookCell[], face: Face): readonly Line[] {
  return stack.columns.flatMap(({ index, column }) => {
    const text = shown(cells[index] ?? null);
    if (text === '') return [];
    const hand = handOf(column, face);
    const width = stack.width - 2 * PADDING;
    const needed = widthOf(text, hand);
    if (needed <= width) return [{ text, hand, indent: stack.isRight ? width - needed : 0 }];
    if (column.kind === 'number')
      return [{ text, hand: { ...hand, size: (hand.size * width) / needed }, indent: 0 }];
    return wrap(text, hand, width).map((line) => ({ text: line, hand, indent: 0 }));
  });
}

function handOf({ kind, share }: PrintedColumn, face: Face): Hand {
  if (kind === 'code') return { face: 'code', size: CODE_SIZE, color: share === 0 ? SOFT : INK };
  return { face, size: SIZE };
}

const NOTHING = '–';
const ZERO = /^-?0\.00$/;

/** A cell as people read it; an amount of nothing is a dash. */
function shown(cell: BookCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return printable(cell);
  if ('amount' in cell) return ZERO.test(cell.amount) ? NOTHING : amountText(cell.amount);
  if ('count' in cell) return amountText(String(cell.count), 0);
  return 'day' in cell ? dayText(cell.day) : cell.clock;
}

function partOf(filled: readonly Filled[], isStrong: boolean): Part {
  const most = Math.max(1, ...filled.map(({ lines }) => lines.length));
  const height = RISE + (most - 1) * STEP + UNDER;
  return {
    height,
    draw(pen, top) {
      for (const { stack, lines } of filled) writeLines(pen, stack, { lines, top });
      const edge = isStrong ? top : top + height;
      const style = isStrong ? { color: INK, thickness: 0.6 } : { color: HAIRLINE, thickness: 0.4 };
      pen.rule({ x: PAGE.left, y: edge }, PAGE_WIDTH, style);
    },
  };
}

function writeLines(
  pen: Strokes,
  { left }: Stack,
  { lines, top }: { readonly lines: readonly Line[]; readonly top: number },
): void {
  for (const [index, { text, hand, indent }] of lines.entries())
    pen.write(text, { x: left + PADDING + indent, y: top + RISE + index * STEP }, hand);
}

function headOf(stacks: readonly Stack[]): Part {
  const filled = stacks.map((stack): Filled => {
    const hand: Hand = { face: 'strong', size: HEAD_SIZE };
    const room = stack.width - 2 * PADDING;
    const titles = stack.columns.flatMap(({ column }) => wrap(column.title, hand, room));
    const indentOf = (text: string) => (stack.isRight ? room - widthOf(text, hand) : 0);
    return { stack, lines: titles.map((text) => ({ text, hand, indent: indentOf(text) })) };
  });
  const most = Math.max(1, ...filled.map(({ lines }) => lines.length));
  const height = RISE + (most - 1) * STEP + UNDER + 2;
  return {
    height,
    draw(pen, top) {
      pen.fill({ x: PAGE.left, y: top, width: PAGE_WIDTH, height }, HEAD_GROUND);
      for (const { stack, lines } of filled) {
        const down = (most - lines.length) * STEP;
        writeLines(pen, stack, { lines, top: top + 1 + down });
      }
    },
  };
}

/** The word stands in the widest column of text before the first of the sums. */
function sumCells(
  columns: readonly PrintedColumn[],
  word: string,
  sums: ReadonlyMap<number, bigint>,
): readonly BookCell[] {
  const before = columns.slice(0, Math.min(...sums.keys())).filter(({ kind }) => kind === 'text');
  const widest = Math.max(...before.map(({ share }) => share));
  const place = columns.findIndex(({ kind, share }) => kind === 'text' && share === widest);
  return columns.map((_, index) => {
    const cents = sums.get(index);
    if (cents !== undefined) return { amount: centsCell(cents) };
    return index === place ? word : null;
  });
}
