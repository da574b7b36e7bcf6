import { isVoid, TEST_BANNER } from '../content/mark.ts';
import type { Cover, Standing } from '../content/sheet.ts';
import { INK } from '../drawing/color.ts';
import { widthOf, wrap } from '../drawing/measure.ts';
import type { Hand, Pen } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { CONTENT_WIDTH, PAGE } from './geometry.ts';

const SIZE = 8;
const LINE = 10.5;
const PADDING = 4.25;
const GAP = 5;
/** Where the baseline lies in a line. */
const RISE = 8.1;

/** The height of a band of one line, in points. */
export const ONE_BAND = LINE + 2 * PADDING;

interface Tint {
  readonly ground: string;
  readonly ink: string;
}

const TEST: Tint = { ground: '#fdf0d9', ink: '#7a4100' };
const VOID: Tint = { ground: '#f8dede', ink: '#a11d1d' };
/** Reversed, so that it is as plain from a printer without colours or greys. */
const PREVIEW: Tint = { ground: INK, ink: '#ffffff' };
const NOTICE: Tint = { ground: '#e3ecf6', ink: '#1f3a5f' };

interface Piece {
  readonly text: string;
  readonly hand: Hand;
}

/** A notice from one side of the page to the other, over everything else; each line is in the middle. */
interface Band {
  readonly ground: string;
  readonly lines: readonly (readonly Piece[])[];
}

function bandsOf({ isTest, mark }: Cover): readonly Band[] {
  return [
    ...(isTest ? [band(TEST_BANNER, '', TEST)] : []),
    ...(mark.kind === 'none' ? [] : [band(mark.heading, mark.detail, tintOf(mark))]),
  ];
}

function tintOf(mark: Standing): Tint {
  if (mark.kind === 'preview') return PREVIEW;
  return isVoid(mark) ? VOID : NOTICE;
}

/** The detail stands beside the heading, or under it where it is too long. */
function band(heading: string, detail: string, { ground, ink }: Tint): Band {
  const first: Piece = { text: heading, hand: { face: 'strong', size: SIZE, color: ink } };
  const hand: Hand = { face: 'text', size: SIZE, color: ink };
  const together = [first, ...(detail === '' ? [] : [{ text: printable(detail), hand }])];
  if (widthOfLine(together) <= CONTENT_WIDTH) return { ground, lines: [together] };
  const below = wrap(detail, hand, CONTENT_WIDTH).map((text) => [{ text, hand }]);
  return { ground, lines: [[first], ...below] };
}

function widthOfLine(pieces: readonly Piece[]): number {
  return pieces.reduce((width, { text, hand }) => width + GAP + widthOf(text, hand), -GAP);
}

function heightOfBand({ lines }: Band): number {
  return lines.length * LINE + 2 * PADDING;
}

export function heightOfBands(cover: Cover): number {
  return bandsOf(cover).reduce((total, each) => total + heightOfBand(each), 0);
}

/** Draws the bands at the top of a page; aloud they are read once. */
export function drawBands(pen: Pen, cover: Cover, isFirst: boolean): void {
  let top = 0;
  for (const each of bandsOf(cover)) {
    const y = top;
    const height = heightOfBand(each);
    pen.artifact(() => pen.fill({ x: 0, y, width: PAGE.width, height }, each.ground));
    const write = () => writeBand(pen, each, y);
    if (isFirst) pen.tag('P', write);
    else pen.artifact(write);
    top += height;
  }
}

function writeBand(pen: Pen, { lines }: Band, top: number): void {
  for (const [index, pieces] of lines.entries()) {
    let x = (PAGE.width - widthOfLine(pieces)) / 2;
    const y = top + PADDING + RISE + index * LINE;
    for (const { text, hand } of pieces) {
      pen.write(text, { x, y }, hand);
      x += widthOf(text, hand) + GAP;
    }
  }
}
