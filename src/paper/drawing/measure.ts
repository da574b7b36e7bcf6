import PDFDocument from 'pdfkit';
import { type Face, fontFile } from './faces.ts';

/** How a text looks. */
export interface Ink {
  readonly face: Face;
  /** In points. */
  readonly size: number;
}

const EM = 1000;
const widths: Readonly<Record<Face, Map<string, number>>> = {
  text: new Map(),
  strong: new Map(),
  code: new Map(),
};

/** The width of printable text in points: the fonts have no kerning, so that characters add up. */
export function widthOf(text: string, { face, size }: Ink): number {
  const known = widths[face];
  let total = 0;
  for (const character of text) total += known.get(character) ?? measured(character, face);
  return (total * size) / EM;
}

function measured(character: string, face: Face): number {
  const width = rulerOf(face).widthOfString(character);
  widths[face].set(character, width);
  return width;
}

const rulers = new Map<Face, InstanceType<typeof PDFDocument>>();

/** A document that is never written; it only knows how wide characters are. */
function rulerOf(face: Face): InstanceType<typeof PDFDocument> {
  const before = rulers.get(face);
  if (before !== undefined) return before;
  const ruler = new PDFDocument({ autoFirstPage: false }).font(fontFile(face)).fontSize(EM);
  rulers.set(face, ruler);
  return ruler;
}
