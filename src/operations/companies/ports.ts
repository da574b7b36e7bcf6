import type { Company } from '../../core/company/company.ts';
import type { companyChangeProblems } from '../../core/company/company-change.ts';
import type { Ambiente } from '../../core/dte/kinds.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Nit } from '../../core/identifiers/nit.ts';
import type { NumeroControl } from '../../core/identifiers/official.ts';
import type { Problem } from '../../core/refusals/refusal.ts';
import type { KnownKey, RateLimits } from '../access/ports.ts';

export interface StoredCompany {
  readonly companyId: string;
  readonly company: Company;
}

export type CompanyChange =
  | { readonly kind: 'created' | 'changed' | 'unchanged'; readonly companyId: string }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

export interface CompanyRegistry {
  /** In the order of their slugs. */
  list(): Promise<readonly StoredCompany[]>;
  /** The first company of the production environment, without reading it; null where there is none. */
  production(): Promise<CompanySlug | null>;
  bySlug(slug: CompanySlug): Promise<StoredCompany | null>;
  byId(companyId: string): Promise<StoredCompany | null>;
  /**
   * Creates the company of that slug or changes it to this, in one transaction; applying the same one again changes nothing.
   * `check` is told what has been issued, and may refuse a change; it is `companyChangeProblems` unless given.
   */
  apply(company: Company, check?: typeof companyChangeProblems): Promise<CompanyChange>;
  /** Lets links to files open nothing that were made before. */
  revokeLinks(companyId: string): Promise<void>;
}

/** Opens companies while nodes serve. */
export interface CompanyOpener {
  /**
   * `hinderedBy` is the company that has the slug, or the taxpayer in that environment, already; null where the company is
   * there now. `isNew` is false where it was there before under this identifier.
   */
  open(
    companyId: string,
    company: Company,
  ): Promise<{ readonly isNew: boolean; readonly hinderedBy: CompanySlug | null }>;
}

/** A certificate that has been read and checked, as it is kept. */
export interface CertificateMaterial extends CertificateSummary {
  readonly nit: Nit;
  readonly publicKeySpki: Uint8Array;
  readonly sealedPrivateKey: string;
}

export type CertificateOpening =
  | { readonly kind: 'usable'; readonly material: CertificateMaterial; readonly warnings: readonly string[] }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

export interface CertificateFile {
  readonly companyId: string;
  readonly ambiente: Ambiente;
  readonly nit: Nit;
  readonly bytes: Uint8Array;
  readonly password: string;
  readonly nowMs: number;
}

/** What the operator's commands need from the cryptography of the house. */
export interface Vault {
  /** Reads and checks the Ministry's file and seals its private key for this company and environment. */
  openCertificate(file: CertificateFile): Promise<CertificateOpening>;
  sealAuthorityPassword(companyId: string, ambiente: Ambiente, password: string): Promise<string>;
  sealSmtpPassword(companyId: string, password: string): Promise<string>;
  /** A fresh key; `text` is shown once and never stored. */
  mintKey(
    companyId: string,
    ambiente: Ambiente,
  ): Pick<NewKey, 'keyId' | 'companyId' | 'ambiente' | 'publicId' | 'secretHmac'> & { readonly text: string };
  /** The hash of a key's secret, bound to its row; null where it is bound already. */
  bindKey(key: KnownKey): Uint8Array | null;
}

