import type { Cents } from '../money/decimal.ts';
import { byName } from '../records/by-name.ts';
import { centsOf } from './cents.ts';
import type { Period } from './period.ts';
import { mistake, type Objection, WRONG_SHAPE } from './portal-words.ts';

/** What a rule has against a line of an annex. */
export interface Finding extends Objection {
  /** The column's letter, as a spreadsheet names it; null for the whole line. */
  readonly column: string | null;
  /** What the Ministry's manual calls the column; null for the whole line. */
  readonly field: string | null;
}

/** An objection to a whole line, or to a whole file. */
export function ofWhole(objection: Objection): Finding {
  return { column: null, field: null, ...objection };
}

/** What a file is held against. */
export interface Declared {
  readonly period: Period;
  /** Whether the accountant writes credit notes below zero, against the manual's text. */
  readonly notesAreNegative: boolean;
}

/** A column of an annex. */
export interface AnnexColumn {
  /** What the manual calls it. */
  readonly field: string;
  /** Whether the control sheet adds it up. */
  readonly isAmount: boolean;
  /** What there is against a cell; null where there is nothing. */
  readonly whyNot: (cell: string, declared: Declared) => Objection | null;
  /** What Sello writes in every row; nothing where rows differ. */
  readonly always?: string;
}

type Columns = Readonly<Record<string, AnnexColumn>>;

/** A row of an annex by the names of its columns. */
export type AnnexRow<Name extends string> = Readonly<Record<Name, string>>;

/** What a row says in the columns in which rows differ. */
type WrittenRow<All extends Columns> = AnnexRow<
  { [Name in keyof All & string]: All[Name] extends { always: string } ? never : Name }[keyof All & string]
>;

/** What there is against a row whose cells can be read; null where there is nothing. */
export type RowRule<Name extends string> = (
  row: AnnexRow<Name>,
  declared: Declared,
) => RowFinding<Name> | null;

export interface RowFinding<Name extends string> extends Objection {
  readonly column: Name;
}

interface Definition<All extends Columns, Name extends string = keyof All & string> {
  /** What people call it in a command and in an address. */
  readonly key: string;
  /** What the manual calls it. */
  readonly title: string;
  /** In the order of the file. */
  readonly columns: All;
  readonly rules: readonly RowRule<Name>[];
  /** The columns by which a row is known again when its others have changed: no two rows of a file have the same. */
  readonly known: readonly Name[];
  /** Whether rows may be known by the same after all. */
  readonly mayRepeat?: true;
}

/** A file for the portal, and the rules for each line of it. */
export interface Annex {
  readonly key: string;
  readonly title: string;
  /** In the order of the file. */
  readonly columns: readonly AnnexColumn[];
  /** What the rules have against the cells of a line. */
  findingsOf(cells: readonly string[], declared: Declared): readonly Finding[];
  /** What a row is known by when its other cells have changed. */
  nameOf(cells: readonly string[]): string;
  /** What a line is about, which no other line of the file may be; null where lines may be alike. */
  aboutOf(cells: readonly string[]): string | null;
}

/** An annex that is written from rows. */
export interface WrittenAnnex<All extends Columns> extends Annex {
  cellsOf(row: WrittenRow<All>): readonly string[];
}

export function annexOf<All extends Columns>(definition: Definition<All>): WrittenAnnex<All> {
  const { key, title, columns, known, rules, mayRepeat = false } = definition;
  const names = Object.keys(columns).filter((name): name is keyof All & string =>
    Object.hasOwn(columns, name),
  );
  const list: readonly AnnexColumn[] = Object.values(columns);
  const inColumn = (at: number, { warrant, message }: Objection): Finding => {
    return { column: columnLetter(at), field: list[at]?.field ?? null, warrant, message };
  };
  const ofRow = (cells: readonly string[], declared: Declared) => {
    const row = byName(names, (name) => cells[names.indexOf(name)] ?? '');
    return rules
      .map((rule) => rule(row, declared))
      .filter((finding) => finding !== null)
      .map((finding) => inColumn(names.indexOf(finding.column), finding));
  };
  const nameOf = (cells: readonly string[]) =>
    known.map((name) => cells[names.indexOf(name)] ?? '').join(' ');
  return {
    key,
    title,
    columns: list,
    cellsOf: (row: Readonly<Record<string, string>>) =>
      names.map((name, at) => row[name] ?? list[at]?.always ?? lacksCell(name)),
    nameOf,
    aboutOf: (cells) => (mayRepeat || cells.length !== names.length ? null : nameOf(cells)),
    findingsOf: (cells, declared) => {
      if (cells.length !== names.length) return [wrongShape(cells.length, names.length)];
      const ofCells = cells.flatMap((cell, at) => {
        const objection = list[at] === undefined ? null : whyNotCell(list[at], cell, declared);
        return objection === null ? [] : [inColumn(at, objection)];
      });
      if (ofCells.some(({ warrant }) => warrant === 'portal')) return ofCells;
      const others = ofRow(cells, declared).filter(({ column }) =>
        ofCells.every((one) => one.column !== column),
      );
      return [...ofCells, ...others];
    },
  };
}

/** The screens of the portal want a value in every cell that the manual does not leave blank. */
function whyNotCell({ field, whyNot }: AnnexColumn, cell: string, declared: Declared): Objection | null {
  const objection = whyNot(cell, declared);
  return objection?.warrant === 'manual' && cell === ''
    ? mistake(WRONG_SHAPE, `${field} no puede quedar vacío`)
    : objection;
}

function lacksCell(name: string): never {
  throw new TypeError(`a row lacks its cell ${name}`);
}

function wrongShape(columns: number, expected: number): Finding {
  return ofWhole(mistake(WRONG_SHAPE, `tiene ${columns} columnas y deben ser ${expected}`));
}

/** A, B, ... Z, AA, as a spreadsheet names its columns; counted from 0. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (index % 26));
  return index < 26 ? last : `${columnLetter(Math.floor(index / 26) - 1)}${last}`;
}

/** Adds to sums the cents of a line's amounts, in the order of their columns; what is no amount counts as nothing. */
export function summed(
  sums: readonly Cents[],
  { columns }: Annex,
  cells: readonly string[],
): readonly Cents[] {
  return columns
    .flatMap(({ isAmount }, index) => (isAmount ? [centsOf(cells[index] ?? '')] : []))
    .map((cents, index) => cents + (sums[index] ?? 0n));
}
