import type { Cents } from '../money/decimal.ts';
import { byName } from '../records/by-name.ts';
import { centsOf } from './cents.ts';
import type { Period } from './period.ts';
import { WRONG_SHAPE } from './portal-words.ts';

/** What is wrong with a line of an annex. */
export interface AnnexFault {
  /** The column's letter, as a spreadsheet names it; null for the whole line. */
  readonly column: string | null;
  /** What the Ministry's manual calls the column; null for the whole line. */
  readonly field: string | null;
  /** In the portal's own words where they are known, as one sentence without a point. */
  readonly message: string;
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
  /** Why the portal refuses a cell, in its words where they are known; null where it takes it. */
  readonly whyNot: (cell: string, declared: Declared) => string | null;
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

/** Why the portal refuses a row although each of its cells is right; null where it takes it. */
export type RowRule<Name extends string> = (row: AnnexRow<Name>, declared: Declared) => RowFault<Name> | null;

export interface RowFault<Name extends string> {
  readonly column: Name;
  readonly message: string;
}

interface Definition<All extends Columns, Name extends string = keyof All & string> {
  /** What people call it in a command and in an address. */
  readonly key: string;
  /** What the manual calls it. */
  readonly title: string;
  /** In the order of the file. */
  readonly columns: All;
  readonly rules: readonly RowRule<Name>[];
  /** What somebody should look at in a row that the portal may take; nothing unless told. */
  readonly remarks?: readonly RowRule<Name>[];
  /** The columns by which a row is known again when its others have changed: no two rows of a file have the same. */
  readonly known: readonly Name[];
  /** Whether rows may be known by the same after all. */
  readonly mayRepeat?: true;
}

/** A file that the portal takes, and what it holds each line to. */
export interface Annex {
  readonly key: string;
  readonly title: string;
  /** In the order of the file. */
  readonly columns: readonly Pick<AnnexColumn, 'field' | 'isAmount'>[];
  /** What is wrong with the cells of a line; nothing where the portal takes it. */
  faultsOf(cells: readonly string[], declared: Declared): readonly AnnexFault[];
  /** What somebody should look at in a line in which nothing is wrong. */
  remarksOf(cells: readonly string[], declared: Declared): readonly AnnexFault[];
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
  const { key, title, columns, known, rules, remarks = [], mayRepeat = false } = definition;
  const names = Object.keys(columns).filter((name): name is keyof All & string =>
    Object.hasOwn(columns, name),
  );
  const list: readonly AnnexColumn[] = Object.values(columns);
  const inColumn = (at: number, message: string): AnnexFault => {
    return { column: columnLetter(at), field: list[at]?.field ?? null, message };
  };
  const ruled = (by: typeof rules, cells: readonly string[], declared: Declared) => {
    const row = byName(names, (name) => cells[names.indexOf(name)] ?? '');
    return by
      .map((rule) => rule(row, declared))
      .filter((fault) => fault !== null)
      .map(({ column, message }) => inColumn(names.indexOf(column), message));
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
    faultsOf: (cells, declared) => {
      if (cells.length !== names.length) return [wrongShape(cells.length, names.length)];
      const wrong = cells.flatMap((cell, at) => {
        const message = list[at]?.whyNot(cell, declared) ?? null;
        return message === null ? [] : [inColumn(at, message)];
      });
      return wrong.length > 0 ? wrong : ruled(rules, cells, declared);
    },
    remarksOf: (cells, declared) => ruled(remarks, cells, declared),
  };
}

function lacksCell(name: string): never {
  throw new TypeError(`a row lacks its cell ${name}`);
}

function wrongShape(columns: number, expected: number): AnnexFault {
  const message = `${WRONG_SHAPE}: tiene ${columns} columnas y deben ser ${expected}`;
  return { column: null, field: null, message };
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
