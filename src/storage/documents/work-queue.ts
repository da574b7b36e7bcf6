import type { Ambiente } from '../../core/dte/kinds.ts';
import { accountName } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import { OPEN_STATES } from '../../core/submitting/states.ts';
import type { DueDocument, DueLimits, Offline, WorkQueue } from '../../operations/background/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

/** The accounts that no authority answers. */
export function offlineAccounts(offline: Offline | undefined): readonly string[] {
  return (offline?.accounts ?? []).map(accountName);
}

/** Looks for work across companies, which take turns: first one document of each, then the second of each. */
export function createWorkQueue(pool: Pool, environments: readonly Ambiente[]): WorkQueue {
  return {
    async due({ total, perCompany, offline, after }: DueLimits): Promise<readonly DueDocument[]> {
      const rows = await callForQueues<{ readonly company_id: string; readonly document_id: DocumentId }>(
        pool,
        total,
        {
          name: 'due-documents',
          text: `SELECT * FROM due_documents(${TOTAL}, $3, $4, $5, $6, $7, $8)`,
          values: [
            perCompany,
            OPEN_STATES,
            environments,
            offlineAccounts(offline),
            offline?.quarantineMs ?? 0,
            after,
          ],
        },
      );
      return rows.map((row) => ({ companyId: row.company_id, documentId: row.document_id }));
    },
  };
}
