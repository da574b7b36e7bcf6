import type { CatalogEntry, Department, District } from './catalog.ts';
import { activities } from './data/activities.ts';
import { departments } from './data/departments.ts';
import { districts } from './data/districts.ts';
import { units } from './data/units.ts';
import { departmentByCode, municipality } from './departments.ts';
import { foldText } from './fold.ts';
import { offeredCatalogs } from './offered-catalogs.ts';

/** Specification, part 8. */
const maximumActivities = 50;
const districtsPerPage = 20;

/** Longer texts match nothing, as no catalog has such a name; folding them would only cost time. */
const maximumSearchLength = 1000;

/** An activity or a unit, as specification 2.7 has it on the wire. */
export interface CodeItem {
  readonly code: string;
  readonly description: string;
}

/** A municipality inside a department, as specification 2.7 has it on the wire. */
export interface MunicipalityItem {
  readonly code: string;
  readonly short_code: string;
  readonly name: string;
}

/** A department, as specification 2.7 has it on the wire. */
export interface DepartmentItem {
  readonly code: string;
  readonly name: string;
  readonly municipalities: readonly MunicipalityItem[];
}

/** A district, as specification 2.7 has it on the wire; `municipality_code` has four digits. */
export interface DistrictItem {
  readonly id: string;
  /** The district with its municipality and department, for a list to choose from. */
  readonly text: string;
  readonly name: string;
  /** What a request sends as `district_code`. */
  readonly code: string;
  readonly municipality: string;
  readonly department: string;
  readonly municipality_code: string;
  readonly department_code: string;
}

interface Searchable<Item> {
  readonly item: Item;
  readonly folded: string;
}

/** The folded search, empty where everything is meant; null where nothing can match. */
function foldedSearch(search: string | undefined): string | null {
  if (search === undefined) return '';
  return search.length > maximumSearchLength ? null : foldText(search);
}

function matching<Item>(list: readonly Searchable<Item>[], search: string | undefined): readonly Item[] {
  const wanted = foldedSearch(search);
  if (wanted === null) return [];
  return list.filter(({ folded }) => folded.includes(wanted)).map(({ item }) => item);
}

function codeItem({ code, description }: CatalogEntry): Searchable<CodeItem> {
  // The line break keeps a search from matching across the end of the code, since folding leaves none.
  return { item: { code, description }, folded: `${code}\n${foldText(description)}` };
}

const activityItems = activities.rows.map(codeItem);
const unitItems = units.rows.map(codeItem);

/** Economic activities whose code or description contains the search; the first `most` in order of their codes. */
export function searchActivities(search?: string, most = maximumActivities): readonly CodeItem[] {
  return matching(activityItems, search).slice(0, most);
}

/** Units of measure whose code or description contains the search, in the Ministry's order. */
export function searchUnits(search?: string): readonly CodeItem[] {
  return matching(unitItems, search);
}

const offeredItems: ReadonlyMap<string, readonly Searchable<CodeItem>[]> = new Map(
  offeredCatalogs.map(({ name, entries }) => [name, entries.map(codeItem)]),
);

/** Entries of an offered catalog whose code or description contains the search; null where there is no such catalog. */
export function searchCatalog(name: string, search?: string): readonly CodeItem[] | null {
  const items = offeredItems.get(name);
  return items === undefined ? null : matching(items, search);
}

function departmentItem(department: Department): {
  readonly item: DepartmentItem;
  readonly folded: string;
  readonly municipalities: readonly Searchable<MunicipalityItem>[];
} {
  const municipalities = department.municipalities.map(({ code, shortCode, name }) => ({
    item: { code, short_code: shortCode, name },
    folded: foldText(name),
  }));
  return {
    item: {
      code: department.code,
      name: department.name,
      municipalities: municipalities.map(({ item }) => item),
    },
    folded: foldText(department.name),
    municipalities,
  };
}

const departmentItems = departments.rows.map(departmentItem);

/**
 * Departments whose own name contains the search, whole, and departments of which only municipalities match, with
 * those municipalities alone. As every municipality repeats its department's name, `usulután norte` gives one
 * municipality where `usulután` gives the department.
 */
export function searchDepartments(search?: string): readonly DepartmentItem[] {
  const wanted = foldedSearch(search);
  if (wanted === null) return [];
  return departmentItems.flatMap(({ item, folded, municipalities }) => {
    if (folded.includes(wanted)) return [item];
    const matches = municipalities.filter((row) => row.folded.includes(wanted)).map((row) => row.item);
    return matches.length === 0 ? [] : [{ ...item, municipalities: matches }];
  });
}

function districtItem(district: District): DistrictItem {
  const { id, code, name, departmentCode, municipalityShortCode } = district;
  const municipalityName = municipality(departmentCode, municipalityShortCode)?.name ?? '';
  const departmentName = departmentByCode(departmentCode)?.name ?? '';
  return {
    id,
    text: `${name}, ${municipalityName}, ${departmentName}`,
    name,
    code,
    municipality: municipalityName,
    department: departmentName,
    municipality_code: departmentCode + municipalityShortCode,
    department_code: departmentCode,
  };
}

const districtItems = districts.rows.map((district) => ({
  item: districtItem(district),
  folded: foldText(district.name),
}));

/** Every district, in the Ministry's order. */
export function allDistricts(): readonly DistrictItem[] {
  return districtItems.map(({ item }) => item);
}

const districtAliases = districts.rows.flatMap((district) =>
  (district.aliases ?? []).map((alias) => ({ item: districtItem(district), folded: foldText(alias) })),
);

/**
 * Districts whose name contains the search, 20 a page, in the Ministry's order (department, then code). Where no name
 * does, other names in use are tried (`nueva san salvador` finds Santa Tecla). A page below 1, or not whole, is read
 * as the nearest page that exists; one past the end is empty.
 */
export function searchDistricts(q?: string, page = 1) {
  const byName = matching(districtItems, q);
  const found = byName.length > 0 ? byName : matching(districtAliases, q);
  const start = (Math.max(1, Math.trunc(page) || 1) - 1) * districtsPerPage;
  const end = start + districtsPerPage;
  return { results: found.slice(start, end), pagination: { more: found.length > end } };
}
