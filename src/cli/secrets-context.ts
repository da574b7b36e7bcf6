import type { SecretsContext } from '../operations/companies/manage-secrets.ts';
import type { Vault } from '../operations/companies/ports.ts';
import type { Office } from './program.ts';

/** What the operations on secrets work with. */
export function secretsContext({ secrets, keys }: Office, vault: Vault): SecretsContext {
  return { secrets, keys, vault, now: Date.now };
}
