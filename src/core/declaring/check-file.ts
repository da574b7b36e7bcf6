import { type Annex, type AnnexFault, amountsOf, type Declared } from './annex.ts';
import { annexOfLine } from './annexes.ts';
import { WRONG_SHAPE } from './portal-words.ts';

/** What is wrong with a line of a file, counted from 1. */
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
    const problem = this.#problemOf(text);
    if (problem !== null) this.#keep({ column: null, field: null, message: problem });
    this.#seen.add(text);
    if (this.#annex === null) return;
    for (const fault of this.#annex.faultsOf(cells, this.#declared)) this.#keep(fault);
    const amounts = amountsOf(this.#annex, cells);
    this.#sums = amounts.map((cents, index) => cents + (this.#sums[index] ?? 0n));
  }

  /** What is wrong with a whole line; null where nothing is. */
  #problemOf(text: string): string | null {
    if (this.#rows === 1 && text.startsWith(BYTE_ORDER_MARK))
      return 'El archivo empieza con una marca de UTF-8 (BOM), que se pega a la primera celda';
    if (this.#annex === null) return `${WRONG_SHAPE}: no es de ningún anexo conocido`;
    return this.#seen.has(text) ? 'La fila está repetida' : null;
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
