import type { PostalAddress, Territory } from './company.ts';
import { FILE_RULES } from './file-rules.ts';
import { type ObjectSite, report, requireFields, textAt } from './file-site.ts';

/** A territory in the words of the file. */
export interface TerritoryWords {
  readonly department: string | undefined;
  readonly municipality: string | undefined;
  readonly district_code: string | undefined;
  readonly district: string | undefined;
}

/** What the reading of a company file has to know from outside the file. */
export interface CompanyFileContext {
  /** Whether CAT-019 lists the code. */
  activityExists(code: string): boolean;
  /** The department, municipality and district that the words name together; null where there is no such trio. */
  resolveIssuerTerritory(words: TerritoryWords): Territory | null;
}

export const TERRITORY_FIELDS = ['department', 'municipality', 'district_code', 'district'] as const;

/**
 * The territory of an object of the file: a `district` from the search alone, or `department`, `municipality` and
 * `district_code`. The issuer's district is never guessed, because receptors without one inherit it.
 */
export function readTerritory(site: ObjectSite, context: CompanyFileContext): Territory | null {
  const before = site.problems.length;
  const byDistrict = site.members.has('district');
  if (!byDistrict) requireFields(site, ['department', 'municipality', 'district_code']);
  const words = {
    department: textAt(site, 'department', FILE_RULES.territoryWord) ?? undefined,
    municipality: textAt(site, 'municipality', FILE_RULES.territoryWord) ?? undefined,
    district_code: textAt(site, 'district_code', FILE_RULES.territoryWord) ?? undefined,
    district: textAt(site, 'district', FILE_RULES.territoryWord) ?? undefined,
  };
  if (site.problems.length > before) return null;
  const territory = context.resolveIssuerTerritory(words);
  if (territory === null) report(site, byDistrict ? 'district' : 'district_code', unknownTerritory(words));
  return territory;
}

/** The address line together with its territory. */
export function readAddress(site: ObjectSite, territory: Territory | null): PostalAddress | null {
  const complemento = textAt(site, 'address', FILE_RULES.address);
  return complemento === null || territory === null ? null : { ...territory, complemento };
}

function unknownTerritory(words: TerritoryWords): string {
  if (words.district !== undefined) return `no existe el distrito ${words.district}.`;
  const { department, municipality, district_code: district } = words;
  return `no existe el distrito ${district} en el municipio ${municipality} del departamento ${department}.`;
}
