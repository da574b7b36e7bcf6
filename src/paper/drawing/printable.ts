import { PRINTED_CHARACTERS } from '../fonts/characters.ts';

/** Stands for a text of which the fonts have nothing. */
const DASH = '\u{2014}';
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

/**
 * A text as the fonts can show it, harmless and in reading order: line feeds stay, blanks become spaces, and what cannot
 * be seen goes, as do the characters that the fonts do not have. A dash stands for a text that has no others.
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
  const shown = lines.map(printableLine).join('\n');
  return shown.trim() === '' && text.replace(UNSEEN, '').trim() !== '' ? DASH : shown;
}

/**
 * A line without the signs that the fonts do not have, and without the second of the blanks on either side of them, or the
 * one that would stand before a stop.
 */
function printableLine(line: string): string {
  if (PLAIN.test(line)) return line;
  const seen = line.replace(UNSEEN, '');
  const known = Array.from(seen, (character) => (PRINTED.has(character) ? character : '')).join('');
  return known === seen
    ? known
    : known
        .replace(/ {2,}/g, ' ')
        .replace(/ (?=[,.;:)])/g, '')
        .trim();
}
