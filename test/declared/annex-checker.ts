import { type AnnexKey, annexOfName, COLUMNS, letterOf } from './annex-columns.ts';
import type { CheckContext } from './cell-rules.ts';
import { type FileFault, faultsOfName, readBytes } from './file-bytes.ts';
import { NAMES, ROW_RULES, rowOf } from './row-rules.ts';

export interface CheckedAnnex {
  readonly annex: AnnexKey | null;
  readonly rows: readonly (readonly string[])[];
  readonly faults: readonly FileFault[];
}

/** Reads a file as the manual wants it, and says everything that is not so. Shares no code with the product. */
export function checkAnnex(file: string, bytes: Uint8Array, context: CheckContext): CheckedAnnex {
  const annex = annexOfName(file);
  const { rows, faults } = readBytes(bytes);
  if (annex === null)
    return { annex, rows, faults: [{ line: 0, column: null, why: 'a file of no annex' }, ...faults] };
  const found = rows.flatMap((cells, index) =>
    faultsOfRow(annex, cells, context).map((fault) => ({ line: index + 1, ...fault })),
  );
  return {
    annex,
    rows,
    faults: [...faultsOfName(file), ...faults, ...found, ...repeated(annex, rows)],
  };
}

function faultsOfRow(
  annex: AnnexKey,
  cells: readonly string[],
  context: CheckContext,
): readonly Omit<FileFault, 'line'>[] {
  const columns = COLUMNS[annex];
  if (cells.length !== columns.length)
    return [{ column: null, why: `${cells.length} columns instead of ${columns.length}` }];
  const ofCells = columns.flatMap((rule, index) => {
    const why = rule(cells[index] ?? '', context);
    return why === null ? [] : [{ column: letterOf(index), why }];
  });
  if (ofCells.length > 0) return ofCells;
  const row = rowOf(cells);
  return ROW_RULES[annex]
    .filter((rule) => !rule.holds(row, context))
    .map(({ column, why }) => ({ column, why }));
}

function repeated(annex: AnnexKey, rows: readonly (readonly string[])[]): readonly FileFault[] {
  const columns = NAMES[annex];
  if (columns === '') return [];
  const seen = new Set<string>();
  return rows.flatMap((cells, index) => {
    const row = rowOf(cells);
    const named = [...columns].map((letter) => row.text(letter)).join(';');
    if (!seen.has(named)) {
      seen.add(named);
      return [];
    }
    return [{ line: index + 1, column: columns.charAt(0), why: 'the same as in an earlier line' }];
  });
}
