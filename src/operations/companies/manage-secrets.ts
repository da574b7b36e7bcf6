import type { Company } from '../../core/company/company.ts';
import type { RateLimits } from '../access/ports.ts';
import type { KeyRegistry, KeySummary, SecretsRegistry, StoredCompany, Vault } from './ports.ts';

/** What the operator's secrets are kept and sealed with. */
export interface SecretsContext {
  readonly secrets: SecretsRegistry;
  readonly keys: KeyRegistry;
  readonly vault: Vault;
  readonly now: () => number;
}

export type ImportOutcome =
  | {
      readonly kind: 'imported';
      readonly certificateId: string;
      readonly notAfterMs: number;
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** Checks the Ministry's certificate file for the company and keeps its sealed key; running nodes use it at once. */
export async function importCertificate(
  context: Omit<SecretsContext, 'keys'>,
  { companyId, company }: StoredCompany,
  file: { readonly bytes: Uint8Array; readonly password: string },
): Promise<ImportOutcome> {
  const { ambiente, nit } = company;
  const nowMs = context.now();
  const opening = await context.vault.openCertificate({ companyId, ambiente, nit, ...file, nowMs });
  if (opening.kind === 'refused') return opening;
  const { material, warnings } = opening;
  const certificateId = await context.secrets.addCertificate(companyId, ambiente, material);
  return { kind: 'imported', certificateId, notAfterMs: material.notAfterMs, warnings };
}

/** Keeps the company's user and sealed password at the authority. */
export async function setCredentials(
  context: Pick<SecretsContext, 'secrets' | 'vault'>,
  { companyId, company }: StoredCompany,
  credentials: { readonly user: string; readonly password: string },
): Promise<void> {
  const { ambiente } = company;
  const sealedPassword = await context.vault.sealAuthorityPassword(companyId, ambiente, credentials.password);
  await context.secrets.setCredentials(companyId, ambiente, { user: credentials.user, sealedPassword });
}

/** Keeps the sealed password at the company's own mail server. */
export async function setSmtpPassword(
  { secrets, vault }: Pick<SecretsContext, 'secrets' | 'vault'>,
  { companyId }: Pick<StoredCompany, 'companyId'>,
  password: string,
): Promise<void> {
  await secrets.setSmtpPassword(companyId, await vault.sealSmtpPassword(companyId, password));
}

/** A new API key of the company's environment; `key` is shown this once. */
export async function createKey(
  context: { readonly keys: Pick<KeyRegistry, 'create'>; readonly vault: Pick<Vault, 'mintKey'> },
  { companyId, company }: { readonly companyId: string; readonly company: Pick<Company, 'ambiente'> },
  options: { readonly name: string; readonly limits: RateLimits },
): Promise<{ readonly id: string; readonly key: string }> {
  const { text, ...minted } = context.vault.mintKey(companyId, company.ambiente);
  const id = await context.keys.create({ ...minted, ...options });
  return { id, key: text };
}

/**
 * A second key with the company, limits and name of a live one; both live until the old one is revoked, or until its
 * minutes are over. Null where the old key has got an end meanwhile.
 */
export async function rotateKey(
  { keys, vault }: SecretsContext,
  { keyId, companyId, ambiente }: KeySummary,
  revokeInMinutes: number | null,
): Promise<{ readonly id: string; readonly key: string } | null> {
  const { text, ...fresh } = vault.mintKey(companyId, ambiente);
  const id = await keys.rotate({ keyId, fresh, revokeInMinutes });
  return id === null ? null : { id, key: text };
}

/** Binds the hash of every key to its row. Answers how many were not. */
export async function bindKeys({ keys, vault }: SecretsContext): Promise<number> {
  const bound = (await keys.hashes()).flatMap((key) => {
    const secretHmac = vault.bindKey(key);
    return secretHmac === null ? [] : [{ ...key, secretHmac }];
  });
  await keys.rehash(bound);
  return bound.length;
}
