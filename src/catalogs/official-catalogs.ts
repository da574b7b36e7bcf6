import type { Catalog, CatalogEntry, CatalogId } from './catalog.ts';
import { activities } from './data/activities.ts';
import { countries } from './data/countries.ts';
import { departments } from './data/departments.ts';
import { districts } from './data/districts.ts';
import { numberedCatalogs } from './data/numbered-catalogs.ts';
import { units } from './data/units.ts';
import { abroad } from './departments.ts';

const abroadEntry: CatalogEntry = { code: abroad.code, description: abroad.name };

function named(row: { readonly code: string; readonly name: string }): CatalogEntry {
  return { code: row.code, description: row.name };
}

const municipalities: readonly CatalogEntry[] = departments.rows.flatMap((department) =>
  department.municipalities.map((row) => ({ code: row.shortCode, description: row.name })),
);

/** The entries of the catalogs whose data have a module of their own. */
const entriesElsewhere: ReadonlyMap<CatalogId, readonly CatalogEntry[]> = new Map<
  CatalogId,
  readonly CatalogEntry[]
>([
  ['CAT-008', [abroadEntry, ...districts.rows.map(named)]],
  ['CAT-012', [...departments.rows.map(named), abroadEntry]],
  ['CAT-013', [abroadEntry, ...municipalities]],
  ['CAT-014', units.rows],
  ['CAT-019', activities.rows],
  ['CAT-020', countries.rows],
]);

/** CAT-001 to CAT-033 with all their entries, in the Ministry's order. */
export const officialCatalogs: readonly Catalog[] = numberedCatalogs.map((catalog) => ({
  ...catalog,
  entries: entriesElsewhere.get(catalog.id) ?? catalog.entries,
}));

/** Where a code stands twice (CAT-015 repeats D4 and D5 with the same words), its first entry holds. */
const entriesByCatalog: ReadonlyMap<CatalogId, ReadonlyMap<string, CatalogEntry>> = new Map(
  officialCatalogs.map(({ id, entries }) => [
    id,
    new Map(entries.toReversed().map((entry) => [entry.code, entry])),
  ]),
);

/** A catalog in which a code alone says what is meant; districts and municipalities need their department too. */
export type CodedCatalogId = Exclude<CatalogId, 'CAT-008' | 'CAT-013'>;

/** The entry of a code, exactly as the documents carry it (as text), or null. */
export function catalogEntry(catalog: CodedCatalogId, code: string): CatalogEntry | null {
  return entriesByCatalog.get(catalog)?.get(code) ?? null;
}
