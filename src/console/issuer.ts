import type { IssuingCompany } from '../operations/documents/issuing-context.ts';
import type { ConsoleParts } from './parts.ts';
import type { CompanyVisit } from './visit.ts';

/** The company of a visit as it issues. Throws where it is gone, or this node must not work for it. */
export async function issuerOf({ desk }: ConsoleParts, { companyId }: CompanyVisit): Promise<IssuingCompany> {
  const company = await desk.companies.company(companyId);
  if (company === null) throw new Error(`the company ${companyId} is missing`);
  return { companyId, company };
}
