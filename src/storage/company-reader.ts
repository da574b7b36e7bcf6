import type { CompanyReader } from '../operations/work-ports.ts';
import { createProfileReader } from './company-profile.ts';
import type { Pool } from './pool.ts';
import { inCompany } from './transaction.ts';

interface CompanyRow {
  readonly version: string;
  readonly profile: unknown;
}

/** One company at a time, for the background work. Read on every use, so a change holds at once. */
export function createCompanyReader(pool: Pool): CompanyReader {
  const readProfile = createProfileReader();
  return {
    company: (companyId) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<CompanyRow>({
          name: 'read-company',
          text: 'SELECT updated_at::text AS version, profile FROM companies WHERE company_id = $1',
          values: [companyId],
        });
        const [row] = rows;
        return row === undefined ? null : readProfile(companyId, row.version, row.profile);
      }),
  };
}
