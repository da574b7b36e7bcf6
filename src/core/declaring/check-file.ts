import type { Cents } from '../money/decimal.ts';
import { type Annex, type AnnexFault, type Declared, summed } from './annex.ts';
import { whyNotFileName } from './annex-text.ts';
import { annexOfFileName, annexOfLine } from './annexes.ts';
import { concatenated } from './bytes.ts';
import { FileLines } from './file-lines.ts';
import { HEAD_BYTES, uncheckedAnnex, whyForeignHead, whyForeignLines } from './foreign-file.ts';
import { WRONG_SHAPE } from './portal-words.ts';
import { type LineFault, type RepeatedFault, ToldFaults } from './told-faults.ts';

/** What was found in a file. */
export interface CheckedFile {
  /** Null where it is no file of an annex that is known: its one fault then says what it is, and nothing else is told. */
  readonly annex: Annex | null;
  readonly rows: number;
  /** The cents of the annex's amounts, in the order of its columns. */
  readonly sums: readonly Cents[];
  readonly faults: readonly LineFault[];
  /** The faults of more lines than `faults` tells. */
  readonly repeated: readonly RepeatedFault[];
  /** What somebody should look at although nothing is wrong with it. */
  readonly remarks: { readonly told: readonly LineFault[]; readonly repeated: readonly RepeatedFault[] };
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
  readonly #named: Annex | null;
  readonly #seen = new Set<string>();
  readonly #faults: ToldFaults;
  readonly #remarks: ToldFaults;
  #annex: Annex | null = null;
  #rows = 0;
  #first = '';
  #hasColumns = false;
  #unchecked: string | null = null;
  #sums: readonly Cents[] = [];

  /** `limit`: how many faults are told; `named`: the annex that the file's name says, if any. */
  constructor(declared: Declared, limit: number, named: Annex | null = null) {
    this.#declared = declared;
    this.#named = named;
    this.#faults = new ToldFaults(limit);
    this.#remarks = new ToldFaults(limit);
  }

  /** `text`: a line without its end. */
  add(text: string): void {
    this.#rows += 1;
    const cells = text.split(';');
    if (this.#rows === 1) this.#first = text;
    this.#hasColumns ||= cells.length > 1;
    this.#unchecked ??= uncheckedAnnex(cells);
    const isHeading = this.#rows === 1 && cells.length > 1 && !cells.some((cell) => FIGURE.test(cell));
    this.#annex ??= isHeading ? null : (annexOfLine(cells) ?? this.#named);
    const problem = isHeading ? IS_HEADING : this.#problemOf(text, cells);
    if (problem !== null) this.#keep({ column: null, field: null, message: problem });
    if (this.#annex === null) return;
    const faults = this.#annex.faultsOf(cells, this.#declared);
    for (const fault of faults) this.#keep(fault);
    if (faults.length === 0)
      for (const remark of this.#annex.remarksOf(cells, this.#declared))
        this.#remarks.add(this.#rows, remark);
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
    this.#faults.add(this.#rows, fault);
  }

  result(): CheckedFile {
    const rows = this.#rows;
    const annex = rows === 0 ? this.#named : this.#annex;
    if (annex === null || (rows > 0 && !this.#hasColumns))
      return ofNoAnnex(
        whyForeignLines({
          rows,
          first: this.#first,
          hasColumns: this.#hasColumns,
          unchecked: this.#unchecked,
        }),
        rows,
      );
    const { told, repeated, count } = this.#faults;
    const remarks = { told: this.#remarks.told, repeated: this.#remarks.repeated };
    return { annex, rows, sums: this.#sums, faults: told, repeated, remarks, faultCount: count };
  }
}

function ofNoAnnex(message: string, rows: number): CheckedFile {
  const faults = [{ line: 0, column: null, field: null, message }];
  const remarks = { told: [], repeated: [] };
  return { annex: null, rows, sums: [], faults, repeated: [], remarks, faultCount: 1 };
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
  /** What has come before it is known whether this is a text; null from then on. */
  #head: Uint8Array | null = new Uint8Array();
  #foreign: string | null = null;

  constructor(name: string, { declared, limit }: FileOrder) {
    this.#name = name;
    this.#limit = limit;
    this.#check = new FileCheck(declared, limit, annexOfFileName(name));
  }

  add(bytes: Uint8Array): void {
    if (this.#head === null) this.#read(bytes);
    else {
      this.#head = concatenated([this.#head, bytes]);
      if (this.#head.length >= HEAD_BYTES) this.#begin(this.#head);
    }
  }

  #begin(head: Uint8Array): void {
    this.#head = null;
    this.#foreign = whyForeignHead(head.subarray(0, HEAD_BYTES));
    this.#read(head);
  }

  #read(bytes: Uint8Array): void {
    if (this.#foreign !== null) return;
    for (const line of this.#lines.push(bytes)) this.#check.add(line);
  }

  /** Known when the file has ended. */
  result(): CheckedWhole {
    if (this.#head !== null) this.#begin(this.#head);
    if (this.#foreign !== null) return { ...ofNoAnnex(this.#foreign, 0), badName: null };
    for (const line of this.#lines.end()) this.#check.add(line);
    const checked = this.#check.result();
    if (checked.annex === null) return { ...checked, badName: null };
    const ofBytes = this.#lines.faults().map((fault) => ({ ...fault, column: null, field: null }));
    return {
      ...checked,
      faults: [...ofBytes, ...checked.faults].slice(0, this.#limit),
      faultCount: ofBytes.length + checked.faultCount,
      badName: whyNotFileName(this.#name),
    };
  }
}

/** Checks a file that is there as a whole. */
export function checkFile(name: string, bytes: Uint8Array, order: FileOrder): CheckedWhole {
  const check = new WholeFileCheck(name, order);
  check.add(bytes);
  return check.result();
}
