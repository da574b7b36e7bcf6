import type { Annex, Declared } from './annex.ts';
import { CONSUMERS } from './annexes/consumers.ts';
import { EXCLUDED_SUBJECTS } from './annexes/excluded-subjects.ts';
import { INVALIDATED_DOCUMENTS } from './annexes/invalidated.ts';
import { PERCEPTIONS } from './annexes/perceptions.ts';
import { TAXPAYERS } from './annexes/taxpayers.ts';
import { WITHHELD_INCOME_TAX } from './annexes/withheld-income-tax.ts';

/** Every file that Sello writes and checks. */
export const ANNEXES: readonly Annex[] = [
  TAXPAYERS,
  CONSUMERS,
  EXCLUDED_SUBJECTS,
  PERCEPTIONS,
  INVALIDATED_DOCUMENTS,
  WITHHELD_INCOME_TAX,
];

export function annexNamed(key: string): Annex | null {
  return ANNEXES.find((annex) => annex.key === key) ?? null;
}

/** Which annex the name of a file says, as Sello and most programs write it: `anexo01-2026-11.csv`; null for none. */
export function annexOfFileName(name: string): Annex | null {
  const [, number, key] = /^(?:anexo[ _-]?0*([0-9]{1,2})|(anulados|f14))(?![0-9])/i.exec(name) ?? [];
  return annexNamed(number ?? key?.toLowerCase() ?? '');
}

/** The lengths of the files without the annex's number in their rows tell them apart. */
const INVALIDATED_COLUMNS = INVALIDATED_DOCUMENTS.columns.length;
const WITHHELD_COLUMNS = WITHHELD_INCOME_TAX.columns.length;

/** Which annex a line is of, by its last cell, or by its length where the annex has no number; null for none that is known. */
export function annexOfLine(cells: readonly string[], declared: Declared): Annex | null {
  const numbered = annexNamed(cells.at(-1) ?? '');
  if (numbered !== null && numbered.columns.length === cells.length) return numbered;
  if (cells.length === INVALIDATED_COLUMNS) return INVALIDATED_DOCUMENTS;
  if (cells.length === WITHHELD_COLUMNS) return WITHHELD_INCOME_TAX;
  return ANNEXES.find((annex) => lacksItsNumber(annex, cells, declared)) ?? numbered;
}

/** Whether these are the cells of an annex without its number, as other programs write them: most of its columns take them. */
function lacksItsNumber(annex: Annex, cells: readonly string[], declared: Declared): boolean {
  if (!/^[0-9]+$/.test(annex.key) || cells.length + 1 !== annex.columns.length) return false;
  return annex.findingsOf([...cells, annex.key], declared).length * 3 < annex.columns.length;
}
