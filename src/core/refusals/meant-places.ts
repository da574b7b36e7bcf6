import type { CatalogEntry } from '../../catalogs/catalog.ts';
import { departments } from '../../catalogs/data/departments.ts';
import { districts } from '../../catalogs/data/districts.ts';
import { municipality } from '../../catalogs/departments.ts';
import { districtOfLegacyMunicipality } from '../../catalogs/districts.ts';
import { likeEntries, meantEntries, type NamedEntry, namedEntries } from '../../catalogs/meant-entries.ts';

/** What was sent beside the words for a place, as codes or as words. */
export interface SentPlace {
  readonly department?: string | undefined;
  readonly municipality?: string | undefined;
}

/** The fields in which words are looked for within the place that was sent beside them. */
export const PLACE_FIELDS = ['municipality', 'district', 'district_code'] as const;
export type PlaceField = (typeof PLACE_FIELDS)[number];

/** A municipality or a district, and where it lies. */
interface Place extends NamedEntry {
  readonly kind: 'municipality' | 'district';
  readonly departmentCode: string;
  readonly shortCode: string;
}

export const DEPARTMENTS: readonly CatalogEntry[] = departments.rows.map(({ code, name }) => ({
  code,
  description: name,
}));

const MUNICIPALITIES: readonly Place[] = departments.rows.flatMap((department) =>
  department.municipalities.map(({ code, shortCode, name }) => ({
    kind: 'municipality',
    code,
    description: name,
    departmentCode: department.code,
    shortCode,
  })),
);
const DISTRICTS: readonly Place[] = districts.rows.map((district) => ({
  kind: 'district',
  code: district.id,
  description: district.name,
  looseNames: district.aliases ?? [],
  departmentCode: district.departmentCode,
  shortCode: district.municipalityShortCode,
}));

/**
 * The places that words in the field may mean, each as a caller sends it: `"0623" (San Salvador Centro)`, or `district
 * "062102" (Apopa, San Salvador Oeste)` where the field itself takes no district's identifier. They lie where the codes or
 * words beside them say, because another place of that name is another address.
 */
export function meantPlaces(field: PlaceField, text: string, sent: SentPlace): readonly string[] {
  const department = departmentMeant(sent);
  const inside = (place: Place): boolean => department === null || place.departmentCode === department;
  if (field === 'municipality') return municipalitiesMeant(text, inside).map((place) => shown(place, field));
  const short = department === null ? null : municipalityMeant(department, sent.municipality ?? '');
  const candidates = DISTRICTS.filter(
    (place) => inside(place) && (short ?? place.shortCode) === place.shortCode,
  );
  return meantEntries(candidates, text).map((place) => shown(place, field));
}

/** A place of that very name comes first, of today or, as a district, of before 2024. */
function municipalitiesMeant(text: string, inside: (place: Place) => boolean): readonly Place[] {
  const [today, before] = [MUNICIPALITIES.filter(inside), DISTRICTS.filter(inside)];
  const named = [namedEntries(today, text), namedEntries(before, text)].find(({ length }) => length > 0);
  return named ?? likeEntries([...today, ...before], text);
}

/** The department's code where one was sent, or words that mean one; null where they tell nothing. */
function departmentMeant({ department = '' }: SentPlace): string | null {
  if (department !== '' && !/\p{L}/u.test(department)) return department;
  return only(namedEntries(DEPARTMENTS, department))?.code ?? null;
}

/** The municipality's short code where a code was sent, also one of before 2024, or words that mean one; else null. */
function municipalityMeant(department: string, sent: string): string | null {
  const known = municipality(department, sent)?.shortCode;
  const legacy = districtOfLegacyMunicipality(department, sent)?.municipalityShortCode;
  const named = municipalitiesMeant(sent, ({ departmentCode }) => departmentCode === department);
  return known ?? legacy ?? only(named)?.shortCode ?? null;
}

function only<Entry>(entries: readonly Entry[]): Entry | undefined {
  return entries.length === 1 ? entries[0] : undefined;
}

function shown({ kind, code, description, departmentCode, shortCode }: Place, field: PlaceField): string {
  if (kind === 'municipality') return `"${code}" (${description})`;
  const parent = municipality(departmentCode, shortCode)?.name ?? '';
  return `${field === 'district' ? '' : 'district '}"${code}" (${description}, ${parent})`;
}
