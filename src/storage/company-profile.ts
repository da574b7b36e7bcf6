import { CATALOG_CONTEXT } from '../core/company/catalog-context.ts';
import type { Company } from '../core/company/company.ts';
import { parseCompanyFile } from '../core/company/company-file.ts';

/** Profiles read before, by company and the instant of their last change. */
const LIMIT = 1000;

/** A company as it was read before. */
export interface KnownProfile {
  readonly version: string;
  readonly company: Company;
}

/** A stored company; `profile` is null where the version is the one that the reader said it knew. */
export interface ProfileRow {
  readonly version: string;
  readonly profile: unknown;
}

/**
 * What a service reads of a company: nothing where it knows this version, $2, already. Only paper needs the logo, which
 * may be a thousand times the rest.
 */
export const PROFILE_COLUMNS = `updated_at::text AS version,
  CASE WHEN updated_at::text = $2 THEN NULL ELSE profile #- '{branding,logo}' END AS profile`;

export interface ProfileReader {
  known(companyId: string): KnownProfile | null;
  read(companyId: string, row: ProfileRow): Company;
}

/** Reads stored company files; each version of a company is parsed once. */
export function createProfileReader(): ProfileReader {
  const profiles = new Map<string, KnownProfile>();
  return {
    known: (companyId) => profiles.get(companyId) ?? null,
    read(companyId, { version, profile }) {
      const before = profiles.get(companyId);
      if (before?.version === version) return before.company;
      const reading = parseCompanyFile(profile, CATALOG_CONTEXT);
      if (reading.kind === 'problems')
        throw new Error(
          `stored company ${companyId} is not valid: ${reading.problems.map((p) => p.path).join(', ')}`,
        );
      if (profiles.size >= LIMIT) profiles.clear();
      profiles.set(companyId, { version, company: reading.company });
      return reading.company;
    },
  };
}

/** The company of a row that was asked for with the version of `known`. */
export function companyOf(
  reader: ProfileReader,
  { companyId, known }: { readonly companyId: string; readonly known: KnownProfile | null },
  row: ProfileRow,
): Company {
  return known !== null && known.version === row.version ? known.company : reader.read(companyId, row);
}
