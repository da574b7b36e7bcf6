import type PDFDocument from 'pdfkit';
import { remembered } from '../../core/memory/recent.ts';

type Document = InstanceType<typeof PDFDocument>;

/** A box in points, from the upper left corner of the page. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Text as a font of the document has it: a string of PDF with the codes of its glyphs. */
export interface ShownText {
  readonly font: string;
  readonly size: number;
  /** Where its baseline begins. */
  readonly x: number;
  readonly y: number;
  readonly codes: string;
  /** Whether the contours are drawn and nothing is filled. */
  readonly isContour: boolean;
}

/** Places and sizes are written in thousandths of a point. */
const THOUSANDTHS = 1000;

/**
 * What is drawn on the page at hand, gathered until something else has to be drawn by pdfkit itself, which makes bytes of each
 * operator that it is given one by one. A text says only what differs from the one before it: its place is counted from
 * there, in whole thousandths, so that no error adds up.
 */
export class PageContent {
  readonly #document: Document;
  #operators: string[] = [];
  #color: string | null = null;
  #font = '';
  #isText = false;
  #x = 0;
  #y = 0;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Fills from here on with this colour: `#rrggbb`. */
  fillWith(color: string): void {
    if (color === this.#color) return;
    this.#operators.push(operatorOf(color));
    this.#color = color;
  }

  fill({ x, y, width, height }: Area): void {
    this.#endText();
    this.#operators.push(`${numberOf(x)} ${numberOf(y)} ${numberOf(width)} ${numberOf(height)} re f`);
  }

  show({ font, size, x, y, codes, isContour }: ShownText): void {
    const [left, down] = [Math.round(x * THOUSANDTHS), Math.round(y * THOUSANDTHS)];
    const face = `/${font} ${numberOf(size)} Tf `;
    // The page is drawn from its upper edge down, and the matrix turns the letters upright again.
    const place = this.#isText
      ? `${whole(left - this.#x)} ${whole(this.#y - down)} Td `
      : `BT 1 0 0 -1 ${whole(left)} ${whole(down)} Tm `;
    const text = `${place}${face === this.#font ? '' : face}`;
    this.#operators.push(isContour ? `${text}1 Tr (${codes})Tj 0 Tr` : `${text}(${codes})Tj`);
    this.#font = face;
    this.#isText = true;
    this.#x = left;
    this.#y = down;
  }

  /** Gives what was gathered to the page. */
  flush(): void {
    if (this.#operators.length === 0) return;
    this.#endText();
    this.#document.addContent(this.#operators.join('\n'));
    this.#operators = [];
  }

  /** The page may have another colour and another font than the last ones chosen. */
  forget(): void {
    this.#color = null;
    this.#font = '';
  }

  #endText(): void {
    if (this.#isText) this.#operators.push('ET');
    this.#isText = false;
  }
}

/** The operator that fills with a colour. */
const operatorOf = remembered((color: string) => {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  return `${channels.map(numberOf).join(' ')} rg`;
});

/** As PDF writes numbers: never with an exponent. */
function numberOf(value: number): string {
  return whole(Math.round(value * THOUSANDTHS));
}

/** A number of thousandths. */
function whole(thousandths: number): string {
  return String(thousandths / THOUSANDTHS);
}

/** Bytes of a string of PDF that would end it, or be read as another one (ISO 32000-1, section 7.3.4.2). */
const ESCAPED: Readonly<Record<string, string>> = {
  '(': '\\(',
  ')': '\\)',
  '\\': '\\\\',
  '\r': '\\r',
  '\n': '\\n',
};

/** The code of a glyph, in hexadecimal digits, as it stands in a string of PDF. */
export function codeInString(hexadecimal: string): string {
  return Buffer.from(hexadecimal, 'hex')
    .toString('latin1')
    .replace(/[()\\\r\n]/g, (byte) => ESCAPED[byte] ?? byte);
}
