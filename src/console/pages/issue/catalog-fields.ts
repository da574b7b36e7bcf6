import { districtById } from '../../../catalogs/districts.ts';
import { foldText } from '../../../catalogs/fold.ts';
import { searchActivities, searchCatalog, searchDistricts, searchUnits } from '../../../catalogs/search.ts';
import { AFTER_CODE, codeIn, placeOf } from './form-body.ts';

/** An entry of a catalog, as lists offer it. */
export interface Choice {
  readonly code: string;
  readonly description: string;
}

/** The catalog behind a field, by the last part of its name. */
const SEARCHES: Readonly<Record<string, (text: string) => readonly Choice[]>> = {
  activity_code: (text) => searchActivities(text),
  district: (text) =>
    searchDistricts(text).results.map(({ id, text: description }) => ({ code: id, description })),
  unit: (text) => searchUnits(text),
  country: (text) => searchCatalog('countries', text) ?? [],
  incoterm: (text) => searchCatalog('incoterms', text) ?? [],
  fiscal_precinct: (text) => searchCatalog('precincts', text) ?? [],
  regime_type: (text) => searchCatalog('regime-types', text) ?? [],
  regime: (text) => searchCatalog('regimes', text) ?? [],
};

/** So many are offered at once. */
const OFFERED = 12;

/** What the field shows of an entry: its code, which counts, and its text. */
export function labelOf({ code, description }: Choice): string {
  return `${code}${AFTER_CODE}${description}`;
}

/** Whether a catalog stands behind the field of this name. */
export function catalogOf(name: string): string | null {
  const place = placeOf(name);
  const leaf = place?.leaf ?? place?.head ?? '';
  return Object.hasOwn(SEARCHES, leaf) ? leaf : null;
}

/** The entries of a catalog that a text may mean; all of them where they are few and nothing was typed. */
export function choicesIn(catalog: string, text: string): readonly Choice[] {
  return (SEARCHES[catalog]?.(text) ?? []).slice(0, OFFERED);
}

/** All entries of a catalog that is short enough to stand in a page. */
export function allChoicesIn(catalog: string): readonly Choice[] {
  return SEARCHES[catalog]?.('') ?? [];
}

/** The entry that a text names by its code, or alone by its words; null where there is none or several. */
export function entryNamed(catalog: string, text: string): Choice | null {
  const code = codeIn(text);
  if (catalog === 'district' && districtById(code) !== null) return districtChoice(code);
  const found = SEARCHES[catalog]?.(code) ?? [];
  const isMeant = (one: Choice) =>
    one.code === code.toUpperCase() || foldText(one.description) === foldText(text);
  const exact = found.find(isMeant) ?? allChoicesIn(catalog).find(isMeant);
  return exact ?? (found.length === 1 ? (found[0] ?? null) : null);
}

function districtChoice(id: string): Choice | null {
  const district = districtById(id);
  const named = searchDistricts(district?.name ?? '').results.find((one) => one.id === id);
  return named === undefined ? null : { code: named.id, description: named.text };
}

/** What the field of a catalog shows of a code; the code where the catalog has no such. */
export function labelIn(catalog: string, code: string): string {
  const entry = entryNamed(catalog, code);
  return entry === null ? code : labelOf(entry);
}
