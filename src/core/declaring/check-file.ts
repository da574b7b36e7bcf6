import type { Cents } from '../money/decimal.ts';
import { type Annex, type Declared, type Finding, ofWhole, summed } from './annex.ts';
import { whyNotFileName } from './annex-text.ts';
import { annexOfFileName, annexOfLine } from './annexes.ts';
import { concatenated } from './bytes.ts';
import { FileLines } from './file-lines.ts';
import { HEAD_BYTES, uncheckedAnnex, whyForeignHead, whyForeignLines } from './foreign-file.ts';
import { cellsIn, type PeeledCells, peeledRow, WornSkins } from './peeled-cells.ts';
import { mistake, remark, WRONG_SHAPE } from './portal-words.ts';
import { type LineFinding, type Told, ToldFindings } from './told-findings.ts';

/** What was found in a file. */
export interface CheckedFile {
  /** Null where it is no file of an annex that is known: its one fault then says what it is, and nothing else is told. */
  readonly annex: Annex | null;
  readonly rows: number;
  /** How many of the rows are of another shape than the annex, and so in no sum. */
  readonly unsummed: number;
  /** The cents of the annex's amounts, in the order of its columns; none where no row is in a sum. */
  readonly sums: readonly Cents[];
  /** What the portal refuses in its own words. */
  readonly faults: Told;
  /** What the manual alone has otherwise. */
  readonly remarks: Told;
}

const IS_HEADING = mistake(WRONG_SHAPE, 'parece un encabezado, y el archivo no debe llevar ninguno');
const IS_OF_NO_ANNEX = mistake(WRONG_SHAPE, 'no es de ningún anexo conocido');
const BYTE_ORDER_MARK = '\uFEFF';
const HAS_MARK = mistake(
  WRONG_SHAPE,
  'el archivo empieza con una marca de UTF-8 (BOM), que se pega a la primera celda',
);
/** Whatever ends no line and is no character. */
const CONTROL = /[\p{Cc}\uFFFD]/u;

const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;

/** Whether a cell has digits and no letters: no cell of a heading has, and some of each line of an annex. */
function isFigure(cell: string): boolean {
  return DIGIT.test(cell) && !LETTER.test(cell);
}

/** Checks a file line by line; which annex it is says its first line that is of one, else its name. */
export class FileCheck {
  readonly #declared: Declared;
  readonly #named: Annex | null;
  readonly #seen = new Set<string>();
  readonly #skins = new WornSkins();
  readonly #faults: ToldFindings;
  readonly #remarks: ToldFindings;
  readonly #ofFile: LineFinding[] = [];
  #annex: Annex | null = null;
  #rows = 0;
  #summed = 0;
  #headings = 0;
  #first = '';
  #least = Number.POSITIVE_INFINITY;
  #most = 0;
  #unchecked: string | null = null;
  #sums: readonly Cents[] = [];

  /** `limit`: how many findings are told; `named`: the annex that the file's name says, if any. */
  constructor(declared: Declared, limit: number, named: Annex | null = null) {
    this.#declared = declared;
    this.#named = named;
    this.#faults = new ToldFindings(limit);
    this.#remarks = new ToldFindings(limit);
  }

  /** `text`: a line without its end. */
  add(text: string): void {
    this.#rows += 1;
    const hasMark = this.#rows === 1 && text.startsWith(BYTE_ORDER_MARK);
    if (hasMark) this.#ofFile.push({ line: 0, ...ofWhole(HAS_MARK) });
    const row = hasMark ? text.slice(BYTE_ORDER_MARK.length) : text;
    if (this.#rows === 1) this.#first = row;
    this.#addRow(row);
  }

  #addRow(text: string): void {
    const line = cellsIn(text);
    const { cells } = line;
    this.#measure(cells.length);
    this.#unchecked ??= uncheckedAnnex(cells);
    if (this.#rows === 1 && cells.length > 1 && !cells.some(isFigure)) {
      this.#headings += 1;
      this.#keep(ofWhole(IS_HEADING));
      return;
    }
    this.#annex ??= annexOfLine(cells.slice(0, lastFilled(cells) + 1), this.#declared) ?? this.#named;
    if (this.#annex === null) this.#keep(ofWhole(IS_OF_NO_ANNEX));
    else this.#check(this.#annex, peeledRow(line, this.#annex.columns, this.#declared));
    if (CONTROL.test(text)) this.#keep(ofWhole(remark('La fila tiene un carácter de control')));
  }

  #measure(columns: number): void {
    if (columns < 2) return;
    this.#least = Math.min(this.#least, columns);
    this.#most = Math.max(this.#most, columns);
  }

