import type { Codes, Cover, Mark } from '../content/sheet.ts';
import { HAIRLINE, SOFT } from '../drawing/color.ts';
import { widthOf } from '../drawing/measure.ts';
import type { Hand, Pen } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { wrap } from '../drawing/wrap.ts';

/** A sheet of letter paper and its margins, in points. */
export const PAGE = { width: 612, height: 792, left: 44, right: 568, top: 40, bottom: 738 } as const;
export const CONTENT_WIDTH = PAGE.right - PAGE.left;

/** Where the strips of a page begin that has a running head. */
export const BELOW_RUNNING_HEAD = PAGE.top + 34;

const TEST_BANNER = 'AMBIENTE DE PRUEBAS - SIN VALIDEZ FISCAL';
const BAND = { height: 19, color: '#fdf0d9' } as const;
const BANNER: Hand = { face: 'strong', size: 8, color: '#7a4100' };

const ACROSS = { size: 104, color: '#f8dede' } as const;
const FOOT: Hand = { face: 'text', size: 6.2, color: SOFT };
const FOOT_CODE: Hand = { face: 'code', size: 6, color: SOFT };
const RUNNING: Hand = { face: 'strong', size: 8.5 };
const RUNNING_GAP = 16;
const RUNNING_CODE: Hand = { face: 'code', size: 7.5, color: SOFT };

export interface PageNumber {
  readonly page: number;
  readonly pages: number;
}

/** What lies under the strips of every page: the band of the test environment and the mark across it. */
export function drawGround(pen: Pen, cover: Cover, isFirst: boolean): void {
  if (cover.mark.kind !== 'none') drawMark(pen, cover.mark.heading);
  if (!cover.isTest) return;
  pen.artifact(() => pen.fill({ x: 0, y: 0, width: PAGE.width, height: BAND.height }, BAND.color));
  const x = (PAGE.width - widthOf(TEST_BANNER, BANNER)) / 2;
  const write = () => pen.write(TEST_BANNER, { x, y: 12.6 }, BANNER);
  if (isFirst) pen.tag('P', write);
  else pen.artifact(write);
}

function drawMark(pen: Pen, heading: Extract<Mark, { readonly heading: string }>['heading']): void {
  pen.artifact(() =>
    pen.writeAcross(heading, { x: PAGE.width / 2, y: PAGE.height / 2 }, { face: 'strong', ...ACROSS }),
  );
}

/** Whose document it is and which, over the pages that follow the first. */
export function drawRunningHead(pen: Pen, { issuer, title, codes }: Cover, color: string): void {
  const y = PAGE.top + 9;
  const which = `${title}  ${codes.numeroControl ?? codes.codigoGeneracion}`;
  const room = CONTENT_WIDTH - widthOf(which, RUNNING_CODE) - RUNNING_GAP;
  const [name = ''] = wrap(printable(issuer.tradeName ?? issuer.name), RUNNING, room);
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
        ...['Código de generación', codes.codigoGeneracion],
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
