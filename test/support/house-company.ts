import type { RateLimits } from '../../src/operations/access/ports.ts';
import {
  createKey,
  importCertificate,
  setCredentials,
  setSmtpPassword,
} from '../../src/operations/companies/manage-secrets.ts';
import type { StoredCompany } from '../../src/operations/companies/ports.ts';
import type { Clock } from '../../src/operations/documents/ports.ts';
import {
  type CertificateKeys,
  makeCertificateKeys,
  makeSandboxCertificate,
} from '../../src/signer/sandbox-certificate.ts';
import type { Office } from './composition.ts';
import { companyOfFile, MINIMAL_COMPANY_FILE } from './example-company.ts';
import { slugOf } from './identifiers.ts';
import type { SimulatorControl } from './simulator-control.ts';

export interface CompanyOptions {
  /** Changes to the company file. */
  readonly file?: Readonly<Record<string, unknown>>;
  /** Valid unless told otherwise. */
  readonly certificate?: 'valid' | 'expired' | 'none';
  readonly limits?: RateLimits;
  /** The password of the certificate and at the authority. */
  readonly password?: string;
  /** At the mail server of its file. */
  readonly smtpPassword?: string;
}

export interface NewKey {
  readonly id: string;
  readonly key: string;
}

/** A fictitious company that can issue: certificate and credentials are the simulator's, too. */
export interface Resident {
  readonly companyId: string;
  /** What it is called in the addresses of the console. */
  readonly slug: string;
  readonly nit: string;
  /** The identifier of the first key. */
  readonly keyId: string;
  readonly key: string;
  /** The Ministry's file, as text; empty without a certificate. */
  readonly certificate: string;
  addKey(limits?: RateLimits): Promise<NewKey>;
  revoke(keyId: string): Promise<boolean>;
  /** A key of this company for the other environment, as one is left over when a company moves to production. */
  addForeignKey(): Promise<NewKey>;
  /** Imports a certificate of today and makes it known to the authority. */
  renewCertificate(): Promise<void>;
  /** Applies the company file with these changes. */
  change(file: Readonly<Record<string, unknown>>): Promise<void>;
}

/** So generous that only a test of limits meets them. */
const LIMITS: RateLimits = { perMinute: 1_000_000, perHour: 1_000_000 };
const PASSWORD = 'Clave#Ficticia1';
const TEN_YEARS_MS = 10 * 365 * 86_400_000;

let residents = 0;

/** A fresh key takes a tenth of a second: so many that companies beside each other have different ones, and no more. */
const KEYS = 8;
const madeKeys: Promise<CertificateKeys>[] = [];
let certificates = 0;

function nextKeys(): Promise<CertificateKeys> {
  const place = certificates % KEYS;
  certificates += 1;
  madeKeys[place] ??= makeCertificateKeys();
  return madeKeys[place];
}

export async function openHouseCompany(
  {
    office,
    authority,
    clock,
  }: {
    readonly office: Office;
    readonly authority: Pick<SimulatorControl, 'register'>;
    readonly clock: Clock;
  },
  options: CompanyOptions,
): Promise<Resident> {
  residents += 1;
  const nit = `0614${String(residents).padStart(10, '0')}`;
  const file = { ...MINIMAL_COMPANY_FILE, slug: `tienda-${residents}`, nit, ...options.file };
  const stored = await apply(office, file);
  const context = office.secretsAt();
  const addKey = (limits = LIMITS): Promise<NewKey> => createKey(context, stored, { name: 'caja', limits });
  const { password = PASSWORD } = options;
  await setCredentials(context, stored, { user: nit, password });
  if (options.smtpPassword !== undefined) await setSmtpPassword(context, stored, options.smtpPassword);
  const expired = options.certificate === 'expired';
  const madeMs = clock.now() - (expired ? TEN_YEARS_MS : 0);
  const bringCertificate = async (madeMs: number): Promise<string> => {
    const certificate = await giveCertificate(office, stored, { password, nowMs: madeMs });
    await authority.register({ nit, password, ambiente: stored.company.ambiente, certificate });
    return certificate;
  };
  const certificate = options.certificate === 'none' ? '' : await bringCertificate(madeMs);
  const { id: keyId, key } = await addKey(options.limits);
  return {
    companyId: stored.companyId,
    slug: file.slug,
    nit,
    keyId,
    key,
    certificate,
    addKey,
    renewCertificate: async () => void (await bringCertificate(clock.now())),
    revoke: (id) => context.keys.revoke(id),
    addForeignKey: () => {
      const company = { ...stored.company, ambiente: '01' } as const;
      return createKey(context, { ...stored, company }, { name: 'caja', limits: LIMITS });
    },
    change: async (changes) => void (await apply(office, { ...file, ...changes })),
  };
}

async function apply(
  { companies }: Office,
  file: Readonly<Record<string, unknown>> & { readonly slug: string },
): Promise<StoredCompany> {
  const outcome = await companies.apply(companyOfFile(file));
  if (outcome.kind === 'problems') throw new Error(JSON.stringify(outcome.problems));
  const stored = await companies.bySlug(slugOf(file.slug));
  if (stored === null) throw new Error(`no company ${file.slug} after it was applied`);
  return stored;
}

async function giveCertificate(
  office: Office,
  stored: StoredCompany,
  { password, nowMs }: { readonly password: string; readonly nowMs: number },
): Promise<string> {
  const { nit, nrc, name, email } = stored.company;
  const text = await makeSandboxCertificate({ nit, nrc, name, email, password, nowMs }, await nextKeys());
  const file = { bytes: Buffer.from(text, 'utf8'), password };
  const outcome = await importCertificate(office.secretsAt(nowMs), stored, file);
  if (outcome.kind === 'refused') throw new Error(outcome.problems.join(' '));
  return text;
}
