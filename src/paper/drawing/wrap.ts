import { type Ink, widthOf } from './measure.ts';

/**
 * Breaks printable text into lines of at most this width, at blanks; a word that is wider is broken where the line
 * ends. Empty lines go. No text gives no line.
 */
export function wrap(text: string, ink: Ink, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, ink, width));
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
