import PDFDocument from 'pdfkit';
import { CharacterTable } from './character-table.ts';
import { type Face, fontFile } from './faces.ts';

/** How a text looks. */
export interface Ink {
  readonly face: Face;
  /** In points. */
  readonly size: number;
}

const EM = 1000;
const widths: Readonly<Record<Face, CharacterTable<number>>> = {
  text: new CharacterTable((character) => measured(character, 'text')),
  strong: new CharacterTable((character) => measured(character, 'strong')),
  code: new CharacterTable((character) => measured(character, 'code')),
};

/** The width of printable text in points: the fonts have no kerning, so that characters add up. */
export function widthOf(text: string, { face, size }: Ink): number {
  let total = 0;
  widths[face].each(text, (width) => {
    total += width;
  });
  return (total * size) / EM;
}

function measured(character: string, face: Face): number {
  return rulerOf(face).widthOfString(character);
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
