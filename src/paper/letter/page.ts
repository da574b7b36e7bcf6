import { isVoid } from '../content/mark.ts';
import type { Codes, Cover } from '../content/sheet.ts';
import { HAIRLINE, SOFT } from '../drawing/color.ts';
import { widthOf, wrap } from '../drawing/measure.ts';
import { ACROSS_ANGLE, type Hand, type Pen } from '../drawing/pen.ts';
import { drawBands, heightOfBands, ONE_BAND } from './bands.ts';
import { CONTENT_WIDTH, PAGE } from './geometry.ts';

/** What a running head takes of the top of a page. */
const RUNNING_HEAD = 34;

const ACROSS = { size: 104, color: '#f8dede' } as const;
/** The thickness of a contour and the length of the longest word across, in points. */
const CONTOUR = 0.9;
const CONTOUR_COLOR = '#6b6b6b';
const LONGEST_ACROSS = 590;
/** The height of a line as a part of the size of its hand. */
const CONTOUR_LINE = 1.15;
/** The next line under a leaning one lies in this direction. */
const SLANT = { across: Math.sin(ACROSS_ANGLE), down: Math.cos(ACROSS_ANGLE) };
const FOOT: Hand = { face: 'text', size: 6.2, color: SOFT };
const FOOT_CODE: Hand = { face: 'code', size: 6, color: SOFT };
const RUNNING: Hand = { face: 'strong', size: 8.5 };
const RUNNING_GAP = 16;
const RUNNING_CODE: Hand = { face: 'code', size: 7.5, color: SOFT };

export interface PageNumber {
  readonly page: number;
  readonly pages: number;
}

/** Where the strips of a page begin: the margin has room for one band, more of them push everything down. */
export function topOf(cover: Cover, isFirst: boolean): number {
  return PAGE.top + Math.max(0, heightOfBands(cover) - ONE_BAND) + (isFirst ? 0 : RUNNING_HEAD);
}

/** What lies under the strips of every page: the bands over them and the mark across them. */
export function drawGround(pen: Pen, cover: Cover, isFirst: boolean): void {
  if (cover.mark.kind === 'preview') drawContours(pen, cover.mark.heading);
  else if (cover.mark.kind !== 'none' && isVoid(cover.mark)) drawMark(pen, cover.mark.heading);
  drawBands(pen, cover, isFirst);
}

function drawMark(pen: Pen, heading: string): void {
  pen.artifact(() =>
    pen.writeAcross(heading, { x: PAGE.width / 2, y: PAGE.height / 2 }, { face: 'strong', ...ACROSS }),
  );
}

/**
 * Contours without filling, dark enough for a printer that knows no grey, and nothing behind them is hidden. Each part of
 * the heading is a line of its own, as large as the page allows.
 */
function drawContours(pen: Pen, heading: string): void {
  const lines = heading.split(' - ').map((text) => ({ text, hand: fitting(text) }));
  const height = lines.reduce((total, { hand }) => total + hand.size * CONTOUR_LINE, 0);
  let done = 0;
  for (const { text, hand } of lines) {
    const off = done + (hand.size * CONTOUR_LINE - height) / 2;
    const middle = { x: PAGE.width / 2 + off * SLANT.across, y: PAGE.height / 2 + off * SLANT.down };
    pen.artifact(() => pen.writeAcross(text, middle, hand));
    done += hand.size * CONTOUR_LINE;
  }
}

function fitting(text: string): Hand {
  const hand: Hand = { face: 'strong', size: ACROSS.size, color: CONTOUR_COLOR, contour: CONTOUR };
  return { ...hand, size: Math.min(hand.size, (hand.size * LONGEST_ACROSS) / widthOf(text, hand)) };
}

/** The line under a row of a table. */
export function drawHairline(pen: Pen, y: number): void {
  pen.artifact(() => pen.rule({ x: PAGE.left, y }, CONTENT_WIDTH, { color: HAIRLINE, thickness: 0.5 }));
}

/** Whose document it is and which, over the pages that follow the first. */
export function drawRunningHead(pen: Pen, cover: Cover, color: string): void {
  const { issuer, title, codes } = cover;
  const y = topOf(cover, true) + 9;
  const which = `${title}  ${codes.numeroControl ?? codes.codigoGeneracion}`;
  const room = CONTENT_WIDTH - widthOf(which, RUNNING_CODE) - RUNNING_GAP;
  const [name = ''] = wrap(issuer.tradeName ?? issuer.name, RUNNING, room);
  pen.artifact(() => {
    pen.write(name, { x: PAGE.left, y }, RUNNING);
    pen.writeBack(which, { x: PAGE.right, y }, RUNNING_CODE);
    pen.rule({ x: PAGE.left, y: y + 9 }, CONTENT_WIDTH, { color, thickness: 1 });
  });
}

/** The codes on every page, and which page it is. */
export function drawFoot(pen: Pen, codes: Codes, { page, pages }: PageNumber): void {
  const top = PAGE.bottom + 10;
  pen.artifact(() => {
    pen.rule({ x: PAGE.left, y: top }, CONTENT_WIDTH, { color: HAIRLINE, thickness: 0.6 });
    const rows = [
      [
        'Código de generación',
        codes.codigoGeneracion,
        ...(codes.numeroControl === null ? [] : ['Número de control', codes.numeroControl]),
      ],
      ['Sello de recepción', codes.sello],
    ];
    for (const [index, row] of rows.entries()) writeCodes(pen, row, top + 11 + index * 9);
    pen.writeBack(`Página ${page} de ${pages}`, { x: PAGE.right, y: top + 11 }, FOOT);
  });
}

function writeCodes(pen: Pen, row: readonly string[], y: number): void {
  let x: number = PAGE.left;
  for (const [index, text] of row.entries()) {
    const hand = index % 2 === 0 ? FOOT : FOOT_CODE;
    pen.write(text, { x, y }, hand);
    x += widthOf(text, hand) + (index % 2 === 0 ? 4 : 14);
  }
}
