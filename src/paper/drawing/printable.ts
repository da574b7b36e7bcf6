import { PRINTED_CHARACTERS } from '../fonts/characters.ts';

/** Stands for whatever the fonts do not have. */
const REPLACEMENT = '\u{fffd}';
const PRINTED: ReadonlySet<string> = new Set(PRINTED_CHARACTERS.map((code) => String.fromCodePoint(code)));
/** What no font of ours has, by what says the same. */
const STAND_INS: Readonly<Record<string, string>> = {
  '\u{2205}': 'Ø',
  '\u{2300}': 'Ø',
  '\u{2103}': '°C',
  '\u{2109}': '°F',
  '\u{3d1}': 'θ',
  '\u{3d5}': 'φ',
};
const STOOD_IN = new RegExp(`[${Object.keys(STAND_INS).join('')}]`, 'gu');
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\xff]*$/;
const LINE_BREAKS = /\r\n|[\r\v\f\u{85}\u{2028}\u{2029}]/gu;
/** All but the blank that holds words together. */
const BLANKS = /(?!\u{a0})[\t\p{Zs}]/gu;
/** Controls, marks of direction, zero-width characters and selectors of variants: nothing of them is to be seen. */
const UNSEEN = /[\p{Cf}\p{Cc}\p{Variation_Selector}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu;

const clusters = new Intl.Segmenter('es', { granularity: 'grapheme' });

/**
 * A text as the fonts can show it, harmless and in reading order: line feeds stay, blanks become spaces, what cannot be
 * seen goes, and each character that the fonts do not have, an emoji of many parts too, becomes one replacement sign.
 */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  const lines = text
    .toWellFormed()
    .normalize('NFC')
    .replace(LINE_BREAKS, '\n')
    .replace(BLANKS, ' ')
    .replace(STOOD_IN, (sign) => STAND_INS[sign] ?? sign)
    .split('\n');
  return lines.map(printableLine).join('\n');
}

function printableLine(line: string): string {
  if (PLAIN.test(line)) return line;
  return Array.from(clusters.segment(line), ({ segment }) => printableCluster(segment)).join('');
}

function printableCluster(cluster: string): string {
  const seen = [...cluster.replace(UNSEEN, '')];
  const known = seen.filter((character) => PRINTED.has(character)).join('');
  return seen.every((character) => PRINTED.has(character)) ? known : `${known}${REPLACEMENT}`;
}
