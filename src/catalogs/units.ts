import type { CatalogEntry } from './catalog.ts';
import { units } from './data/units.ts';

const byCode: ReadonlyMap<string, CatalogEntry> = new Map(units.rows.map((entry) => [entry.code, entry]));

/** The unit of measure of a code (CAT-014, without leading zero), or null. The documents carry it as a number. */
export function unitByCode(code: string): CatalogEntry | null {
  return byCode.get(code) ?? null;
}
