import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { remembered } from '../../core/memory/recent.ts';
import { CharacterTable } from './character-table.ts';
import { printable } from './printable.ts';

/** The three fonts of paper: for reading, for what stands out, and for codes. */
export type Face = 'text' | 'strong' | 'code';

export const FACES: readonly Face[] = ['text', 'strong', 'code'];

/** The font's file; read once in the life of the process. */
export const fontFile = remembered((face: Face) =>
  readFileSync(new URL(`../fonts/${face}.ttf`, import.meta.url)),
);

/** How a text looks. */
export interface Ink {
  readonly face: Face;
  /** In points. */
  readonly size: number;
}

const EM = 1000;

/** How wide characters are, as a document knows that is never written. */
const widthsOf = remembered((face: Face) => {
  const ruler = new PDFDocument({ autoFirstPage: false }).font(fontFile(face)).fontSize(EM);
  return new CharacterTable((character) => ruler.widthOfString(character));
});

/** The width of printable text in points: the fonts have no kerning, so that characters add up. */
export function widthOf(text: string, { face, size }: Ink): number {
  let total = 0;
  widthsOf(face).each(text, (width) => {
    total += width;
  });
  return (total * size) / EM;
}

/**
 * Breaks text, as it can be printed, into lines of at most this width, at blanks; a word that is wider is broken where the
 * line ends. Empty lines go. No text gives no line.
 */
export function wrap(text: string, ink: Ink, width: number): readonly string[] {
  return printable(text)
    .split('\n')
    .flatMap((line) => wrapLine(line, ink, width));
}

function wrapLine(text: string, ink: Ink, width: number): readonly string[] {
  const blank = widthOf(' ', ink);
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ')) {
    if (word === '') continue;
    const step = widthOf(word, ink);
    if (line !== '' && used + blank + step <= width) {
      line = `${line} ${word}`;
      used += blank + step;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = step <= width ? [word] : breakWord(word, ink, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
    used = widthOf(line, ink);
  }
  return line === '' ? lines : [...lines, line];
}

/** Where a long word likes to be broken: after signs that join its parts, as in codes and addresses. */
const JOINT = /[-@./_,;:](?=[^-@./_,;:]*$)/;
/** The least part of the width that a piece fills which ends at a joint. */
const FILLED = 0.5;

function breakWord(word: string, ink: Ink, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const step = widthOf(character, ink);
    if (used + step > width && piece !== '') {
      const whole = upToJoint(piece, ink, width * FILLED);
      pieces.push(whole);
      piece = piece.slice(whole.length);
      used = widthOf(piece, ink);
    }
    piece += character;
    used += step;
  }
  return [...pieces, piece];
}

function upToJoint(piece: string, ink: Ink, least: number): string {
  const at = JOINT.exec(piece)?.index ?? -1;
  const whole = piece.slice(0, at + 1);
  return at >= 0 && widthOf(whole, ink) >= least ? whole : piece;
}

const BETWEEN = ' · ';

/** Short texts one after the other in as few lines of this width as they need; one that is wider stands alone. */
export function joined(parts: readonly string[], ink: Ink, width: number): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const together = `${lines.at(-1)}${BETWEEN}${part}`;
    if (lines.length > 0 && widthOf(together, ink) <= width) lines[lines.length - 1] = together;
    else lines.push(part);
  }
  return lines;
}
