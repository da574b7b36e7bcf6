import type { Sheet, Total } from '../content/sheet.ts';
import { HAIRLINE, SOFT } from '../drawing/color.ts';
import { widthOf } from '../drawing/measure.ts';
import type { Hand, Pen } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { wrap } from '../drawing/wrap.ts';
import { type DecimalRoom, roomFor, startOf, widthOfRoom } from '../layout/decimal-column.ts';
import { baselineIn, entryGrid, writeLines } from '../layout/entry-grid.ts';
import { heightOf } from '../layout/paginate.ts';
import type { Strip } from '../layout/strip.ts';
import { PAGE } from './page.ts';

const WIDTH = 244;
const LEFT = PAGE.right - WIDTH;
const WORDS_WIDTH = LEFT - PAGE.left - 26;
const ROW = 13;
const LABEL: Hand = { face: 'text', size: 8, color: SOFT };
const AMOUNT: Hand = { face: 'text', size: 8.4 };
const TO_PAY_LABEL: Hand = { face: 'strong', size: 9.5 };
const TO_PAY: Hand = { face: 'strong', size: 17 };
const TO_PAY_LEAST = 11;
const TOP = 10;
const TO_PAY_HEIGHT = 32;

interface Row {
  readonly lines: readonly string[];
  readonly amount: string;
}

/** The summary: on the left what it is in words and how it is paid, on the right the sums and what is to pay. */
export function totalsStrip(sheet: Sheet, color: string): Strip {
  const words = [
    ...(sheet.inWords === null ? [] : [{ label: 'Valor en letras', text: sheet.inWords }]),
    ...sheet.terms,
  ];
  const left = entryGrid(words, { left: PAGE.left, width: WORDS_WIDTH, columns: 2 });
  const room = roomFor(
    sheet.totals.map(({ amount }) => amount),
    AMOUNT,
  );
  const rows = sheet.totals.map(({ label, amount }) => ({
    lines: wrap(printable(label), LABEL, WIDTH - widthOfRoom(room) - 12),
    amount,
  }));
  const sumsHeight = rows.reduce((total, row) => total + rowHeight(row), 0);
  return {
    height: TOP + Math.max(heightOf(left), sumsHeight + TO_PAY_HEIGHT),
    draw(pen, top) {
      let y = top + TOP;
      for (const strip of left) {
        strip.draw(pen, y);
        y += strip.height;
      }
      drawSums(pen, rows, { top: top + TOP, room });
      drawToPay(pen, sheet.toPay, { top: top + TOP + sumsHeight, color });
    },
  };
}

function rowHeight({ lines }: Row): number {
  return ROW + (lines.length - 1) * 10;
}

function drawSums(
  pen: Pen,
  rows: readonly Row[],
  place: { readonly top: number; readonly room: DecimalRoom },
): void {
  let { top } = place;
  for (const [index, row] of rows.entries()) {
    const start = top;
    pen.tag('P', () => {
      writeLines(pen, { lines: row.lines, x: LEFT, top: start + 1.5, height: 10, hand: LABEL });
      const x = startOf(row.amount, { right: PAGE.right, room: place.room }, AMOUNT);
      pen.write(row.amount, { x, y: start + 1.5 + baselineIn(10, AMOUNT) }, AMOUNT);
    });
    top += rowHeight(row);
    if (index === rows.length - 1) continue;
    const y = top;
    pen.artifact(() => pen.rule({ x: LEFT, y }, WIDTH, { color: HAIRLINE, thickness: 0.4 }));
  }
}

function drawToPay(
  pen: Pen,
  { label, amount }: Total,
  place: { readonly top: number; readonly color: string },
): void {
  const { top, color } = place;
  const text = `US$ ${amount}`;
  const labelWidth = widthOf(label, TO_PAY_LABEL);
  const fitting = (TO_PAY.size * (WIDTH - labelWidth - 12)) / widthOf(text, TO_PAY);
  const size = Math.min(TO_PAY.size, Math.max(TO_PAY_LEAST, fitting));
  pen.artifact(() => pen.rule({ x: LEFT, y: top + 3 }, WIDTH, { color, thickness: 1.4 }));
  pen.tag('P', () => {
    pen.write(label, { x: LEFT, y: top + 22 }, { ...TO_PAY_LABEL, color });
    pen.writeBack(text, { x: PAGE.right, y: top + 22 }, { ...TO_PAY, size, color });
  });
}
