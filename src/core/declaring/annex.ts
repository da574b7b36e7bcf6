import { centsIn } from './cents.ts';
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
}

/** A row of an annex by the names of its columns. */
export type AnnexRow<Name extends string> = Readonly<Record<Name, string>>;

/** Why the portal refuses a row although each of its cells is right; null where it takes it. */
export type RowRule<Name extends string> = (row: AnnexRow<Name>, declared: Declared) => RowFault<Name> | null;

export interface RowFault<Name extends string> {
  readonly column: Name;
  readonly message: string;
}

interface Definition<Name extends string> {
  /** What people call it in a command and in an address. */
  readonly key: string;
  /** What the manual calls it. */
  readonly title: string;
  /** In the order of the file. */
  readonly columns: Readonly<Record<Name, AnnexColumn>>;
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
export interface WrittenAnnex<Name extends string> extends Annex {
  cellsOf(row: AnnexRow<Name>): readonly string[];
}

export function annexOf<Name extends string>(definition: Definition<Name>): WrittenAnnex<Name> {
  const { key, title, columns, known, remarks = [], mayRepeat = false } = definition;
  const names = Object.keys(columns).filter((name): name is Name => Object.hasOwn(columns, name));
  const nameOf = (cells: readonly string[]) =>
    known.map((name) => cells[names.indexOf(name)] ?? '').join(' ');
  return {
    key,
    title,
    columns: names.map((name) => columns[name]),
    cellsOf: (row) => names.map((name) => row[name]),
    nameOf,
    aboutOf: (cells) => (mayRepeat || cells.length !== names.length ? null : nameOf(cells)),
    faultsOf: (cells, declared) => faultsIn({ definition, names }, cells, declared),
    remarksOf: (cells, declared) =>
      ruled({ definition: { columns, rules: remarks }, names }, cells, declared),
  };
}

interface Named<Name extends string> {
  readonly definition: Pick<Definition<Name>, 'columns' | 'rules'>;
  readonly names: readonly Name[];
}

/** The rules hold for rows of which each cell is right. */
function faultsIn<Name extends string>(
  named: Named<Name>,
  cells: readonly string[],
  declared: Declared,
): readonly AnnexFault[] {
  const { names, definition } = named;
  if (cells.length !== names.length) {
    const message = `${WRONG_SHAPE}: tiene ${cells.length} columnas y deben ser ${names.length}`;
    return [{ column: null, field: null, message }];
  }
  const wrongCells = names.flatMap((name, index) => {
    const message = definition.columns[name].whyNot(cells[index] ?? '', declared);
    return message === null ? [] : [inColumn(named, { column: name, message })];
  });
  return wrongCells.length > 0 ? wrongCells : ruled(named, cells, declared);
}

/** What the rules say of a row that has a cell for each column. */
function ruled<Name extends string>(
  named: Named<Name>,
  cells: readonly string[],
  declared: Declared,
): readonly AnnexFault[] {
  const row = rowOf(named.names, cells);
  return named.definition.rules
    .map((rule) => rule(row, declared))
    .filter((fault) => fault !== null)
    .map((fault) => inColumn(named, fault));
}

function inColumn<Name extends string>(
  { definition: { columns }, names }: Named<Name>,
  { column, message }: RowFault<Name>,
): AnnexFault {
  return { column: columnLetter(names.indexOf(column)), field: columns[column].field, message };
}

function rowOf<Name extends string>(names: readonly Name[], cells: readonly string[]): AnnexRow<Name> {
  const row: Readonly<Record<string, string>> = Object.fromEntries(
    names.map((name, index) => [name, cells[index] ?? '']),
  );
  if (!hasAll(row, names)) throw new TypeError('a row lacks a cell');
  return row;
}

function hasAll<Name extends string>(
  row: Readonly<Record<string, string>>,
  names: readonly Name[],
): row is AnnexRow<Name> {
  return names.every((name) => Object.hasOwn(row, name));
}

/** A, B, ... Z, AA, as a spreadsheet names its columns; counted from 0. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (index % 26));
  return index < 26 ? last : `${columnLetter(Math.floor(index / 26) - 1)}${last}`;
}

/** Adds to sums the cents of a line's amounts, in the order of their columns; what is no amount counts as nothing. */
export function summed(
  sums: readonly bigint[],
  { columns }: Annex,
  cells: readonly string[],
): readonly bigint[] {
  return columns
    .flatMap(({ isAmount }, index) => (isAmount ? [centsIn(cells[index] ?? '') ?? 0n] : []))
    .map((cents, index) => cents + (sums[index] ?? 0n));
}
