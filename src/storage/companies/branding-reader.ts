import type { BrandingReader } from '../../operations/files/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';

/** Reads how a company's paper looks, the logo included, which no other reader of the service loads. */
export function createBrandingReader(pool: Pool): BrandingReader {
  return {
    branding: (companyId) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<{ readonly logo: string | null; readonly color: string | null }>({
          name: 'read-branding',
          text: `SELECT profile #>> '{branding,logo}' AS logo, profile #>> '{branding,color}' AS color
                 FROM companies WHERE company_id = $1`,
          values: [companyId],
        });
        return rows[0] ?? { logo: null, color: null };
      }),
  };
}
