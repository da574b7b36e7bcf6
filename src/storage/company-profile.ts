import { CATALOG_CONTEXT } from '../core/company/catalog-context.ts';
import type { Company } from '../core/company/company.ts';
import { parseCompanyFile } from '../core/company/company-file.ts';

/** Profiles read before, by company and the instant of their last change. */
const LIMIT = 1000;

/** Reads stored company files; each version of a company is parsed once. */
export function createProfileReader(): (companyId: string, version: string, profile: unknown) => Company {
  const known = new Map<string, { readonly version: string; readonly company: Company }>();
  return (companyId, version, profile) => {
    const before = known.get(companyId);
    if (before?.version === version) return before.company;
    const reading = parseCompanyFile(profile, CATALOG_CONTEXT);
    if (reading.kind === 'problems')
      throw new Error(
        `stored company ${companyId} is not valid: ${reading.problems.map((p) => p.path).join(', ')}`,
      );
    if (known.size >= LIMIT) known.clear();
    known.set(companyId, { version, company: reading.company });
    return reading.company;
  };
}
