import { foldText } from '../catalogs/fold.ts';
import {
  allDistricts,
  type DistrictItem,
  searchActivities,
  searchCatalog,
  searchDistricts,
  searchUnits,
} from '../catalogs/search.ts';
import { once } from '../core/once.ts';

/** An entry of a catalog, as lists offer it. */
export interface Choice {
  readonly code: string;
  readonly description: string;
  /** What it is called where nothing else is; its description without it. */
  readonly name?: string;
}

/** How each catalog is searched, by the name of the fields that it is behind. */
const SEARCHES: Readonly<Record<string, (text: string) => readonly Choice[]>> = {
  activity_code: (text) => searchActivities(text),
  district: (text) => searchDistricts(text).results.map(districtChoice),
  unit: (text) => searchUnits(text),
  country: (text) => searchCatalog('countries', text) ?? [],
  incoterm: (text) => searchCatalog('incoterms', text) ?? [],
  fiscal_precinct: (text) => searchCatalog('precincts', text) ?? [],
  regime_type: (text) => searchCatalog('regime-types', text) ?? [],
  regime: (text) => searchCatalog('regimes', text) ?? [],
};

/** All entries of each of them. */
const WHOLE: Readonly<Record<string, () => readonly Choice[]>> = {
  ...Object.fromEntries(Object.entries(SEARCHES).map(([name, search]) => [name, () => search('')])),
  activity_code: () => searchActivities('', Number.POSITIVE_INFINITY),
  district: () => allDistricts().map(districtChoice),
};

function districtChoice({ id, text, name }: DistrictItem): Choice {
  return { code: id, description: text, name };
}

/** What stands between the code of a catalog and its text. */
export const AFTER_CODE = ' · ';

/** The code in front of its text, or what was typed. */
export function codeIn(text: string): string {
  return text.split(AFTER_CODE)[0]?.trim() ?? '';
}

/** How many are offered at once. */
const OFFERED = 12;

/** What the field shows of an entry: its code, which counts, and its text. */
export function labelOf({ code, description }: Choice): string {
  return `${code}${AFTER_CODE}${description}`;
}

/** Whether there is a catalog of this name. */
export function hasCatalog(name: string): boolean {
  return Object.hasOwn(SEARCHES, name);
}

/** The entries of a catalog that a text may mean; all of them where they are few and nothing was typed. */
export function choicesIn(catalog: string, text: string): readonly Choice[] {
  return (SEARCHES[catalog]?.(text) ?? []).slice(0, OFFERED);
}

/** No code and no description of a catalog is longer. */
const LONGEST_NAME = 500;

/** The entries of each catalog by their codes, and by their descriptions without case and accents. */
const BY_NAME = new Map(
  Object.entries(WHOLE).map(([catalog, entriesOf]) => [
    catalog,
    once(() => {
      const entries = entriesOf().toReversed();
      const byText = entries.map((entry): [string, Choice] => [foldText(entry.description), entry]);
      return new Map([...byText, ...entries.map((entry): [string, Choice] => [entry.code, entry])]);
    }),
  ]),
);

/** The entry that a text names by its code, or alone by its name or its words; null where there is none or several. */
export function entryNamed(catalog: string, text: string): Choice | null {
  const code = codeIn(text);
  const named = BY_NAME.get(catalog)?.();
  if (named === undefined || code.length > LONGEST_NAME) return null;
  const folded = foldText(code);
  const exact = named.get(code.toUpperCase()) ?? named.get(folded);
  if (exact !== undefined) return exact;
  const found = SEARCHES[catalog]?.(code) ?? [];
  return onlyOf(found.filter(({ name = '' }) => foldText(name) === folded)) ?? onlyOf(found);
}

/** The code of the entry that a text names; the text where it names none. */
export function codeNamed(catalog: string, text: string): string {
  return entryNamed(catalog, text)?.code ?? text;
}

function onlyOf(choices: readonly Choice[]): Choice | null {
  const [only = null, ...others] = choices;
  return others.length === 0 ? only : null;
}

/** The catalogs whose entries are feminine in Spanish. */
const FEMININE = new Set(['activity_code', 'unit']);

/** What to do about a text that names no entry, or several; null for one that names one. */
export function whyNoEntry(catalog: string, text: string): string | null {
  if (entryNamed(catalog, text) !== null) return null;
  if (choicesIn(catalog, text.trim()).length === 0)
    return 'No hay nada así en la lista: escriba otras letras, o el código.';
  return `Elija ${FEMININE.has(catalog) ? 'una' : 'uno'} de la lista.`;
}

/** What the field of a catalog shows of a code; the code where the catalog has no such. */
export function labelIn(catalog: string, code: string): string {
  const entry = entryNamed(catalog, code);
  return entry === null ? code : labelOf(entry);
}
