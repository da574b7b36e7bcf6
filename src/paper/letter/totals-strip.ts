import type { Sheet, Total } from '../content/sheet.ts';
import { HAIRLINE, SOFT } from '../drawing/color.ts';
import { widthOf, wrap } from '../drawing/measure.ts';
import type { Hand, Pen } from '../drawing/pen.ts';
import { baselineIn, entryGrid, writeLines } from '../layout/entry-grid.ts';
import { drawDown, heightOf, type Strip, type TypeScale } from '../layout/strip.ts';
import { evened } from './columns.ts';
import { PAGE } from './geometry.ts';
import type { PartLook } from './section.ts';

const WIDTH = 244;
const LEFT = PAGE.right - WIDTH;
const WORDS_WIDTH = LEFT - PAGE.left - 26;
/** Heights as parts of the size of type: from one row to the next, and from one line of a label to the next. */
const ROW_PART = 1.46;
const LINE_PART = 1.2;
const LABEL_GAP = 12;
const TO_PAY_LABEL: Hand = { face: 'strong', size: 9.5 };
const TO_PAY: Hand = { face: 'strong', size: 17 };
const TO_PAY_LEAST = 9;
const TOP = 10;
const TO_PAY_HEIGHT = 32;

interface Row {
  readonly lines: readonly string[];
  readonly amount: string;
  readonly height: number;
}

/** The summary: on the left what it is in words and how it is paid, on the right the sums and what is to pay. */
export function totalsStrip(sheet: Sheet, { color, type }: PartLook): Strip {
  const words = [
    ...(sheet.inWords === null ? [] : [{ label: 'Valor en letras', text: sheet.inWords }]),
    ...sheet.terms,
  ];
  const left = entryGrid(words, { left: PAGE.left, width: WORDS_WIDTH, columns: 2, type });
  const rows = rowsOf(sheet.totals, type);
  const sumsHeight = rows.reduce((total, { height }) => total + height, 0);
  return {
    height: TOP + Math.max(heightOf(left), sumsHeight + TO_PAY_HEIGHT),
    draw(pen, top) {
      drawDown(pen, left, top + TOP);
      drawSums(pen, rows, { top: top + TOP, type });
      drawToPay(pen, sheet.toPay, { top: top + TOP + sumsHeight, color });
    },
  };
}

function rowsOf(totals: readonly Total[], { body }: TypeScale): readonly Row[] {
  const hand: Hand = { face: 'text', size: body };
  const amounts = evened(totals.map(({ amount }) => amount));
  const widest = Math.max(0, ...amounts.map((amount) => widthOf(amount, hand)));
  return totals.map(({ label }, index) => {
    const lines = wrap(label, hand, WIDTH - widest - LABEL_GAP);
    const height = body * (ROW_PART + (lines.length - 1) * LINE_PART);
    return { lines, amount: amounts[index] ?? '', height };
  });
}

function drawSums(
  pen: Pen,
  rows: readonly Row[],
  place: { readonly top: number; readonly type: TypeScale },
): void {
  const { body } = place.type;
  const hand: Hand = { face: 'text', size: body };
  const [step, above] = [body * LINE_PART, (body * (ROW_PART - LINE_PART)) / 2];
  let { top } = place;
  for (const [index, { lines, amount, height }] of rows.entries()) {
    const start = top + above;
    pen.tag('P', () => {
      writeLines(pen, { lines, x: LEFT, top: start, height: step, hand: { ...hand, color: SOFT } });
      pen.writeBack(amount, { x: PAGE.right, y: start + baselineIn(step, hand) }, hand);
    });
    top += height;
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
