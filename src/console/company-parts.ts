import type { Ambiente } from '../core/dte/kinds.ts';
import type { SignIn } from '../operations/authority/ports.ts';
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
  /** Signs in at the authority once with what somebody types, and keeps nothing. */
  readonly trySignIn: (
    ambiente: Ambiente,
    credentials: { readonly user: string; readonly password: string },
  ) => Promise<SignIn>;
}
