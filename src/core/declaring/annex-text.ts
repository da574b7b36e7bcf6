import type { Annex } from './annex.ts';
import { type Period, periodText } from './period.ts';
import { mistake, type Objection, remark, WRONG_NAME } from './portal-words.ts';
import { windows1252Byte } from './windows-1252.ts';
import { type AnnexEncoding, writtenText } from './written-text.ts';

const ASCII_ONLY = /^\p{ASCII}*$/u;
const ASCII = new TextEncoder();

const SEPARATOR = ';';
const LINE_END = '\r\n';
const LONGEST_NAME = 25;

/** A line of the file, as bytes of Windows-1252. */
export function annexLine(cells: readonly string[], encoding: AnnexEncoding): Uint8Array {
  const text = `${cells.map((cell) => writtenText(cell, encoding)).join(SEPARATOR)}${LINE_END}`;
  return ASCII_ONLY.test(text) ? ASCII.encode(text) : Uint8Array.from(text, byteOf);
}

/** The end of a line is the one text that has no byte of its own in Windows-1252. */
function byteOf(character: string): number {
  return windows1252Byte(character) ?? character.charCodeAt(0);
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
