import type { CompanyReader } from '../operations/background/ports.ts';
import type { OwnCompany, OwnKeys } from '../operations/companies/own-ports.ts';
import type { Vault } from '../operations/companies/ports.ts';

/** What the pages of a company's own data, keys and users need. */
export interface CompanyParts {
  readonly companies: CompanyReader;
  readonly company: OwnCompany;
  readonly keys: OwnKeys;
  /** Seals what comes from pages; keys under the newest pepper. */
  readonly vault: () => Promise<Vault>;
}
