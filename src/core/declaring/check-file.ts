import { type Annex, type AnnexFault, amountsOf, type Declared } from './annex.ts';
import { annexLinesOf, whyNotFileName } from './annex-text.ts';
import { annexOfLine } from './annexes.ts';
import { WRONG_SHAPE } from './portal-words.ts';

/** What is wrong with a line of a file, counted from 1; 0 is the whole file. */
export interface LineFault extends AnnexFault {
  readonly line: number;
}

/** What was found in a file. */
export interface CheckedFile {
  /** Null where the lines are of no annex that is known. */
  readonly annex: Annex | null;
  readonly rows: number;
  /** The cents of the annex's amounts, in the order of its columns. */
  readonly sums: readonly bigint[];
  readonly faults: readonly LineFault[];
  /** How many faults there are in all; those beyond the limit are counted and not told. */
  readonly faultCount: number;
}

const BYTE_ORDER_MARK = '\uFEFF';
/** Whatever ends no line and is no character. */
const CONTROL = /[\p{Cc}\uFFFD]/u;

/** Checks a file line by line; which annex it is, its first line says. */
export class FileCheck {
  readonly #declared: Declared;
  readonly #limit: number;
  readonly #seen = new Set<string>();
  readonly #faults: LineFault[] = [];
  #annex: Annex | null = null;
  #rows = 0;
  #sums: readonly bigint[] = [];
  #faultCount = 0;

  /** `limit`: how many faults are told. */
  constructor(declared: Declared, limit: number) {
    this.#declared = declared;
    this.#limit = limit;
  }

  /** `text`: a line without its end. */
  add(text: string): void {
    this.#rows += 1;
    const cells = text.split(';');
    if (this.#rows === 1) this.#annex = annexOfLine(cells);
    const problem = this.#problemOf(text, cells);
    if (problem !== null) this.#keep({ column: null, field: null, message: problem });
    if (this.#annex === null) return;
    for (const fault of this.#annex.faultsOf(cells, this.#declared)) this.#keep(fault);
    const amounts = amountsOf(this.#annex, cells);
    this.#sums = amounts.map((cents, index) => cents + (this.#sums[index] ?? 0n));
  }

  /** What is wrong with a whole line; null where nothing is. */
  #problemOf(text: string, cells: readonly string[]): string | null {
    if (this.#rows === 1 && text.startsWith(BYTE_ORDER_MARK))
      return 'El archivo empieza con una marca de UTF-8 (BOM), que se pega a la primera celda';
    if (this.#annex === null) return `${WRONG_SHAPE}: no es de ningún anexo conocido`;
    if (CONTROL.test(text)) return 'La fila tiene un carácter de control';
    const about = this.#annex.aboutOf(cells);
    if (about === null) return null;
    const isRepeated = this.#seen.has(about);
    this.#seen.add(about);
    return isRepeated ? 'La fila está repetida' : null;
  }

  /** Notes what is wrong with a line besides its cells; line 0 is the whole file. */
  refuse(line: number, message: string): void {
    this.#faultCount += 1;
    if (this.#faults.length < this.#limit) this.#faults.push({ line, column: null, field: null, message });
  }

  #keep(fault: AnnexFault): void {
    this.#faultCount += 1;
    if (this.#faults.length < this.#limit) this.#faults.push({ line: this.#rows, ...fault });
  }

  result(): CheckedFile {
    return {
      annex: this.#annex,
      rows: this.#rows,
      sums: this.#sums,
      faults: this.#faults,
      faultCount: this.#faultCount,
    };
  }
}

/** A file as it was checked, with what is wrong with its name; null where nothing is. */
export interface CheckedWhole extends CheckedFile {
  readonly badName: string | null;
}

export interface FileOrder {
  readonly declared: Declared;
  /** How many faults are told. */
  readonly limit: number;
}

/** Checks a file by its name and its bytes: the lines, their ends, and how the bytes stand for letters. */
export function checkFile(name: string, bytes: Uint8Array, { declared, limit }: FileOrder): CheckedWhole {
  const { lines, faults } = annexLinesOf(bytes);
  const check = new FileCheck(declared, limit);
  for (const { line, message } of faults) check.refuse(line, message);
  for (const line of lines) check.add(line);
  return { ...check.result(), badName: whyNotFileName(name) };
}
