import type { CompanyReader } from '../operations/work-ports.ts';
import { companyOf, createProfileReader, PROFILE_COLUMNS, type ProfileRow } from './company-profile.ts';
import type { Pool } from './pool.ts';
import { inCompany } from './transaction.ts';

/** One company at a time, for the background work. Read on every use, so a change holds at once. */
export function createCompanyReader(pool: Pool): CompanyReader {
  const profiles = createProfileReader();
  return {
    company: (companyId) =>
      inCompany(pool, companyId, async (client) => {
        const known = profiles.known(companyId);
        const { rows } = await client.query<ProfileRow>({
          name: 'read-company',
          text: `SELECT ${PROFILE_COLUMNS} FROM companies WHERE company_id = $1`,
          values: [companyId, known?.version ?? ''],
        });
        const [row] = rows;
        return row === undefined ? null : companyOf(profiles, { companyId, known }, row);
      }),
  };
}
