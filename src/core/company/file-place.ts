import { resolveIssuerTerritory } from '../territory/resolve-territory.ts';
import type { Territory } from './company.ts';

export const TRIO = ['department', 'municipality', 'district_code'] as const;

/** A place in the words of a company file: the three codes, or the `district` that the search gives. */
export interface PlaceWords {
  readonly department?: string;
  readonly municipality?: string;
  readonly district_code?: string;
  readonly district?: string;
  readonly address?: string;
}

export function namesTerritory(words: PlaceWords): boolean {
  return words.district !== undefined || TRIO.some((field) => words[field] !== undefined);
}

/** The department, municipality and district that the words name together; null where there is no such trio. */
export function territoryIn(words: PlaceWords): Territory | null {
  const { department, municipality, district_code: districtCode, district } = words;
  return resolveIssuerTerritory({ department, municipality, districtCode, district });
}
