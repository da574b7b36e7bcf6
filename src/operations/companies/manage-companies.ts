import type { Company } from '../../core/company/company.ts';
import { companyChangeProblems } from '../../core/company/company-change.ts';
import type { CompanyChange, CompanyRegistry } from './ports.ts';

/** Creates a company or changes it to this; applying the same one again changes nothing. */
export function applyCompany(registry: CompanyRegistry, company: Company): Promise<CompanyChange> {
  return registry.apply(company, companyChangeProblems);
}
