import type PDFDocument from 'pdfkit';
import { remembered } from '../../core/memory/recent.ts';
import { CharacterTable } from './character-table.ts';
import { codeInString, type PageContent } from './content.ts';
import type { Face, Ink } from './measure.ts';

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

type Document = InstanceType<typeof PDFDocument>;

/**
 * The fonts of paper have no kerning and no ligatures, so that a text is its characters. pdfkit lays out each text as a whole
 * instead, which takes five times as long, and remembers every one of them until the document ends.
 */
export function glyphsOn(document: Document, content: PageContent): Glyphs {
  /** The font, and the code of each character that was written, as a string of PDF has it. */
  const faceOf = remembered((face: Face) => {
    const font = fontOf(document.font(face));
    return { font, codes: new CharacterTable((character) => codeOf(character, font)) };
  });
  return {
    show(text, x, y, { face, size, isContour }) {
      const { font, codes } = faceOf(face);
      const { fonts } = document.page;
      fonts[font.id] ??= font.ref();
      let shown = '';
      codes.each(text, (code) => {
        shown += code;
      });
      content.show({ font: font.id, size, x, y, codes: shown, isContour });
    },
  };
}

function codeOf(character: string, font: PdfFont): string {
  const [[code = '', ...more]] = font.encode(character);
  if (more.length > 0) throw new RangeError(`more than one glyph: ${character}`);
  return codeInString(code);
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
