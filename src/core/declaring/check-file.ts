import { type Annex, type AnnexFault, type Declared, summed } from './annex.ts';
import { whyNotFileName } from './annex-text.ts';
import { annexOfFileName, annexOfLine } from './annexes.ts';
import { FileLines } from './file-lines.ts';
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

const IS_HEADING = 'La fila parece un encabezado, y el archivo no debe llevar ninguno';
const BYTE_ORDER_MARK = '\uFEFF';
/** Whatever ends no line and is no character. */
const CONTROL = /[\p{Cc}\uFFFD]/u;

/** A cell of digits without letters: a heading has none, and each line of an annex has some. */
const FIGURE = /^\P{L}*\p{Nd}\P{L}*$/u;

/** Checks a file line by line; which annex it is says its first line that is of one, else its name. */
export class FileCheck {
  readonly #declared: Declared;
  readonly #limit: number;
  readonly #named: Annex | null;
  readonly #seen = new Set<string>();
  readonly #faults: LineFault[] = [];
  #annex: Annex | null = null;
  #rows = 0;
  #sums: readonly bigint[] = [];
  #faultCount = 0;

  /** `limit`: how many faults are told; `named`: the annex that the file's name says, if any. */
  constructor(declared: Declared, limit: number, named: Annex | null = null) {
    this.#declared = declared;
    this.#limit = limit;
    this.#named = named;
  }

  /** `text`: a line without its end. */
  add(text: string): void {
    this.#rows += 1;
    const cells = text.split(';');
    const isHeading = this.#rows === 1 && cells.length > 1 && !cells.some((cell) => FIGURE.test(cell));
    this.#annex ??= isHeading ? null : (annexOfLine(cells) ?? this.#named);
    const problem = isHeading ? IS_HEADING : this.#problemOf(text, cells);
    if (problem !== null) this.#keep({ column: null, field: null, message: problem });
    if (this.#annex === null) return;
    for (const fault of this.#annex.faultsOf(cells, this.#declared)) this.#keep(fault);
    this.#sums = summed(this.#sums, this.#annex, cells);
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

/** Checks a file by its name and its bytes, while they come: the lines, their ends, and how the bytes stand for letters. */
export class WholeFileCheck {
  readonly #name: string;
  readonly #limit: number;
  readonly #lines = new FileLines();
  readonly #check: FileCheck;

  constructor(name: string, { declared, limit }: FileOrder) {
    this.#name = name;
    this.#limit = limit;
    this.#check = new FileCheck(declared, limit, annexOfFileName(name));
  }

  add(bytes: Uint8Array): void {
    for (const line of this.#lines.push(bytes)) this.#check.add(line);
  }

  /** Known when the file has ended. */
  result(): CheckedWhole {
    for (const line of this.#lines.end()) this.#check.add(line);
    const checked = this.#check.result();
    const ofBytes = this.#lines.faults().map((fault) => ({ ...fault, column: null, field: null }));
    return {
      ...checked,
      faults: [...ofBytes, ...checked.faults].slice(0, this.#limit),
      faultCount: ofBytes.length + checked.faultCount,
      badName: whyNotFileName(this.#name),
    };
  }
}

/** The same for a file that is there already. */
export function checkFile(name: string, bytes: Uint8Array, order: FileOrder): CheckedWhole {
  const check = new WholeFileCheck(name, order);
  check.add(bytes);
  return check.result();
}
