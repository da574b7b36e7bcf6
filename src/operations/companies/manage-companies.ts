import { CATALOG_CONTEXT } from '../../core/company/catalog-context.ts';
import { companyChangeProblems } from '../../core/company/company-change.ts';
import { parseCompanyFile } from '../../core/company/company-file.ts';
import type { Problem } from '../../core/refusals/problem.ts';
import type { CompanyRegistry } from './ports.ts';

export type ApplyOutcome =
  | {
      readonly kind: 'applied';
      readonly change: 'created' | 'changed' | 'unchanged';
      readonly companyId: string;
      readonly slug: string;
      readonly warnings: readonly Problem[];
    }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Creates or changes a company from its file; applying the same file again changes nothing. */
export async function applyCompany(registry: CompanyRegistry, file: unknown): Promise<ApplyOutcome> {
  const reading = parseCompanyFile(file, CATALOG_CONTEXT);
  if (reading.kind === 'problems') return reading;
  const { company, warnings } = reading;
  const change = await registry.apply(company, companyChangeProblems);
  if (change.kind === 'problems') return change;
  return { kind: 'applied', change: change.kind, companyId: change.companyId, slug: company.slug, warnings };
}
