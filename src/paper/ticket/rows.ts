import { INK_BLACK } from '../drawing/color.ts';
import { widthOf } from '../drawing/measure.ts';
import type { Hand, Pen, Tag } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { wrap } from '../drawing/wrap.ts';
import { type DecimalRoom, startOf } from '../layout/decimal-column.ts';
import { baselineIn, writeLines } from '../layout/entry-grid.ts';
import type { Strip } from '../layout/strip.ts';
import type { Roll } from './roll.ts';

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
  const lines = wrap(printable(text), hand, roll.room);
  const starts = Array.from(
    { length: Math.ceil(lines.length / MOST_LINES) },
    (_, index) => index * MOST_LINES,
  );
  return starts.map((start) => {
    const shown = lines.slice(start, start + MOST_LINES);
    const height = lineHeight(hand);
    return {
      height: shown.length * height,
      draw: (pen, top) =>
        pen.tag('P', () => writeLines(pen, { lines: shown, x: roll.left, top, height, hand: black(hand) })),
    };
  });
}

/** A text in the middle. */
export function centredRow(
  roll: Roll,
  text: string,
  look: { readonly hand: Hand; readonly tag?: Tag },
): Strip {
  const { hand, tag = 'P' } = look;
  const lines = wrap(printable(text), hand, roll.room);
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

/** A line across the roll with some air around it. */
export function ruleRow(roll: Roll, thickness = 0.6): Strip {
  return {
    height: 9,
    draw: (pen, top) =>
      pen.artifact(() =>
        pen.rule({ x: roll.left, y: top + 4.5 }, roll.room, { color: INK_BLACK, thickness }),
      ),
  };
}

export interface AmountRow {
  readonly label: string;
  readonly amount: string;
  /** What follows the amount, like the class of a sale. */
  readonly suffix?: string;
}

export interface AmountLook {
  readonly hand: Hand;
  readonly room: DecimalRoom;
  /** Points for suffixes, at the right. */
  readonly suffixWidth?: number;
}

const LABEL_GAP = 6;

/** Words on the left and an amount on the right, under the other amounts by its point. */
export function amountRow(roll: Roll, { label, amount, suffix }: AmountRow, look: AmountLook): Strip {
  const { hand, room, suffixWidth = 0 } = look;
  const right = roll.right - suffixWidth;
  const x = startOf(amount, { right, room }, hand);
  const lines = wrap(printable(label), hand, Math.max(x - roll.left - LABEL_GAP, roll.room / 3));
  const step = lineHeight(hand);
  const below = x - roll.left - LABEL_GAP < roll.room / 3 ? lines.length : Math.max(lines.length - 1, 0);
  return {
    height: Math.max(lines.length, below + 1) * step,
    draw(pen: Pen, top: number) {
      pen.tag('P', () => {
        writeLines(pen, { lines, x: roll.left, top, height: step, hand: black(hand) });
        const y = top + below * step + baselineIn(step, hand);
        pen.write(amount, { x, y }, black(hand));
        if (suffix !== undefined) pen.writeBack(suffix, { x: roll.right, y }, black(hand));
      });
    },
  };
}
