import type { AnnexKey } from './annex-columns.ts';

type Cells = readonly string[];
type Rows = readonly Cells[];

/** A mistake in a file that somebody might make, or a program. */
export interface PlantedFault {
  readonly name: string;
  readonly annex: AnnexKey;
  /** Whether the file alone shows it; else only who knows the documents sees it. */
  readonly isSeenInFile: boolean;
  /** The same file with the mistake; throws where the file has no row for it. */
  plant(file: FileParts): FileParts;
}

/** A file taken apart, so that mistakes can be put in. */
export interface FileParts {
  readonly name: string;
  readonly rows: Rows;
  /** How the lines become bytes. */
  readonly encode: (rows: Rows) => Uint8Array;
}

type Change = (cell: string, row: Cells) => string;

export function rowWhere(rows: Rows, fits: (row: Cells) => boolean): number {
  const index = rows.findIndex(fits);
  if (index === -1) throw new Error('no row for this fault');
  return index;
}

export function columnOf(letter: string): number {
  return letter.charCodeAt(0) - 'A'.charCodeAt(0);
}

type CellFault = readonly [
  letter: string,
  name: string,
  change: Change,
  more?: { readonly where?: (row: Cells) => boolean; readonly isSeenInFile?: boolean },
];

/** Mistakes in one cell of the first row that each of them changes. */
export function inCells(annex: AnnexKey, faults: readonly CellFault[]): readonly PlantedFault[] {
  return faults.map(([letter, name, change, { where = () => true, isSeenInFile = true } = {}]) => {
    const column = columnOf(letter);
    const plant = ({ rows, ...file }: FileParts): FileParts => {
      const row = rowWhere(
        rows,
        (cells) => where(cells) && change(cells[column] ?? '', cells) !== cells[column],
      );
      const cells = rows[row] ?? [];
      return { ...file, rows: rows.with(row, cells.with(column, change(cells[column] ?? '', cells))) };
    };
    return { name: `annex ${annex}, ${letter}: ${name}`, annex, isSeenInFile, plant };
  });
}

export function inRows(annex: AnnexKey, name: string, plant: (rows: Rows) => Rows): PlantedFault {
  return {
    name: `annex ${annex}: ${name}`,
    annex,
    isSeenInFile: true,
    plant: ({ rows, ...file }) => ({ ...file, rows: plant(rows) }),
  };
}

/** Mistakes in rows that only who knows the documents sees. */
export function unseenInRows(...fault: Parameters<typeof inRows>): PlantedFault {
  return { ...inRows(...fault), isSeenInFile: false };
}

export function inBytes(
  name: string,
  encode: (encoded: Uint8Array) => Uint8Array,
  annex: AnnexKey = '1',
): PlantedFault {
  return {
    name: `bytes: ${name}`,
    annex,
    isSeenInFile: true,
    plant: (file) => ({ ...file, encode: (rows) => encode(file.encode(rows)) }),
  };
}

export const as =
  (cell: string): Change =>
  () =>
    cell;
export const sub =
  (pattern: RegExp, instead: string): Change =>
  (cell) =>
    cell.replace(pattern, instead);
export const isNil = (cell: string | undefined) => cell === '0.00';
export const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
export const cent: Change = (cell) => (Number(cell) + 0.01).toFixed(2);
export const dollars =
  (count: number): Change =>
  (cell) =>
    (Number(cell) + count).toFixed(2);
export const isType = (letter: string, type: string) => (row: Cells) => row[columnOf(letter)] === type;
export const isOwn = (row: Cells) => row[0]?.endsWith('/11/2026') === true;
export const isTaxed = (row: Cells) => isOwn(row) && row[2] === '01' && Number(row[13]) > 1;
