import { ofWhole } from './annex.ts';
import { concatenated } from './bytes.ts';
import { remark } from './portal-words.ts';
import type { LineFinding } from './told-findings.ts';

const CR = 0x0d;
const LF = 0x0a;
/** Bytes of a line; what is longer is no line of an annex, and goes on as another. */
const LONGEST_LINE = 64 * 1024;

/** Letters of UTF-8 that people write here: what other bytes make in it, they make by chance. */
const LETTERS = /^[\p{ASCII}\uFEFF\u00A0-\u024F\u2000-\u21FF]*$/u;
const PLAIN = /^[\p{ASCII}\uFEFF]*$/u;
const NO_BYTES = new Uint8Array();

/** The lines of a text that was pasted, without their ends; what is longer than a line goes on as another, as in a file. */
export function linesOfText(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return (lines.at(-1) === '' ? lines.slice(0, -1) : lines).flatMap(cut);
}

function cut(line: string): readonly string[] {
  const count = Math.max(1, Math.ceil(line.length / LONGEST_LINE));
  return Array.from({ length: count }, (_, at) => line.slice(at * LONGEST_LINE, (at + 1) * LONGEST_LINE));
}

/** Takes the bytes of a file apart into lines while they come, in Windows-1252 or in the UTF-8 that the portal does not know. */
export class FileLines {
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #windows1252 = new TextDecoder('windows-1252');
  #open = NO_BYTES;
  #lines = 0;
  #isUtf8 = false;
  #isWindows1252 = false;
  #wrongEnd: number | null = null;
  #lacksEnd = false;

  /** The lines that are whole by now, without their ends. */
  push(bytes: Uint8Array): readonly string[] {
    const whole = this.#open.length === 0 ? bytes : concatenated([this.#open, bytes]);
    const lines: string[] = [];
    let from = 0;
    for (let at = 0; at < whole.length; at += 1) {
      const byte = whole[at];
      if (byte === CR && at + 1 === whole.length) break;
      if (byte === CR || byte === LF) {
        const isPair = byte === CR && whole[at + 1] === LF;
        if (!isPair) this.#wrongEnd ??= this.#lines + 1;
        lines.push(this.#line(whole.subarray(from, at)));
        if (isPair) at += 1;
        from = at + 1;
      } else if (at - from + 1 === LONGEST_LINE) {
        lines.push(this.#line(whole.subarray(from, at + 1)));
        from = at + 1;
      }
    }
    this.#open = whole.slice(from);
    return lines;
  }

  /** What stands behind the last end of a line. */
  end(): readonly string[] {
    const open = this.#open;
    this.#open = NO_BYTES;
    const endsInCr = open.at(-1) === CR;
    if (endsInCr) this.#wrongEnd ??= this.#lines + 1;
    if (open.length === 0) return [];
    const line = this.#line(endsInCr ? open.subarray(0, -1) : open);
    this.#lacksEnd = !endsInCr;
    return [line];
  }

  /** What the bytes have otherwise than those of the template, known when the file has ended; line 0 is the whole file. */
  findings(): readonly LineFinding[] {
    const utf8 = 'El archivo está en UTF-8 y debe estar en Windows-1252 (ANSI)';
    const end = 'La fila debe terminar con retorno y salto de línea (CR LF)';
    const noEnd = 'A la última fila le falta el fin de línea (CR LF)';
    return [
      ...(this.#isUtf8 && !this.#isWindows1252 ? [{ line: 0, ...ofWhole(remark(utf8)) }] : []),
      ...(this.#wrongEnd === null ? [] : [{ line: this.#wrongEnd, ...ofWhole(remark(end)) }]),
      ...(this.#lacksEnd ? [{ line: this.#lines, ...ofWhole(remark(noEnd)) }] : []),
    ];
  }

  #line(bytes: Uint8Array): string {
    this.#lines += 1;
    const text = this.#inUtf8(bytes);
    if (text !== null && PLAIN.test(text)) return text;
    if (text !== null && LETTERS.test(text)) {
      this.#isUtf8 = true;
      return text;
    }
    this.#isWindows1252 = true;
    return this.#windows1252.decode(bytes);
  }

  /** Null where the bytes are no UTF-8. */
  #inUtf8(bytes: Uint8Array): string | null {
    try {
      return this.#utf8.decode(bytes);
    } catch {
      return null;
    }
  }
}
