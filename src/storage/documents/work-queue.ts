import type { Ambiente } from '../../core/dte/kinds.ts';
import { accountName } from '../../core/dte/kinds.ts';
import { OPEN_STATES } from '../../core/submitting/states.ts';
import type { DueDocument, Offline, WorkQueue } from '../../operations/background/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

/** The accounts that no authority answers. */
export function offlineAccounts(offline: Offline | undefined): readonly string[] {
  return (offline?.accounts ?? []).map(accountName);
}

/** Looks for work across companies, which take turns: first one document of each, then the second of each. */
export function createWorkQueue(pool: Pool, environments: readonly Ambiente[]): WorkQueue {
  return {
    due({ total, perCompany, offline, after }) {
      const resting = [offlineAccounts(offline), offline?.quarantineMs ?? 0];
      return callForQueues<DueDocument>(pool, total, {
        name: 'due-documents',
        text: `SELECT company_id AS "companyId", document_id AS "documentId"
               FROM due_documents(${TOTAL}, $3, $4, $5, $6, $7, $8)`,
        values: [perCompany, OPEN_STATES, environments, ...resting, after],
      });
    },
  };
}
