import type { Annex } from './annex.ts';
import { type Period, periodText } from './period.ts';
import { mistake, type Objection, remark, WRONG_NAME } from './portal-words.ts';

/** Which bytes a file is made of: capitals without accents, the same in every encoding, or Windows-1252 with accents. */
export type AnnexEncoding = 'plain' | 'windows-1252';

/** What is the same in every encoding. */
const PLAIN = /^[\x20-\x7e\r\n]*$/;
const ASCII = new TextEncoder();

const SEPARATOR = ';';
const LINE_END = '\r\n';
const LONGEST_NAME = 25;

/** A line of the file, as bytes of Windows-1252. */
export function annexLine(cells: readonly string[], encoding: AnnexEncoding): Uint8Array {
  const text = `${cells.join(SEPARATOR)}${LINE_END}`;
  return windows1252(encoding === 'plain' ? plain(text) : text);
}

/** What there is against the name of a file; null where there is nothing. */
export function whyNotFileName(name: string): Objection | null {
  if (!/\.csv$/i.test(name)) return mistake(WRONG_NAME);
  return name.length > LONGEST_NAME
    ? remark(`El nombre del archivo tiene más de ${LONGEST_NAME} caracteres`)
    : null;
}

/** `anexo01-2026-11.csv`: the portal takes names of up to 25 characters. */
export function annexFileName({ key }: Pick<Annex, 'key'>, period: Period): string {
  const stem = /^[0-9]+$/.test(key) ? `anexo${key.padStart(2, '0')}` : key;
  return `${stem}-${periodText(period)}.csv`;
}

/** Capitals without accents; whatever has no plain form becomes a question mark. */
function plain(text: string): string {
  if (PLAIN.test(text)) return text.toUpperCase();
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[–—]/gu, '-')
    .toUpperCase()
    .replace(/[^\x20-\x7e\r\n]/gu, '?');
}

/** The characters of Windows-1252 that are not those of Latin-1, from 0x80 to 0x9f. */
const OWN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const OWN_FIRST = 0x80;
const QUESTION = 0x3f;

function windows1252(text: string): Uint8Array {
  if (PLAIN.test(text)) return ASCII.encode(text);
  return Uint8Array.from(text.normalize('NFC'), byteOf);
}

function byteOf(character: string): number {
  const code = character.codePointAt(0) ?? QUESTION;
  if (code < OWN_FIRST || (code > 0x9f && code <= 0xff)) return code;
  const own = OWN.indexOf(character);
  return own < 0 ? QUESTION : OWN_FIRST + own;
}