export interface CertificateSummary {
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

export interface SecretsRegistry {
  addCertificate(companyId: string, ambiente: Ambiente, material: CertificateMaterial): Promise<string>;
  setCredentials(
    companyId: string,
    ambiente: Ambiente,
    credentials: { readonly user: string; readonly sealedPassword: string },
  ): Promise<void>;
  /** For the company's own mail server. */
  setSmtpPassword(companyId: string, sealedPassword: string): Promise<void>;
  /** What is set up for a company, without its secrets. */
  setup(
    companyId: string,
    ambiente: Ambiente,
  ): Promise<{
    readonly certificate: CertificateSummary | null;
    readonly user: string | null;
    readonly liveKeys: number;
    /** At the company's own mail server. */
    readonly hasSmtpPassword: boolean;
  }>;
}

export interface NewKey extends KnownKey {
  readonly name: string;
  readonly limits: RateLimits;
  readonly publicId: string;
}

export interface KeySummary extends Omit<NewKey, 'publicId' | 'secretHmac'> {
  /** The version of the pepper under which its secret is hashed. */
  readonly pepper: number;
  readonly slug: CompanySlug;
  readonly createdMs: number;
  /** To within a minute; null for a key that was never used. */
  readonly lastUsedMs: number | null;
  /** From when on the key is refused, which may lie ahead; null without an end. */
  readonly revokedMs: number | null;
  readonly live: boolean;
}

/** A key that takes the place of another. */
export interface KeyRotation {
  readonly keyId: string;
  readonly fresh: Pick<NewKey, 'keyId' | 'ambiente' | 'publicId' | 'secretHmac'>;
  /** When the old key ends; null where it stays until it is revoked. */
  readonly revokeInMinutes: number | null;
}

export interface KeyRegistry {
  create(key: NewKey): Promise<string>;
  list(): Promise<readonly KeySummary[]>;
  /** The hashes of all keys, also of the ones that live no longer. */
  hashes(): Promise<readonly KnownKey[]>;
  /** Puts other hashes in the place of those of the keys, all or none. */
  rehash(keys: readonly KnownKey[]): Promise<void>;
  /** A second key with the company, limits and name of one without an end; its id, or null where no such key has that id. */
  rotate(rotation: KeyRotation): Promise<string | null>;
  /** Changes the limits that are given; what holds then, or null where no live key has that id. */
  setLimits(keyId: string, limits: Partial<RateLimits>): Promise<RateLimits | null>;
  /** False where no live key has that id. */
  revoke(keyId: string): Promise<boolean>;
}

/** One of the law's clocks over a contingency event: 24 hours to its seal, then 72 for its documents. */
export interface RunningClock {
  readonly clock: 'report' | 'transmit';
  /** Milliseconds since the epoch. */
  readonly startMs: number;
  readonly untilMs: number;
  /** Documents of the event that have no verdict. */
  readonly documents: number;
}

/** What of a company waits for somebody. */
export interface CompanyPending {
  /** Put aside by the background: how many, and the control numbers of the first. */
  readonly putAside: { readonly documents: number; readonly numbers: readonly NumeroControl[] };
  readonly clocks: readonly RunningClock[];
  /** In contingency, beside those: how many, and since when the first, in milliseconds since the epoch. */
  readonly contingency: { readonly documents: number; readonly sinceMs: number | null };
  /** How many control numbers were another system's in the last 30 days, and the last one; null for none. */
  readonly takenNumbers: { readonly count: number; readonly last: NumeroControl | null };
}

export interface PendingReader {
  read(companyId: string, ambiente: Ambiente): Promise<CompanyPending>;
}

/** A control number that a document had and has no longer. */
export interface GivenUpNumber {
  readonly ambiente: Ambiente;
  readonly numeroControl: NumeroControl;
  readonly replacedBy: NumeroControl;
  readonly documentId: DocumentId;
  /** `taken`: another system has it. `unused`: the document turned out to be stamped under the one before. */
  readonly because: 'taken' | 'unused';
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** The login of the database, and the address of the node; null over a socket. */
  readonly login: string;
  readonly clientAddress: string | null;
}

/** Numbers in a row that a series has passed and no document ever had. */
export interface NumberGap {
  readonly ambiente: Ambiente;
  readonly fiscalYear: number;
  /** The scope of the series; empty for the company's one. */
  readonly scope: string;
  readonly first: bigint;
  readonly last: bigint;
  /** Whether a reconciliation passed them on purpose. */
  readonly skipped: boolean;
}

/** The control numbers of a company that no document has. */
export interface NumbersReader {
  givenUp(companyId: string): Promise<readonly GivenUpNumber[]>;
  gaps(companyId: string): Promise<readonly NumberGap[]>;
}
