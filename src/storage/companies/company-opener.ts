import { companyFileOf } from '../../core/company/company-file-of.ts';
import type { CompanyOpener } from '../../operations/companies/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { passHash } from './passes.ts';

/** Opens companies from a node: by a function of the schema, with the pass of the queues. */
export function createCompanyOpener(pool: Pool): CompanyOpener {
  return {
    async open(companyId, company) {
      const [row] = await callForQueues<Awaited<ReturnType<CompanyOpener['open']>>>(pool, 1, {
        text: `SELECT is_new AS "isNew", hindered_by AS "hinderedBy"
               FROM open_company(${TOTAL}, $3, $4, $5, $6, $7)`,
        values: [
          companyId,
          company.slug,
          company.ambiente,
          JSON.stringify(companyFileOf(company)),
          passHash(pool, companyId),
        ],
      });
      if (row === undefined) throw new Error('open_company has answered nothing');
      return row;
    },
  };
}
