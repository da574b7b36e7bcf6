import { isDocumentId } from '../../core/identifiers/document-id.ts';
import type { OwnKey, OwnKeys } from '../../operations/companies/own-ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { OWN_KEY } from '../keys/key-registry.ts';

const KEYS = `SELECT ${OWN_KEY} FROM api_keys k WHERE company_id = $1
  ORDER BY live DESC, created_at DESC, key_id LIMIT 500`;

/** The API keys of a company, for its own users: what is written goes through functions that ask for its pass. */
export function createOwnKeys(pool: Pool): OwnKeys {
  const change = async (companyId: string, values: readonly unknown[]): Promise<boolean> => {
    if (!isDocumentId(String(values[0]))) return false;
    return inCompany(pool, companyId, async (client) => {
      const { rows } = await client.query<{ readonly changed: boolean }>(
        'SELECT change_own_key($1, $2, $3, $4, $5) AS changed',
        [companyId, ...values],
      );
      return rows[0]?.changed === true;
    });
  };
  return {
    list: (companyId) =>
      inCompany(pool, companyId, async (client) => {
        return (await client.query<OwnKey>(KEYS, [companyId])).rows;
      }),
    create: ({ companyId, keyId, publicId, ambiente, name, secretHmac, limits }) =>
      inCompany(pool, companyId, async (client) => {
        const values = [companyId, keyId, publicId, ambiente, name, Buffer.from(secretHmac)];
        const { rows } = await client.query<{ readonly added: boolean }>(
          'SELECT add_own_key($1, $2, $3, $4, $5, $6, $7, $8) AS added',
          [...values, limits.perMinute, limits.perHour],
        );
        if (rows[0]?.added !== true)
          throw new Error(`the company ${companyId} is not of the key’s environment`);
        return keyId;
      }),
    setLimits: (companyId, keyId, { perMinute, perHour }) =>
      change(companyId, [keyId, perMinute, perHour, false]),
    revoke: (companyId, keyId) => change(companyId, [keyId, null, null, true]),
  };
}
