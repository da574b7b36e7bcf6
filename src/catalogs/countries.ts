import type { CatalogEntry, LegacyCountry } from './catalog.ts';
import { countries } from './data/countries.ts';
import { legacyCountries } from './data/legacy-countries.ts';
import { foldText } from './fold.ts';

const byIsoCode: ReadonlyMap<string, CatalogEntry> = new Map(
  countries.rows.map((entry) => [entry.code, entry]),
);

const byLegacyCode: ReadonlyMap<string, LegacyCountry> = new Map(
  legacyCountries.rows.map((country) => [country.code, country]),
);

/** How well a v1 code names a country: its own code and name, its own code, or the code of a part or of its past. */
function fitness(country: LegacyCountry, name: string): number {
  if (!country.current) return 0;
  return foldText(country.description) === foldText(name) ? 2 : 1;
}

function bestLegacyCode(entry: CatalogEntry): string | null {
  const candidates = legacyCountries.rows.filter((country) => country.isoCode === entry.code);
  const best = candidates.toSorted(
    (one, other) => fitness(other, entry.description) - fitness(one, entry.description),
  );
  return best[0]?.code ?? null;
}

const legacyCodeByIsoCode: ReadonlyMap<string, string | null> = new Map(
  countries.rows.map((entry) => [entry.code, bestLegacyCode(entry)]),
);

/**
 * The country of CAT-020 that a code stands for: an ISO 3166 alpha-2 code in any case, or the four-digit code of the
 * v1 schemas. Null for unknown codes and for the v1 codes of states that no country of today continues.
 */
export function countryByCode(code: string): CatalogEntry | null {
  const legacy = byLegacyCode.get(code);
  return byIsoCode.get(legacy === undefined ? code.toUpperCase() : (legacy.isoCode ?? '')) ?? null;
}

/**
 * The four-digit code that a v1 document carries for a country of CAT-020, given by its ISO code in capitals. Where
 * v1 has several, the one of the country itself and with its name of today. Null for the eight countries v1 lacks.
 */
export function legacyCountryCode(isoCode: string): string | null {
  return legacyCodeByIsoCode.get(isoCode) ?? null;
}
