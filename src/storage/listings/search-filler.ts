import type { SearchFiller, SearchQueue } from '../../operations/listings/ports.ts';
import { callForCompany, callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

/** Documents that are taken up in one transaction, some 100 ms. */
const ROWS = 1_000;
/** Documents of which customers and products are remembered in one transaction. */
const REMEMBERED_ROWS = 500;
/** How many customers, and how many products, of each type of document are remembered. */
const REMEMBERED = 20_000;

export function createSearch(pool: Pool): SearchQueue & SearchFiller {
  return {
    async due(total, after) {
      const rows = await callForQueues<{ readonly company_id: string }>(pool, total, {
        name: 'due-searches',
        text: `SELECT * FROM due_searches(${TOTAL}, $3)`,
        values: [after],
      });
      return rows.map(({ company_id: companyId }) => companyId);
    },
    async extend(companyId) {
      const [row] = await callForCompany<{ readonly is_busy: boolean }>(pool, companyId, {
        name: 'extend-search',
        text: 'SELECT extend_search($1::uuid, $2::text, $3::integer) AS is_busy',
        values: [ROWS],
      });
      const [remembering] = await callForCompany<{ readonly is_busy: boolean }>(pool, companyId, {
        name: 'extend-remembered',
        text: 'SELECT extend_remembered($1::uuid, $2::text, $3::integer, $4::integer) AS is_busy',
        values: [REMEMBERED_ROWS, REMEMBERED],
      });
      return row?.is_busy === true || remembering?.is_busy === true;
    },
  };
}
