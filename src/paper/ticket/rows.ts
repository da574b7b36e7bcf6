import type { TicketWidth } from '../../operations/files/ports.ts';
import { INK_BLACK } from '../drawing/color.ts';
import { widthOf, wrap } from '../drawing/measure.ts';
import type { Hand, Pen, Tag } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { baselineIn, writeLines } from '../layout/entry-grid.ts';
import { piecesOf, type Strip } from '../layout/strip.ts';

/** Points of a millimetre. */
const POINTS_PER_MM = 72 / 25.4;

/** Thermal heads have eight dots to the millimetre (203 dpi). */
export const DOT = POINTS_PER_MM / 8;

/** What a head cannot reach at either side of the roll, in millimetres. */
const MARGINS_MM: Readonly<Record<TicketWidth, number>> = { 80: 4, 58: 5 };

/** A roll of paper, in points. */
export interface Roll {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly room: number;
}

/** Above and below what is printed. */
export const EDGE = 9;

/** PDF knows no page that is higher (ISO 32000-1, annex C). */
export const HIGHEST_PAGE = 14_400;

export function rollOf(widthMm: TicketWidth): Roll {
  const [width, margin] = [widthMm * POINTS_PER_MM, MARGINS_MM[widthMm] * POINTS_PER_MM];
  return { width, left: margin, right: width - margin, room: width - 2 * margin };
}

/** Everything on a ticket is black: thermal paper knows no grey. */
function black(hand: Hand): Hand {
  return { ...hand, color: INK_BLACK };
}

function lineHeight({ size }: Hand): number {
  return size * 1.26;
}

/** How many lines of a text share a strip: a longer text may go on over the page. */
const MOST_LINES = 40;

/** A text from the left. */
export function textRows(roll: Roll, text: string, hand: Hand): readonly Strip[] {
  const lines = wrap(text, hand, roll.room);
  if (lines.length === 0) return [];
  return piecesOf(lines, MOST_LINES).map((shown) => {
    const height = lineHeight(hand);
    return {
      height: shown.length * height,
      draw: (pen, top) =>
        pen.tag('P', () => writeLines(pen, { lines: shown, x: roll.left, top, height, hand: black(hand) })),
    };
  });
}

/** A text from the left with a smaller one beside its end, or under it where there is no room. */
export function tailedRows(
  roll: Roll,
  text: string,
  look: { readonly hand: Hand; readonly tail: string; readonly tailHand: Hand },
): readonly Strip[] {
  const { hand, tailHand } = look;
  const tail = printable(look.tail);
  const strips = textRows(roll, text, hand);
  const last = strips.at(-1);
  const end = wrap(text, hand, roll.room).at(-1);
  if (tail === '') return strips;
  const x = roll.left + widthOf(end ?? '', hand) + TAIL_GAP;
  if (last === undefined || x + widthOf(tail, tailHand) > roll.right)
    return [...strips, ...textRows(roll, tail, tailHand)];
  const step = lineHeight(hand);
  const both: Strip = {
    height: last.height,
    draw(pen, top) {
      last.draw(pen, top);
      const y = top + last.height - step + baselineIn(step, hand);
      pen.tag('P', () => pen.write(tail, { x, y }, black(tailHand)));
    },
  };
  return [...strips.slice(0, -1), both];
}

const TAIL_GAP = 5;
/** A text in the middle. */
export function centredRow(
  roll: Roll,
  text: string,
  look: { readonly hand: Hand; readonly tag?: Tag },
): Strip {
  const { hand, tag = 'P' } = look;
  const lines = wrap(text, hand, roll.room);
  const step = lineHeight(hand);
  return {
    height: lines.length * step,
    draw(pen, top) {
      pen.tag(tag, () => {
        for (const [index, line] of lines.entries()) {
          const x = (roll.width - widthOf(line, hand)) / 2;
          pen.write(line, { x, y: top + index * step + baselineIn(step, hand) }, black(hand));
        }
      });
    },
  };
}

const RULE_HEIGHT = 6;

/** A line across the roll with some air around it. */
export function ruleRow(roll: Roll, thickness = 0.6): Strip {
  return {
    height: RULE_HEIGHT,
    draw: (pen, top) =>
      pen.artifact(() =>
        pen.rule({ x: roll.left, y: top + RULE_HEIGHT / 2 }, roll.room, { color: INK_BLACK, thickness }),
      ),
  };
}

export interface AmountRow {
  readonly label: string;
  readonly amount: string;
  /** What follows the amount, like the class of a sale. */
  readonly suffix?: string;
  /** Whether a label that has no room beside the amount stands over it rather than beside it in several lines. */
  readonly keepsLabelWhole?: true;
}

export interface AmountLook {
  readonly hand: Hand;
  /** Points for suffixes, at the right. */
  readonly suffixWidth?: number;
}

const LABEL_GAP = 6;

/**
 * Words on the left and an amount on the right, under the other amounts, which have as many decimals. No number is ever
 * broken, which would read as two: one that is wider than the roll is set smaller.
 */
export function amountRow(roll: Roll, row: AmountRow, look: AmountLook): Strip {
  const { suffix } = row;
  const { hand } = look;
  const amount = placeAmount(roll, row.amount, look);
  const label = placeLabel(roll, row, { hand, room: amount.x - roll.left - LABEL_GAP });
  const step = lineHeight(hand);
  const { lines } = label;
  const below = label.isBeside ? Math.max(lines.length - 1, 0) : lines.length;
  return {
    height: (below + 1) * step,
    draw(pen: Pen, top: number) {
      pen.tag('P', () => {
        writeLines(pen, { lines, x: roll.left, top, height: step, hand: black(label.hand) });
        const y = top + below * step + baselineIn(step, hand);
        pen.write(row.amount, { x: amount.x, y }, black(amount.hand));
        if (suffix !== undefined) pen.writeBack(suffix, { x: roll.right, y }, black(hand));
      });
    },
  };
}

/** Where an amount begins and how it is written. */
function placeAmount(
  roll: Roll,
  amount: string,
  { hand, suffixWidth = 0 }: AmountLook,
): { readonly x: number; readonly hand: Hand } {
  const right = roll.right - suffixWidth;
  const x = right - widthOf(amount, hand);
  if (x >= roll.left) return { x, hand };
  const small = narrowed(hand, widthOf(amount, hand), right - roll.left);
  return { x: right - widthOf(amount, small), hand: small };
}

interface PlacedLabel {
  readonly lines: readonly string[];
  readonly hand: Hand;
  /** Whether its last line has the amount at its right. */
  readonly isBeside: boolean;
}

/** Beside the amount where that breaks no word of it; `room` is what the amount leaves. */
function placeLabel(
  roll: Roll,
  { label, keepsLabelWhole }: AmountRow,
  { hand, room }: { readonly hand: Hand; readonly room: number },
): PlacedLabel {
  const text = printable(label);
  const widest = Math.max(...text.split(' ').map((word) => widthOf(word, hand)));
  const beside = widest <= room ? wrap(text, hand, room) : null;
  if (beside !== null && (beside.length <= 1 || keepsLabelWhole !== true))
    return { lines: beside, hand, isBeside: true };
  const small = narrowed(hand, widest, roll.room);
  return { lines: wrap(text, small, roll.room), hand: small, isBeside: false };
}

/** The hand in which something that is so wide has the room. */
function narrowed(hand: Hand, width: number, room: number): Hand {
  return width <= room ? hand : { ...hand, size: (hand.size * room * FITTING) / width };
}

/** Just less than all of the room, whose last digit is not exact. */
const FITTING = 0.999;
