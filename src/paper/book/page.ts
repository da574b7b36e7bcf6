import type { PageHead } from '../../operations/listings/ports.ts';
import { TEST_BANNER } from '../content/mark.ts';
import { INK, SOFT } from '../drawing/color.ts';
import { widthOf, wrap } from '../drawing/measure.ts';
import type { Hand, Strokes } from '../drawing/pen.ts';

/** A sheet of letter paper lying on its side, in points. */
export const PAGE = { width: 792, height: 612, left: 30, right: 762, top: 22, bottom: 578 } as const;
export const PAGE_WIDTH = PAGE.right - PAGE.left;

const TITLE: Hand = { face: 'strong', size: 11 };
const HOLDER: Hand = { face: 'strong', size: 9 };
const LINE: Hand = { face: 'text', size: 7.5, color: SOFT };
const FOLIO: Hand = { face: 'strong', size: 9 };
const TEST: Hand = { face: 'strong', size: 8, color: '#7a4100' };
const TEST_GROUND = '#fdf0d9';
const TEST_HEIGHT = 16;
/** From one baseline to the next. */
const STEP = 11;
const FOOT_BASELINE = 596;

/** What is written at the head, by its distance from the head's upper edge. */
interface HeadLine {
  readonly text: string;
  readonly hand: Hand;
  readonly baseline: number;
}

/** The head of every page. */
export interface Heading {
  /** Where the rows begin, in points from the upper edge. */
  readonly bottom: number;
  draw(pen: Strokes, folio: number): void;
}

export function headingOf({ title, holder, lines, isTest }: PageHead): Heading {
  const top = PAGE.top + (isTest ? TEST_HEIGHT : 0);
  const room = PAGE_WIDTH - FOLIO_WIDTH;
  const written = [
    ...wrap(title, TITLE, room).map((text) => ({ text, hand: TITLE })),
    ...wrap(holder, HOLDER, room).map((text) => ({ text, hand: HOLDER })),
    ...lines.flatMap((line) => wrap(line, LINE, PAGE_WIDTH)).map((text) => ({ text, hand: LINE })),
  ];
  const placed = written.map((line, index): HeadLine => ({ ...line, baseline: top + (index + 1) * STEP }));
  const bottom = top + written.length * STEP + 8;
  return {
    bottom,
    draw(pen, folio) {
      pen.artifact(() => {
        if (isTest) drawTest(pen);
        pen.writeBack(`Folio ${folio}`, { x: PAGE.right, y: top + STEP }, FOLIO);
        pen.rule({ x: PAGE.left, y: bottom - 4 }, PAGE_WIDTH, { color: INK, thickness: 0.8 });
      });
      const write = () => {
        for (const { text, hand, baseline } of placed) pen.write(text, { x: PAGE.left, y: baseline }, hand);
      };
      // Whoever listens hears the head once.
      if (folio === 1) pen.tag('H1', write);
      else pen.artifact(write);
    },
  };
}

const FOLIO_WIDTH = 90;

function drawTest(pen: Strokes): void {
  pen.fill({ x: 0, y: 0, width: PAGE.width, height: TEST_HEIGHT }, TEST_GROUND);
  pen.write(TEST_BANNER, { x: (PAGE.width - widthOf(TEST_BANNER, TEST)) / 2, y: 11 }, TEST);
}

/** The line at the foot of a page. */
export function drawFoot(pen: Strokes, text: string): void {
  pen.artifact(() => pen.write(text, { x: PAGE.left, y: FOOT_BASELINE }, { ...LINE, size: 6.5 }));
}
