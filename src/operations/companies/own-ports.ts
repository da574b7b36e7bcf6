import type { Company } from '../../core/company/company.ts';
import type { EstablishmentCode } from '../../core/identifiers/establishment-code.ts';
import type { PointOfSaleCode } from '../../core/identifiers/point-of-sale-code.ts';
import type { RateLimits } from '../access/ports.ts';
import type { MailAccount, Mailing } from '../deliveries/ports.ts';
import type { KeySummary, NewKey, SecretsRegistry } from './ports.ts';

/** A key as the users of its company see it. */
export type OwnKey = Omit<KeySummary, 'companyId' | 'pepper' | 'slug'>;

/** The keys of one company, for its own users. */
export interface OwnKeys {
  /** The ones that live come first, the newest of them before the others. */
  list(companyId: string): Promise<readonly OwnKey[]>;
  create(key: NewKey): Promise<string>;
  /** False where the company has no live key of that id. */
  setLimits(companyId: string, keyId: string, limits: RateLimits): Promise<boolean>;
  revoke(companyId: string, keyId: string): Promise<boolean>;
}

/** The company file as it is stored, and what it reads as. */
export interface StoredFile {
  readonly profile: unknown;
  /** With its logo. */
  readonly company: Company;
}

/** A place that a document is issued from; null for all points of sale of the establishment. */
export interface IssuingPlace {
  readonly establishment: EstablishmentCode;
  readonly pointOfSale: PointOfSaleCode | null;
}

/** Tries a mail server by sending a message over it. */
export interface AccountTrier {
  /** Never rejects. `company` is what the message calls the company. */
  try(trial: {
    readonly account: MailAccount;
    readonly to: string;
    readonly toName: string;
    readonly company: string;
  }): Promise<Mailing>;
}

/** The data of one company, for its own users. */
export interface OwnCompany {
  file(companyId: string): Promise<StoredFile>;
  /** Which of the places some document was issued from. */
  issuedFrom(companyId: string, places: readonly IssuingPlace[]): Promise<readonly IssuingPlace[]>;
  /** False where somebody else has changed it since `before` was read. */
  change(companyId: string, before: StoredFile, after: Company): Promise<boolean>;
  /**
   * Changes it with the password at the mail server of `after`; null leaves the one that there is, as long as that server has
   * a user.
   */
  changeMail(
    companyId: string,
    change: { readonly before: StoredFile; readonly after: Company; readonly sealedPassword: string | null },
  ): Promise<boolean>;
  readonly secrets: SecretsRegistry;
}
