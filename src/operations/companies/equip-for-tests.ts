import type { Company } from '../../core/company/company.ts';
import type { Nit } from '../../core/identifiers/nit.ts';
import { importCertificate, type SecretsContext, setCredentials } from './manage-secrets.ts';
import type { StoredCompany } from './ports.ts';

/** What a simulated authority takes a company's documents by. */
export interface TestEquipment {
  /** The certificate file, in the Ministry's format. */
  readonly certificate: Uint8Array;
  readonly certificatePassword: string;
  /** At the simulated authority; its user is the NIT. */
  readonly authorityPassword: string;
}

/** Makes companies known to a simulated authority. */
export interface TestAuthority {
  /** Makes a fictitious certificate and registers it. */
  equip(company: Company): Promise<TestEquipment>;
  /** Has it reject the next document that it receives, of whichever company; false where it does not answer. */
  rejectNext(): Promise<boolean>;
}

/** Why a company is not equipped. */
export interface UnfitForTests {
  readonly kind: 'refused';
  readonly because: 'production' | 'has_certificate' | 'has_credentials';
  /** At the authority; null where there are no credentials. */
  readonly user: string | null;
}

export type EquipOutcome =
  | { readonly kind: 'equipped'; readonly user: Nit }
  | UnfitForTests
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

/**
 * Gives a company of environment 00 that has no certificate a fictitious one and credentials, so that nothing that comes
 * from the Ministry is replaced. The certificate comes last, so that it can be repeated after a failure.
 */
export async function equipForTests(
  context: Omit<SecretsContext, 'keys'> & { readonly authority: TestAuthority },
  stored: StoredCompany,
): Promise<EquipOutcome> {
  const { company } = stored;
  const unfit = await unfitForTests(context, stored);
  if (unfit !== null) return unfit;
  const made = await context.authority.equip(company);
  await setCredentials(context, stored, { user: company.nit, password: made.authorityPassword });
  const file = { bytes: made.certificate, password: made.certificatePassword };
  const outcome = await importCertificate(context, stored, file);
  return outcome.kind === 'refused'
    ? { kind: 'problems', problems: outcome.problems }
    : { kind: 'equipped', user: company.nit };
}

/** Why the company must not be equipped; null where it may. Its own user is the NIT, so that a failed try can be repeated. */
export async function unfitForTests(
  { secrets }: Pick<SecretsContext, 'secrets'>,
  { companyId, company: { ambiente, nit } }: StoredCompany,
): Promise<UnfitForTests | null> {
  const { certificate, user } = await secrets.setup(companyId, ambiente);
  const refused = (because: UnfitForTests['because']) => ({ kind: 'refused', because, user }) as const;
  if (ambiente !== '00') return refused('production');
  if (certificate !== null) return refused('has_certificate');
  return user === null || user === nit ? null : refused('has_credentials');
}
