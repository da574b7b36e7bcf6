import type { Warrant } from '../../src/core/declaring/portal-words.ts';
import type { AnnexKey } from './annex-columns.ts';

type Cells = readonly string[];
type Rows = readonly Cells[];

/** A mistake in a file that somebody might make, or a program. */
export interface PlantedFault {
  readonly name: string;
  readonly annex: AnnexKey;
  /** What it is to a checker of the file alone: a mistake by the portal's words, a remark, or nothing, where only the documents show it. */
  readonly warrant: Warrant | null;
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
  more?: { readonly where?: (row: Cells) => boolean; readonly warrant?: Warrant | null },
];

/** Mistakes in one cell of the first row that each of them changes. */
export function inCells(annex: AnnexKey, faults: readonly CellFault[]): readonly PlantedFault[] {
  return faults.map(([letter, name, change, { where = () => true, ...more } = {}]) => {
    const column = columnOf(letter);
    const plant = ({ rows, ...file }: FileParts): FileParts => {
      const row = rowWhere(
        rows,
        (cells) => where(cells) && change(cells[column] ?? '', cells) !== cells[column],
      );
      const cells = rows[row] ?? [];
      return { ...file, rows: rows.with(row, cells.with(column, change(cells[column] ?? '', cells))) };
    };
    return { name: `annex ${annex}, ${letter}: ${name}`, annex, warrant: 'portal', ...more, plant };
  });
}

export function inRows(annex: AnnexKey, name: string, plant: (rows: Rows) => Rows): PlantedFault {
  return {
    name: `annex ${annex}: ${name}`,
    annex,
    warrant: 'portal',
    plant: ({ rows, ...file }) => ({ ...file, rows: plant(rows) }),
  };
}

/** What stands beside a mistake in a cell that the manual alone is against. */
export const BY_THE_MANUAL = { warrant: 'manual' } as const;

/** Mistakes in rows that the manual alone is against. */
export function remarkedInRows(...fault: Parameters<typeof inRows>): PlantedFault {
  return { ...inRows(...fault), ...BY_THE_MANUAL };
}

/** Mistakes in rows that only who knows the documents sees. */
export function unseenInRows(...fault: Parameters<typeof inRows>): PlantedFault {
  return { ...inRows(...fault), warrant: null };
}

export function inBytes(
  name: string,
  encode: (encoded: Uint8Array) => Uint8Array,
  annex: AnnexKey = '1',
): PlantedFault {
  return {
    name: `bytes: ${name}`,
    annex,
    warrant: 'portal',
    plant: (file) => ({ ...file, encode: (rows) => encode(file.encode(rows)) }),
  };
}

export function remarkedInBytes(...fault: Parameters<typeof inBytes>): PlantedFault {
  return { ...inBytes(...fault), ...BY_THE_MANUAL };
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
