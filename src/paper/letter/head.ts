import type { Cover } from '../content/sheet.ts';
import { SOFT } from '../drawing/color.ts';
import { joined, widthOf, wrap } from '../drawing/measure.ts';
import type { Box, Hand, Pen } from '../drawing/pen.ts';
import { logoArea } from '../drawing/picture.ts';
import { printable } from '../drawing/printable.ts';
import { entryGrid, labelHand, writeLines } from '../layout/entry-grid.ts';
import type { Strip, TypeScale } from '../layout/strip.ts';
import { CONTENT_WIDTH, PAGE } from './geometry.ts';

/** How the company wants it: colour for text and rules, and its logo. */
export interface Brand {
  readonly color: string;
  readonly logo: string | null;
}

export interface Look extends Brand {
  readonly type: TypeScale;
}

const QR_SIDE = 92;
/** The quiet zone around it may lie in the margins. */
const QR_QUIET = 7;
const QR_BOTTOM = QR_SIDE - 2 * QR_QUIET;
const LOGO = { width: 170, height: 46 } as const;
const ISSUER_WIDTH = 268;
const TITLE_WIDTH = CONTENT_WIDTH - ISSUER_WIDTH - QR_SIDE - 24;
const NAME: Hand = { face: 'strong', size: 14 };
const LONG_NAME: Hand = { face: 'strong', size: 10.5 };
const LEGAL_NAME: Hand = { face: 'strong', size: 8.5 };
const OVER_TITLE: Hand = { face: 'strong', size: 6.4, color: SOFT };
const TITLE: Hand = { face: 'strong', size: 17 };
const CODE: Hand = { face: 'code', size: 7.4 };
const PENDING: Hand = { face: 'strong', size: 7.6 };
/** How far details of the issuer are larger than labels. */
const DETAIL_MORE = 0.6;

/** A few lines in one hand. */
interface Paragraph {
  readonly lines: readonly string[];
  readonly height: number;
  readonly hand: Hand;
}

function paragraph(text: string, hand: Hand, width: number): Paragraph {
  return { lines: wrap(text, hand, width), height: hand.size * 1.28, hand };
}

function heightOf(paragraphs: readonly Paragraph[]): number {
  return paragraphs.reduce((total, { lines, height }) => total + lines.length * height, 0);
}

/** Issuer, kind of document and QR code; under a logo, the issuer's details take all of the width. */
export function headStrip({ kind, issuer, title, version, query }: Cover, look: Look): Strip {
  const logo = logoArea(look.logo, LOGO);
  const logoHeight = logo === null ? 0 : logo.height + 6;
  const detail: Hand = { face: 'text', size: look.type.small + DETAIL_MORE, color: SOFT };
  const names = nameParagraphs(issuer, look.color);
  const namesBottom = logoHeight + heightOf(names);
  const details = detailParagraphs(issuer, detail, logo === null ? ISSUER_WIDTH : CONTENT_WIDTH);
  const detailsTop = logo === null ? namesBottom : Math.max(namesBottom, QR_BOTTOM) + 2;
  const right = [
    paragraph(kind, OVER_TITLE, TITLE_WIDTH),
    paragraph(title, { ...TITLE, color: look.color }, TITLE_WIDTH),
    paragraph(`Ver. ${version}`, detail, TITLE_WIDTH),
  ];
  return {
    height: Math.max(detailsTop + heightOf(details), QR_SIDE, heightOf(right)) + 8,
    draw(pen, top) {
      if (logo !== null) drawLogo(pen, look.logo ?? '', { x: PAGE.left, y: top, ...logo });
      drawParagraphs(pen, names, { x: PAGE.left, top: top + logoHeight });
      drawParagraphs(pen, details, { x: PAGE.left, top: top + detailsTop });
      drawParagraphs(pen, right, { x: PAGE.left + ISSUER_WIDTH + 18, top: top + 4 });
      if (query !== null) drawQuery(pen, query, top);
    },
  };
}

function drawQuery(pen: Pen, query: string, top: number): void {
  const qr = { x: PAGE.right - QR_SIDE + QR_QUIET, y: top - QR_QUIET };
  pen.tag('Figure', () => pen.qr(query, qr, QR_SIDE), `Código QR de la consulta pública: ${query}`);
}

function drawLogo(pen: Pen, logo: string, box: Box): void {
  pen.tag('Figure', () => void pen.picture(logo, box), 'Logotipo del emisor');
}

function nameParagraphs(issuer: Cover['issuer'], color: string): readonly Paragraph[] {
  return [
    nameParagraph(issuer.tradeName ?? issuer.name, color),
    ...(issuer.tradeName === null ? [] : [paragraph(issuer.name, LEGAL_NAME, ISSUER_WIDTH)]),
  ];
}

/** A name that is too long for two lines is set smaller. */
function nameParagraph(name: string, color: string): Paragraph {
  const large = paragraph(name, { ...NAME, color }, ISSUER_WIDTH);
  return large.lines.length <= 2 ? large : paragraph(name, { ...LONG_NAME, color }, ISSUER_WIDTH);
}

/** What belongs together stands on one line where it has the room. */
function detailParagraphs({ details }: Cover['issuer'], hand: Hand, width: number): readonly Paragraph[] {
  return details
    .flatMap((parts) => joined(parts.map(printable), hand, width))
    .map((line) => paragraph(line, hand, width));
}

function drawParagraphs(
  pen: Pen,
  paragraphs: readonly Paragraph[],
  at: { readonly x: number; readonly top: number },
): void {
  let { top } = at;
  for (const [index, { lines, height, hand }] of paragraphs.entries()) {
    const start = top;
    pen.tag(index === 1 && hand.size === TITLE.size ? 'H1' : 'P', () =>
      writeLines(pen, { lines, x: at.x, top: start, height, hand }),
    );
    top += lines.length * height;
  }
}

/** Codes, model, transmission and instant, under a rule in the company's colour. */
export function identityStrips({ codes, facts }: Cover, { color, type }: Look): readonly Strip[] {
  return [
    ruleStrip(color),
    codesStrip(codes, type),
    ...entryGrid(facts, { left: PAGE.left, width: CONTENT_WIDTH, columns: 4, type }),
  ];
}

function ruleStrip(color: string): Strip {
  return {
    height: 9,
    draw: (pen, top) =>
      pen.artifact(() => pen.rule({ x: PAGE.left, y: top }, CONTENT_WIDTH, { color, thickness: 1.4 })),
  };
}

const CODE_GAP = 14;

function codesStrip(codes: Cover['codes'], type: TypeScale): Strip {
  const labels = labelHand(type);
  const columns = [
    { label: 'Código de generación', text: codes.codigoGeneracion, hand: CODE },
    ...(codes.numeroControl === null
      ? []
      : [{ label: 'Número de control', text: codes.numeroControl, hand: CODE }]),
    { label: 'Sello de recepción', text: codes.sello, hand: codes.isSealed ? CODE : PENDING },
  ];
  return {
    height: labels.size + 17,
    draw(pen, top) {
      let x: number = PAGE.left;
      for (const { label, text, hand } of columns) {
        const start = x;
        pen.tag('P', () => {
          pen.write(label, { x: start, y: top + labels.size }, labels);
          pen.write(text, { x: start, y: top + labels.size + 10 }, hand);
        });
        x += widthOf(text, hand) + CODE_GAP;
      }
    },
  };
}
