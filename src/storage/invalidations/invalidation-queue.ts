import type { Ambiente } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { DueDocument, DueLimits, WorkQueue } from '../../operations/background/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { offlineAccounts } from '../documents/work-queue.ts';

/**
 * Looks for waiting invalidations across companies, which take turns. Where the authority answers nobody, none is due:
 * nothing of them can be done without it.
 */
export function createInvalidationQueue(pool: Pool, environments: readonly Ambiente[]): WorkQueue {
  return {
    async due({ total, perCompany, offline, after }: DueLimits): Promise<readonly DueDocument[]> {
      const rows = await callForQueues<{ readonly company_id: string; readonly document_id: DocumentId }>(
        pool,
        total,
        {
          name: 'due-invalidations',
          text: `SELECT * FROM due_invalidations(${TOTAL}, $3, $4, $5, $6)`,
          values: [perCompany, environments, offlineAccounts(offline), after],
        },
      );
      return rows.map((row) => ({ companyId: row.company_id, documentId: row.document_id }));
    },
  };
}
