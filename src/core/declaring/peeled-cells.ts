import { type AnnexColumn, columnLetter, type Declared } from './annex.ts';
import { remark } from './portal-words.ts';
import type { LineFinding } from './told-findings.ts';

/** What other programs put around the text of a cell, which a reader sees through, and what is said of it. */
const SKINS = {
  quotes: 'Hay celdas entre comillas, y el archivo no debe llevarlas',
  blanks: 'Hay espacios que sobran en las celdas',
  letters: 'Hay letras minúsculas que deben ir en mayúsculas',
  decimals: 'Hay montos que no llevan dos decimales, que son los que el portal toma',
  cells: 'Hay celdas vacías que sobran al final de las filas',
} as const;
type Skin = keyof typeof SKINS;

/** A skin that a cell had, and where; null where the whole row has it. */
interface Worn {
  readonly skin: Skin;
  readonly column: number | null;
}

/** Cells without their skins. */
export interface PeeledCells {
  readonly cells: readonly string[];
  readonly worn: readonly Worn[];
}

/** A cell behind a separator: in quotes, in which a quote is written twice, or without. */
const CELL = /;(?:\s*"((?:[^"]|"")*)"\s*(?=;|$)|([^;]*))/g;

/** The cells of a line, without the quotes and the blanks around them. */
export function cellsIn(line: string): PeeledCells {
  const inQuotes = line.includes('"') ? [...`;${line}`.matchAll(CELL)] : [];
  const isQuoted = inQuotes.some(([, quoted]) => quoted !== undefined);
  const raw = isQuoted
    ? inQuotes.map(([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare)
    : line.split(';');
  const cells = raw.map((cell) => cell.trim());
  const blanks = raw.flatMap((cell, column) =>
    cell === cells[column] ? [] : [{ skin: 'blanks', column } as const],
  );
  return { cells, worn: [...(isQuoted ? [{ skin: 'quotes', column: null } as const] : []), ...blanks] };
}

/** Cells without the empty ones behind the last of so many columns. */
function withoutEmptyEnd({ cells, worn }: PeeledCells, columns: number): PeeledCells {
  if (cells.length <= columns || cells.slice(columns).some((cell) => cell !== '')) return { cells, worn };
  return { cells: cells.slice(0, columns), worn: [...worn, { skin: 'cells', column: null }] };
}

/** Every skin within a cell, in the order in which they are taken off. */
const WITHIN: readonly (readonly [skin: Skin, peel: (cell: string) => string])[] = [
  ['blanks', (cell) => cell.replace(/\s+/g, '')],
  ['letters', (cell) => cell.toUpperCase()],
  ['decimals', withCents],
];

function withCents(cell: string): string {
  const [, sign, units = '', cents = ''] = /^(-?)([0-9]*)(?:\.([0-9]*))?$/.exec(cell) ?? [];
  if (sign === undefined || units + cents === '') return cell;
  return `${sign}${units || '0'}.${cents.padEnd(2, '0').slice(0, 2)}`;
}

/** The cells of a row of an annex without whatever keeps its columns from taking them, or from saying what is wrong with them. */
export function peeledRow(
  line: PeeledCells,
  columns: readonly AnnexColumn[],
  declared: Declared,
): PeeledCells {
  const { cells, worn } = withoutEmptyEnd(line, columns.length);
  if (cells.length !== columns.length) return line;
  const all = [...worn];
  const peeled = cells.map((cell, at) => {
    const [inner, skins] = peeledCell(cell, (one) => columns[at]?.whyNot(one, declared)?.message ?? null);
    all.push(...skins.map((skin) => ({ skin, column: at })));
    return inner;
  });
  return { cells: peeled, worn: all };
}

function peeledCell(
  cell: string,
  whyNot: (cell: string) => string | null,
): readonly [string, readonly Skin[]] {
  const before = whyNot(cell);
  if (before === null) return [cell, []];
  const worn: Skin[] = [];
  let peeled = cell;
  for (const [skin, peel] of WITHIN) {
    const next = peel(peeled);
    if (next === peeled) continue;
    peeled = next;
    worn.push(skin);
    if (whyNot(peeled) === null) return [peeled, worn];
  }
  return whyNot(peeled) === before ? [cell, []] : [peeled, worn];
}

interface WornRows {
  readonly first: number;
  rows: number;
  last: number;
  readonly columns: Set<number>;
}

/** The skins of a file, of each of which something is said once. */
export class WornSkins {
  readonly #skins = new Map<Skin, WornRows>();

  add(line: number, worn: PeeledCells['worn']): void {
    for (const { skin, column } of worn) {
      const its = this.#skins.get(skin) ?? { first: line, rows: 0, last: 0, columns: new Set<number>() };
      this.#skins.set(skin, its);
      if (its.last !== line) its.rows += 1;
      its.last = line;
      if (column !== null) its.columns.add(column);
    }
  }

  findings(): readonly LineFinding[] {
    return [...this.#skins].map(([skin, worn]) => ({
      line: 0,
      column: null,
      field: null,
      ...remark(`${SKINS[skin]} (${whereOf(worn)})`),
    }));
  }
}

function whereOf({ columns, rows, first }: WornRows): string {
  const letters = [...columns].toSorted((one, other) => one - other).map(columnLetter);
  const inColumns = `${letters.length === 1 ? 'columna' : 'columnas'} ${letters.join(', ')}; `;
  const inRows = rows === 1 ? `1 fila, la ${first}` : `${rows} filas, desde la ${first}`;
  return `${letters.length === 0 ? '' : inColumns}${inRows}`;
}
