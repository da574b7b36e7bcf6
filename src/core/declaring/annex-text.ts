import type { Annex } from './annex.ts';
import { type Period, periodText } from './period.ts';

/** Which bytes a file is made of: capitals without accents, the same in every encoding, or Windows-1252 with accents. */
export type AnnexEncoding = 'plain' | 'windows-1252';

const SEPARATOR = ';';
const LINE_END = '\r\n';
const LONGEST_NAME = 25;

/** A line of the file, as bytes of Windows-1252. */
export function annexLine(cells: readonly string[], encoding: AnnexEncoding): Uint8Array {
  const text = cells.join(SEPARATOR);
  return windows1252(`${encoding === 'plain' ? plain(text) : text}${LINE_END}`);
}

/** Why the portal does not take a file of that name; null where it does. */
export function whyNotFileName(name: string): string | null {
  if (!/\.csv$/i.test(name)) return 'Solo se permiten archivos CSV';
  return name.length > LONGEST_NAME ? `El nombre del archivo tiene más de ${LONGEST_NAME} caracteres` : null;
}

/** `anexo01-2026-11.csv`: the portal takes names of up to 25 characters. */
export function annexFileName({ key }: Pick<Annex, 'key'>, period: Period): string {
  const stem = /^[0-9]+$/.test(key) ? `anexo${key.padStart(2, '0')}` : key;
  return `${stem}-${periodText(period)}.csv`;
}

/** Capitals without accents; whatever has no plain form becomes a question mark. */
function plain(text: string): string {
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
  return Uint8Array.from(text.normalize('NFC'), byteOf);
}

function byteOf(character: string): number {
  const code = character.codePointAt(0) ?? QUESTION;
  if (code < OWN_FIRST || (code > 0x9f && code <= 0xff)) return code;
  const own = OWN.indexOf(character);
  return own < 0 ? QUESTION : OWN_FIRST + own;
}

/** A file as lines without their ends, and what is wrong with its bytes; line 0 is the whole file. */
export interface AnnexLines {
  readonly lines: readonly string[];
  readonly faults: readonly { readonly line: number; readonly message: string }[];
}

/** Letters of UTF-8 that people write here: what other bytes make in it, they make by chance. */
const LETTERS = /^[\p{ASCII}\uFEFF\u00A0-\u024F\u2000-\u21FF]*$/u;

/** Reads the bytes of a file, in Windows-1252 or in the UTF-8 that the portal does not know. */
export function annexLinesOf(bytes: Uint8Array): AnnexLines {
  const { text, isUtf8 } = annexText(bytes);
  const [...ends] = text.matchAll(/\r\n|\r|\n/g);
  const lines = text.split(/\r\n|\r|\n/);
  const isEnded = lines.at(-1) === '';
  const wrongEnd = ends.findIndex(([end]) => end !== LINE_END);
  return {
    lines: isEnded ? lines.slice(0, -1) : lines,
    faults: [
      ...(isUtf8
        ? [{ line: 0, message: 'El archivo está en UTF-8 y debe estar en Windows-1252 (ANSI)' }]
        : []),
      ...(wrongEnd < 0
        ? []
        : [{ line: wrongEnd + 1, message: 'La fila debe terminar con retorno y salto de línea (CR LF)' }]),
      ...(isEnded
        ? []
        : [{ line: lines.length, message: 'A la última fila le falta el fin de línea (CR LF)' }]),
    ],
  };
}

function annexText(bytes: Uint8Array) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const isPlain = /^[\p{ASCII}\uFEFF]*$/u.test(text);
    if (isPlain || LETTERS.test(text)) return { text, isUtf8: !isPlain };
  } catch {
    // Bytes that are no UTF-8 are of Windows-1252.
  }
  return { text: new TextDecoder('windows-1252').decode(bytes), isUtf8: false };
}
