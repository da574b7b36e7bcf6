import type { District } from './catalog.ts';
import { districts } from './data/districts.ts';

const byId: ReadonlyMap<string, District> = new Map(
  districts.rows.map((district) => [district.id, district]),
);

const byDepartmentAndCode: ReadonlyMap<string, District> = new Map(
  districts.rows.map((district) => [`${district.departmentCode}/${district.code}`, district]),
);

const byMunicipality: ReadonlyMap<string, readonly District[]> = Map.groupBy(
  districts.rows.toSorted((one, other) => Number(one.code) - Number(other.code)),
  (district) => `${district.departmentCode}/${district.municipalityShortCode}`,
);

/** The district of a six-digit identifier (department, municipality, district), or null. */
export function districtById(id: string): District | null {
  return byId.get(id) ?? null;
}

/** The district of a department by its two-digit code (CAT-008), or null. */
export function districtByCode(departmentCode: string, code: string): District | null {
  return byDepartmentAndCode.get(`${departmentCode}/${code}`) ?? null;
}

/** The districts of a municipality of 2024, in order of their codes; none for an unknown one. */
export function districtsOf(departmentCode: string, municipalityShortCode: string): readonly District[] {
  return byMunicipality.get(`${departmentCode}/${municipalityShortCode}`) ?? [];
}

/**
 * The district that a municipality from before 2024 became, by its two-digit code in its department, or null: each of
 * the 262 became the one with the same code (Manual de Estructuras/Catálogos v1.0, December 2022; where the data are
 * generated, the facts are asked for it).
 */
export function districtOfLegacyMunicipality(departmentCode: string, code: string): District | null {
  return districtByCode(departmentCode, code);
}
