import type PDFDocument from 'pdfkit';
import type { Face } from './faces.ts';
import type { Ink } from './measure.ts';

/** Writes text into the page at hand, glyph by glyph. */
export interface Glyphs {
  /** `x`, `y`: where its baseline begins, in points from the upper left corner of the page. */
  show(text: string, x: number, y: number, look: GlyphLook): void;
}

export interface GlyphLook extends Ink {
  /** Whether the contours are drawn and nothing is filled. */
  readonly isContour: boolean;
}

/** pdfkit's font as far as this needs it, which no type of pdfkit shows. */
interface PdfFont {
  readonly id: string;
  ref(): unknown;
  encode(text: string): readonly [codes: readonly string[], positions: unknown];
}

interface Known {
  readonly font: PdfFont;
  /** The code of each character that was written, in hexadecimal digits. */
  readonly codes: Map<string, string>;
}

type Document = InstanceType<typeof PDFDocument>;

/**
 * The fonts of paper have no kerning and no ligatures, so that a text is its characters. pdfkit lays out each text as a whole
 * instead, which takes five times as long, and remembers every one of them until the document ends.
 */
export function glyphsOn(document: Document): Glyphs {
  const known = new Map<Face, Known>();
  const faceOf = (face: Face): Known => {
    const before = known.get(face);
    if (before !== undefined) return before;
    const made = { font: fontOf(document.font(face)), codes: new Map<string, string>() };
    known.set(face, made);
    return made;
  };
  return {
    show(text, x, y, { face, size, isContour }) {
      const { font, codes } = faceOf(face);
      const { fonts } = document.page;
      fonts[font.id] ??= font.ref();
      let shown = '';
      for (const character of text) shown += codes.get(character) ?? learn(character, font, codes);
      const mode = isContour ? ['1 Tr ', ' 0 Tr'] : ['', ''];
      // The page is drawn from its upper edge down, and the matrix turns the letters upright again.
      const place = `1 0 0 -1 ${numberOf(x)} ${numberOf(y)} Tm`;
      document.addContent(
        `BT /${font.id} ${numberOf(size)} Tf ${mode[0]}${place} <${shown}> Tj${mode[1]} ET`,
      );
    },
  };
}

function learn(character: string, font: PdfFont, codes: Map<string, string>): string {
  const [[code = '', ...more]] = font.encode(character);
  if (more.length > 0) throw new RangeError(`more than one glyph: ${character}`);
  codes.set(character, code);
  return code;
}

function fontOf(document: Document): PdfFont {
  const font: unknown = Reflect.get(document, '_font');
  if (!isPdfFont(font)) throw new TypeError('pdfkit has no such font any more');
  return font;
}

function isPdfFont(value: unknown): value is PdfFont {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'ref' in value &&
    typeof value.ref === 'function' &&
    'encode' in value &&
    typeof value.encode === 'function'
  );
}

const THOUSANDTHS = 1000;

/** As PDF writes numbers: never with an exponent. */
function numberOf(value: number): string {
  return String(Math.round(value * THOUSANDTHS) / THOUSANDTHS);
}
