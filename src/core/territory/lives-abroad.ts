import { countryByCode } from '../../catalogs/countries.ts';
import { abroad } from '../../catalogs/departments.ts';

/** What a caller says of where somebody lives; null for what was not sent. */
export interface SaidPlace {
  /** An ISO code, or one of the v1 schemas. */
  readonly country: string | null;
  readonly department: string | null;
  readonly municipality: string | null;
  readonly district: string | null;
  readonly districtCode: string | null;
}

/** Code 00 of CAT-012, CAT-013 and CAT-008, as a caller sends it. */
export const PLACE_ABROAD = {
  department: abroad.code,
  municipality: abroad.code,
  district: null,
  districtCode: abroad.code,
};

const HERE = 'SV';

/** Whether a code of a country is another country's than El Salvador; false for one that is none. */
export function isForeign(country: string | null): boolean {
  const known = country === null ? null : countryByCode(country);
  return known !== null && known.code !== HERE;
}

/**
 * The place of somebody who may live abroad. Another country and no place is abroad; whoever sends a place has it, because
 * a foreigner may live in El Salvador.
 */
export function placeOrAbroad(said: SaidPlace): Omit<SaidPlace, 'country'> {
  const { country, department, municipality, district, districtCode } = said;
  const isSilent = [department, municipality, district, districtCode].every((code) => code === null);
  return isSilent && isForeign(country) ? PLACE_ABROAD : { department, municipality, district, districtCode };
}

/** Whether the place is outside of El Salvador; a district decides alone, and lies inside. */
export function isPlaceAbroad({ department, district }: Omit<SaidPlace, 'country'>): boolean {
  return district === null && department === abroad.code;
}
