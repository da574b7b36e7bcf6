import type { Territory } from '../../src/core/company/company.ts';
import type { CompanyFileContext, TerritoryWords } from '../../src/core/company/file-place.ts';

const TWO_DIGITS = /^[0-9]{2}$/;

/** A stand-in for the catalogs: every activity but 99999 exists, and every trio of two-digit codes but district 99. */
export const TEST_CONTEXT: CompanyFileContext = {
  activityExists: (code) => code !== '99999',
  resolveIssuerTerritory: territoryOf,
};

function territoryOf(words: TerritoryWords): Territory | null {
  if (words.district !== undefined) return byIdentifier(words.district);
  const { department, municipality, district_code: district } = words;
  if (department === undefined || municipality === undefined || district === undefined) return null;
  const exists =
    [department, municipality, district].every((word) => TWO_DIGITS.test(word)) && district !== '99';
  return exists ? { departamento: department, municipio: municipality, distrito: district } : null;
}

function byIdentifier(district: string): Territory | null {
  return district === '062314' ? { departamento: '06', municipio: '23', distrito: '14' } : null;
}
