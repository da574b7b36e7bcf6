import type { Company } from '../core/company/company.ts';
import type { FileType } from '../operations/access/ports.ts';
import type { CompanyReader } from '../operations/background/ports.ts';
import type { IssuingCompany, IssuingContext } from '../operations/documents/issuing-context.ts';
import type { DocumentRecord } from '../operations/documents/ports.ts';
import type { IssuedReader } from '../operations/documents/reading-ports.ts';
import type { PayloadOf } from '../operations/files/serve-json.ts';
import type { FormStore } from '../operations/forms/ports.ts';
import type { RememberedReader } from '../operations/remembered/ports.ts';
import type { UserMailAccounts } from '../operations/users/ports.ts';
import type { CompanyVisit } from './visit.ts';

/** What the pages that issue by hand need. */
export interface IssueParts extends IssuingContext {
  readonly companies: CompanyReader;
  readonly remembered: RememberedReader;
  readonly issuedDocuments: IssuedReader;
  readonly forms: FormStore;
  readonly payloadOf: PayloadOf;
  /** The address of a file of a document, which opens without anybody signed in. */
  readonly fileUrl: (record: DocumentRecord, type: FileType) => string;
}

/** Whether there is a mail server for what the company issues: its own, or the installation's. */
export function canMail(
  { ofInstallation }: Pick<UserMailAccounts, 'ofInstallation'>,
  { delivery }: Company,
): boolean {
  return delivery.smtp !== null || ofInstallation !== null;
}

/** The company of a visit as it issues. Throws where it is gone, or this node must not work for it. */
export async function issuerOf(
  { companies }: Pick<IssueParts, 'companies'>,
  { companyId }: Pick<CompanyVisit, 'companyId'>,
): Promise<IssuingCompany> {
  const company = await companies.company(companyId);
  if (company === null) throw new Error(`the company ${companyId} is missing`);
  return { companyId, company };
}
