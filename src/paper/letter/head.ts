import type { Cover } from '../content/sheet.ts';
import { SOFT } from '../drawing/color.ts';
import { logoArea } from '../drawing/logo-area.ts';
import { widthOf } from '../drawing/measure.ts';
import type { Box, Hand, Pen } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { wrap } from '../drawing/wrap.ts';
import { entryGrid, LABEL, writeLines } from '../layout/entry-grid.ts';
import { gap, type Strip } from '../layout/strip.ts';
import { CONTENT_WIDTH, PAGE } from './page.ts';

/** How the company wants it: colour for text and rules, and its logo. */
export interface Look {
  readonly color: string;
  readonly logo: string | null;
}

const QR_SIDE = 92;
const LOGO = { width: 170, height: 46 } as const;
const ISSUER_WIDTH = 268;
const TITLE_WIDTH = CONTENT_WIDTH - ISSUER_WIDTH - QR_SIDE - 24;
const NAME: Hand = { face: 'strong', size: 14 };
const LONG_NAME: Hand = { face: 'strong', size: 10.5 };
const LEGAL_NAME: Hand = { face: 'strong', size: 8.5 };
const DETAIL: Hand = { face: 'text', size: 7.6, color: SOFT };
const OVER_TITLE: Hand = { face: 'strong', size: 6.4, color: SOFT };
const TITLE: Hand = { face: 'strong', size: 17 };
const CODE: Hand = { face: 'code', size: 7.4 };
const PENDING: Hand = { face: 'strong', size: 7.6 };

/** A few lines in one hand. */
interface Paragraph {
  readonly lines: readonly string[];
  readonly height: number;
  readonly hand: Hand;
}

function paragraph(text: string, hand: Hand, width: number): Paragraph {
  return { lines: wrap(printable(text), hand, width), height: hand.size * 1.28, hand };
}

function heightOf(paragraphs: readonly Paragraph[]): number {
  return paragraphs.reduce((total, { lines, height }) => total + lines.length * height, 0);
}

/** Issuer, kind of document and QR code. */
export function headStrip({ kind, issuer, title, version, query }: Cover, look: Look): Strip {
  const logo = logoArea(look.logo, LOGO);
  const logoHeight = logo === null ? 0 : logo.height + 8;
  const left = issuerParagraphs(issuer, look.color);
  const right = [
    paragraph(kind, OVER_TITLE, TITLE_WIDTH),
    paragraph(title, { ...TITLE, color: look.color }, TITLE_WIDTH),
    paragraph(`Ver. ${version}`, DETAIL, TITLE_WIDTH),
  ];
  return {
    height: Math.max(logoHeight + heightOf(left), QR_SIDE, heightOf(right)) + 8,
    draw(pen, top) {
      if (logo !== null) drawLogo(pen, look.logo ?? '', { x: PAGE.left, y: top, ...logo });
      drawParagraphs(pen, left, { x: PAGE.left, top: top + logoHeight });
      drawParagraphs(pen, right, { x: PAGE.left + ISSUER_WIDTH + 18, top: top + 4 });
      const qr = { x: PAGE.right - QR_SIDE + 7, y: top - 7 };
      pen.tag('Figure', () => pen.qr(query, qr, QR_SIDE), `Código QR de la consulta pública: ${query}`);
    },
  };
}

function drawLogo(pen: Pen, logo: string, box: Box): void {
  pen.tag('Figure', () => void pen.picture(logo, box), 'Logotipo del emisor');
}

function issuerParagraphs(issuer: Cover['issuer'], color: string): readonly Paragraph[] {
  const names = [
    nameParagraph(issuer.tradeName ?? issuer.name, color),
    ...(issuer.tradeName === null ? [] : [paragraph(issuer.name, LEGAL_NAME, ISSUER_WIDTH)]),
  ];
  return [...names, ...issuer.details.flatMap(detailParagraphs)];
}

/** A name that is too long for two lines is set smaller. */
function nameParagraph(name: string, color: string): Paragraph {
  const large = paragraph(name, { ...NAME, color }, ISSUER_WIDTH);
  return large.lines.length <= 2 ? large : paragraph(name, { ...LONG_NAME, color }, ISSUER_WIDTH);
}

/** Things that belong together stand on one line where it has the room. */
function detailParagraphs(parts: readonly string[]): readonly Paragraph[] {
  const together = paragraph(parts.join('  ·  '), DETAIL, ISSUER_WIDTH);
  return together.lines.length <= 1 ? [together] : parts.map((part) => paragraph(part, DETAIL, ISSUER_WIDTH));
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
export function identityStrips({ codes, facts }: Cover, { color }: Look): readonly Strip[] {
  return [
    ruleStrip(color),
    codesStrip(codes),
    ...entryGrid(facts, { left: PAGE.left, width: CONTENT_WIDTH, columns: 4 }),
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

function codesStrip(codes: Cover['codes']): Strip {
  const columns = [
    { label: 'Código de generación', text: codes.codigoGeneracion, hand: CODE },
    ...(codes.numeroControl === null
      ? []
      : [{ label: 'Número de control', text: codes.numeroControl, hand: CODE }]),
    { label: 'Sello de recepción', text: codes.sello, hand: codes.isSealed ? CODE : PENDING },
  ];
  return {
    height: 23,
    draw(pen, top) {
      let x: number = PAGE.left;
      for (const { label, text, hand } of columns) {
        const start = x;
        pen.tag('P', () => {
          pen.write(label, { x: start, y: top + 6.4 }, LABEL);
          pen.write(text, { x: start, y: top + 16.4 }, hand);
        });
        x += widthOf(text, hand) + CODE_GAP;
      }
    },
  };
}

const MARK_HEADING: Hand = { face: 'strong', size: 11, color: '#a11d1d' };
const MARK_DETAIL: Hand = { face: 'text', size: 8, color: '#a11d1d' };

/** Says in words what the mark across the page says. */
export function markStrips({ mark }: Cover): readonly Strip[] {
  if (mark.kind === 'none') return [];
  const lines = wrap(mark.detail, MARK_DETAIL, CONTENT_WIDTH);
  const strip: Strip = {
    height: 18 + lines.length * 11,
    draw(pen, top) {
      pen.tag('P', () => {
        pen.write(mark.heading, { x: PAGE.left, y: top + 11 }, MARK_HEADING);
        writeLines(pen, { lines, x: PAGE.left, top: top + 15, height: 11, hand: MARK_DETAIL });
      });
    },
  };
  return [gap(4), strip];
}