  #check(annex: Annex, { cells, worn }: PeeledCells): void {
    this.#skins.add(this.#rows, worn);
    for (const finding of annex.findingsOf(cells, this.#declared)) this.#keep(finding);
    if (cells.length !== annex.columns.length) return;
    this.#summed += 1;
    this.#sums = summed(this.#sums, annex, cells);
    const about = annex.aboutOf(cells);
    if (about === null) return;
    if (this.#seen.has(about)) this.#keep(ofWhole(remark('La fila está repetida')));
    this.#seen.add(about);
  }

  #keep(finding: Finding): void {
    (finding.warrant === 'portal' ? this.#faults : this.#remarks).add(this.#rows, finding);
  }

  /** `others`: what there is against the file besides its lines. */
  result(others: readonly LineFinding[] = []): CheckedFile {
    const rows = this.#rows;
    const annex = rows === 0 ? this.#named : this.#annex;
    if (annex === null || (rows > 0 && this.#most === 0))
      return ofNoAnnex(
        whyForeignLines({
          rows,
          first: this.#first,
          hasColumns: this.#most > 0,
          unchecked: this.#unchecked,
          widths: { least: this.#least, most: this.#most },
        }),
        rows,
      );
    const ofFile = [...this.#ofFile, ...others, ...this.#skins.findings()];
    return {
      annex,
      rows,
      unsummed: rows - this.#summed - this.#headings,
      sums: rows === 0 ? summed([], annex, []) : this.#sums,
      faults: this.#faults.result(ofFile.filter(({ warrant }) => warrant === 'portal')),
      remarks: this.#remarks.result(ofFile.filter(({ warrant }) => warrant === 'manual')),
    };
  }
}

/** Which cell is the last that is not empty. */
function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '');
}

function ofNoAnnex(message: string, rows: number): CheckedFile {
  const fault: LineFinding = { line: 0, column: null, field: null, warrant: 'portal', message };
  return {
    annex: null,
    rows,
    unsummed: rows,
    sums: [],
    faults: { told: [fault], repeated: [], count: 1 },
    remarks: { told: [], repeated: [], count: 0 },
  };
}

export interface FileOrder {
  readonly declared: Declared;
  /** How many faults are told, and how many remarks. */
  readonly limit: number;
}

/** Checks a file by its name and its bytes, while they come: the lines, their ends, and how the bytes stand for letters. */
export class WholeFileCheck {
  readonly #name: string;
  readonly #lines = new FileLines();
  readonly #check: FileCheck;
  /** What has come before it is known whether this is a text; null from then on. */
  #head: Uint8Array | null = new Uint8Array();
  #foreign: string | null = null;

  constructor(name: string, { declared, limit }: FileOrder) {
    this.#name = name;
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
  result(): CheckedFile {
    if (this.#head !== null) this.#begin(this.#head);
    if (this.#foreign !== null) return ofNoAnnex(this.#foreign, 0);
    for (const line of this.#lines.end()) this.#check.add(line);
    const badName = whyNotFileName(this.#name);
    const ofName = badName === null ? [] : [{ line: 0, ...ofWhole(badName) }];
    return this.#check.result([...ofName, ...this.#lines.findings()]);
  }
}

/** Checks a file that is there as a whole. */
export function checkFile(name: string, bytes: Uint8Array, order: FileOrder): CheckedFile {
  const check = new WholeFileCheck(name, order);
  check.add(bytes);
  return check.result();
}
