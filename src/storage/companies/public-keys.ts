import { createKept } from '../../core/memory/recent.ts';
import type { PublicKeys } from '../../operations/files/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';

const KEPT_MS = 600_000;
/** Companies whose keys a node keeps. */
const COMPANIES = 5_000;

/** Reads the keys that a company has ever signed with, the latest first. */
export function createPublicKeys(pool: Pool, monotonic: () => number): PublicKeys {
  const fresh = (companyId: string) =>
    inCompany(pool, companyId, async (client) => {
      const { rows } = await client.query<{ readonly public_key: Buffer }>({
        name: 'public-keys',
        text: 'SELECT public_key FROM certificates WHERE company_id = $1 ORDER BY imported_at DESC',
        values: [companyId],
      });
      return rows.map(({ public_key: key }) => key);
    });
  const kept = createKept(fresh, { forMs: KEPT_MS, most: COMPANIES, monotonic, isUsable: () => true });
  return { fresh, kept: async (companyId) => (await kept(companyId)) ?? [] };
}
