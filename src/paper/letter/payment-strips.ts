import type { Payment } from '../content/sheet.ts';
import { widthOf, wrap } from '../drawing/measure.ts';
import type { Hand } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { baselineIn, labelHand, writeLines } from '../layout/entry-grid.ts';
import type { Strip } from '../layout/strip.ts';
import { PAGE } from './geometry.ts';
import { drawHairline } from './page.ts';
import { headingStrip, type PartLook } from './section.ts';

/** The columns of words, in their order; the amount is the last one. */
const COLUMNS = [
  { key: 'method', label: 'Forma de pago', most: 158 },
  { key: 'reference', label: 'Referencia', most: 112 },
  { key: 'term', label: 'Plazo', most: 48 },
  { key: 'due', label: 'Vence', most: 54 },
] as const;
const AMOUNT = 'Monto (US$)';
const GAP = 14;
const LEADING = 1.3;
const PADDING = 2;

interface PlacedColumn {
  readonly label: string;
  readonly left: number;
  /** For each payment, as it is broken. */
  readonly texts: readonly (readonly string[])[];
}

/** How it is paid, a row each; a column stands where some payment has it. */
export function paymentStrips(payments: readonly Payment[], look: PartLook): readonly Strip[] {
  if (payments.length === 0) return [];
  const hand: Hand = { face: 'text', size: look.type.body };
  const label = labelHand(look.type);
  const columns = placed(payments, hand, label);
  return [
    headingStrip('Pagos', look),
    headStrip(columns, label),
    ...payments.map(({ amount }, index) =>
      paymentStrip(columns, { index, amount, hand, isLast: index === payments.length - 1 }),
    ),
  ];
}

function placed(payments: readonly Payment[], hand: Hand, label: Hand): readonly PlacedColumn[] {
  let left: number = PAGE.left;
  return COLUMNS.flatMap(({ key, label: name, most }) => {
    const given = payments.map((payment) => printable(payment[key] ?? ''));
    if (given.every((text) => text === '')) return [];
    const natural = Math.max(widthOf(name, label), ...given.map((text) => widthOf(text, hand)));
    const width = Math.min(natural + 0.01, most);
    const column = { label: name, left, texts: given.map((text) => wrap(text, hand, width)) };
    left += width + GAP;
    return [column];
  });
}

function headStrip(columns: readonly PlacedColumn[], hand: Hand): Strip {
  const height = hand.size * LEADING + PADDING;
  return {
    height,
    holdsNext: true,
    draw(pen, top) {
      const y = top + baselineIn(hand.size * LEADING, hand);
      pen.tag('P', () => {
        for (const { label, left } of columns) pen.write(label, { x: left, y }, hand);
        pen.writeBack(AMOUNT, { x: PAGE.right, y }, hand);
      });
      drawHairline(pen, top + height);
    },
  };
}

function paymentStrip(
  columns: readonly PlacedColumn[],
  payment: { readonly index: number; readonly amount: string; readonly hand: Hand; readonly isLast: boolean },
): Strip {
  const { index, amount, hand, isLast } = payment;
  const step = hand.size * LEADING;
  const depth = Math.max(1, ...columns.map(({ texts }) => texts[index]?.length ?? 0));
  const height = depth * step + 2 * PADDING;
  return {
    height,
    draw(pen, top) {
      const inner = top + PADDING;
      pen.tag('P', () => {
        for (const { texts, left } of columns)
          writeLines(pen, { lines: texts[index] ?? [], x: left, top: inner, height: step, hand });
        pen.writeBack(amount, { x: PAGE.right, y: inner + baselineIn(step, hand) }, hand);
      });
      if (!isLast) drawHairline(pen, top + height);
    },
  };
}
