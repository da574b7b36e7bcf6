import { windows1252Byte } from './windows-1252.ts';

/** How a file writes letters: capitals without accents, the same in every encoding, or Windows-1252 with accents. */
export type AnnexEncoding = 'plain' | 'windows-1252';

/**
 * Letters that are no other letter with a mark, by their capitals, and signs. Letters without a Spanish habit go as
 * passports write them (ICAO Doc 9303, part 3, section 6), Greek ones by ISO 843.
 */
const WRITTEN = new Map(
  [
    'Ł:L Đ:D Ð:D Ø:O Æ:Ae Œ:Oe Þ:Th ẞ:Ss ß:ss Ħ:H Ŧ:T Ŋ:N ĸ:q ı:i ȷ:j Ə:E Ɨ:I Ƒ:F Ƶ:Z',
    'Α:A Β:V Γ:G Δ:D Ε:E Ζ:Z Η:I Θ:Th Ι:I Κ:K Λ:L Μ:M Ν:N Ξ:X Ο:O Π:P Ρ:R Σ:S Τ:T Υ:Y Φ:F Χ:Ch Ψ:Ps Ω:O',
    'А:A Б:B В:V Г:G Д:D Е:E Ж:Zh З:Z И:I К:K Л:L М:M Н:N О:O П:P Р:R С:S Т:T У:U Ф:F Х:Kh Ц:Ts Ч:Ch Ш:Sh',
    'Щ:Shch Ъ:Ie Ы:Y Э:E Ю:Iu Я:Ia І:I Є:Ie Ґ:G Ђ:D Ј:J Љ:Lj Њ:Nj Ћ:C Џ:Dz',
    '€:EUR £:GBP ©:(C) ®:(R) °:o µ:u ×:x ÷:/ ⁄:/ ±:+/- ·:- •:- ‐:- ‑:- ‒:- –:- —:- ―:- −:-',
  ].flatMap((line) => line.split(' ').map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)])),
);

const PLAIN = /^[\x20-\x7e]*$/;
/** What would end a cell or quote it, and every kind of blank. */
const SEPARATES = /[;"'“”„‟‘’‚‛«»‹›\s]/;
const FRACTION = /[¼-¾⅐-⅞]/;

/**
 * A text as a cell of a file can have it: each character that its encoding does not have as people would write it, and left
 * out where nobody would. Never a question mark that the text does not have.
 */
export function writtenText(text: string, encoding: AnnexEncoding): string {
  let written = '';
  for (const character of text.normalize('NFC')) {
    const spelled = spelledIn(character, encoding);
    const isBehindFigure = spelled !== character && FRACTION.test(character) && /[0-9]$/.test(written);
    written += isBehindFigure ? ` ${spelled}` : spelled;
  }
  return encoding === 'plain' ? written.toUpperCase() : written;
}

function spelledIn(character: string, encoding: AnnexEncoding): string {
  if (SEPARATES.test(character)) return ' ';
  if (encoding === 'plain' ? PLAIN.test(character) : windows1252Byte(character) !== null) return character;
  const capital = character.toUpperCase();
  const known = WRITTEN.get(character) ?? WRITTEN.get(capital)?.toLowerCase();
  if (known !== undefined) return known;
  const apart = character.normalize('NFKD').replace(/[\p{M}?]/gu, '');
  return apart === character ? '' : [...apart].map((part) => spelledIn(part, encoding)).join('');
}
