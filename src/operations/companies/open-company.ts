import type { Company } from '../../core/company/company.ts';
import { twinProblem } from '../../core/company/company-change.ts';
import type { Problem } from '../../core/refusals/refusal.ts';
import type { DeedStore, Doer } from '../users/ports.ts';
import type { CompanyOpener } from './ports.ts';

export interface OpenCompanyContext {
  readonly opener: CompanyOpener;
  readonly deeds: DeedStore;
  /** Why this node opens no company of production, as a sentence; null where it does. */
  readonly productionObstacle: string | null;
}

export type OpenCompanyOutcome =
  /** `isNew` is false where the same company was opened before, as by a second click. */
  | { readonly kind: 'opened'; readonly isNew: boolean }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Opens a company under an identifier that whoever asks has chosen; whether he may is asked before. */
export async function openCompany(
  { opener, deeds, productionObstacle }: OpenCompanyContext,
  { by, companyId }: { readonly by: Doer; readonly companyId: string },
  company: Company,
): Promise<OpenCompanyOutcome> {
  if (company.ambiente === '01' && productionObstacle !== null)
    return { kind: 'problems', problems: [{ path: 'environment', message: productionObstacle }] };
  const { isNew, hinderedBy } = await opener.open(companyId, company);
  if (hinderedBy !== null) {
    const isSlug = hinderedBy === company.slug;
    return { kind: 'problems', problems: [isSlug ? SLUG_TAKEN : twinProblem(company, hinderedBy)] };
  }
  if (isNew) await deeds.record({ companyId, by, deed: 'company_opened', subject: company.slug });
  return { kind: 'opened', isNew };
}

const SLUG_TAKEN: Problem = { path: 'slug', message: 'ya es de otra empresa: elija otro.' };
