import type { Ambiente } from '../core/dte/kinds.ts';
import type { Buckets } from '../operations/access/buckets.ts';
import type { SignIn } from '../operations/authority/ports.ts';
import type { CompanyReader } from '../operations/background/ports.ts';
import type { TestAuthority } from '../operations/companies/equip-for-tests.ts';
import type { AccountTrier, OwnCompany, OwnKeys } from '../operations/companies/own-ports.ts';
import type { Vault } from '../operations/companies/ports.ts';
import type { SmtpPasswordOf } from '../operations/deliveries/ports.ts';

/** What the pages of a company's own data, keys and users need. */
export interface CompanyParts {
  readonly companies: CompanyReader;
  readonly company: OwnCompany;
  readonly keys: OwnKeys;
  /** Seals what comes from pages; keys under the newest pepper. */
  readonly vault: () => Promise<Vault>;
  /** Tries mail servers, as often as a company may, and with the password that is kept where none is typed. */
  readonly accountTrier: AccountTrier;
  readonly mailTries: Buckets;
  readonly smtpPasswordOf: SmtpPasswordOf;
  /** Makes companies known to the simulated authority of the test environment; null where that is the Ministry's. */
  readonly testAuthority: TestAuthority | null;
  /** Signs in at the authority once with what somebody types, and keeps nothing. */
  readonly trySignIn: (
    ambiente: Ambiente,
    credentials: { readonly user: string; readonly password: string },
  ) => Promise<SignIn>;
}
