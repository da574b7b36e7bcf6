import type { Ambiente } from '../../core/dte/kinds.ts';
import type { DueDocument, WorkQueue } from '../../operations/background/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { offlineAccounts } from '../documents/work-queue.ts';

/**
 * Looks for waiting invalidations across companies, which take turns. Where the authority answers nobody, none is due:
 * nothing of them can be done without it.
 */
export function createInvalidationQueue(pool: Pool, environments: readonly Ambiente[]): WorkQueue {
  return {
    due: ({ total, perCompany, offline, after }) =>
      callForQueues<DueDocument>(pool, total, {
        name: 'due-invalidations',
        text: `SELECT company_id AS "companyId", document_id AS "documentId"
               FROM due_invalidations(${TOTAL}, $3, $4, $5, $6)`,
        values: [perCompany, environments, offlineAccounts(offline), after],
      }),
  };
}
