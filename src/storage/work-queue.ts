import type { Ambiente } from '../core/dte/kinds.ts';
import type { DueDocument, DueLimits, Offline, WorkQueue } from '../operations/work-ports.ts';
import type { Pool } from './pool.ts';
import { query } from './transaction.ts';
import { OPEN_STATES } from './work-store.ts';

interface DueRow {
  readonly company_id: string;
  readonly document_id: string;
}

/** In contingency for longer than the quarantine ($6, milliseconds), with nothing of unknown fate. */
const TURNS_FORMAL = `(contingency_type IS NULL AND contingency_since <= clock_timestamp() - $6 * interval '1 ms'
  AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.company_id = documents.company_id
                    AND a.document_id = documents.document_id AND a.outcome = 'unknown'))`;

function accountsOf(offline: Offline | undefined): readonly string[] {
  return (offline?.accounts ?? []).map(({ companyId, ambiente }) => `${ambiente} ${companyId}`);
}

/**
 * Looks for work across companies. The pool acts as `sello_operator`, because the service sees one company at a time;
 * only identifiers leave here. The companies take turns: first one document of each, then the second of each.
 */
export function createWorkQueue(pool: Pool, environments: readonly Ambiente[]): WorkQueue {
  return {
    async due({ total, perCompany, offline }: DueLimits): Promise<readonly DueDocument[]> {
      const { rows } = await query<DueRow>(pool, {
        name: 'due-documents',
        text: `SELECT d.company_id, d.document_id FROM companies c CROSS JOIN LATERAL (
                 SELECT company_id, document_id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) AS turn
                 FROM documents
                 WHERE company_id = c.company_id AND next_attempt_at <= clock_timestamp() AND state = ANY($3)
                   AND (lease_until IS NULL OR lease_until <= clock_timestamp()) AND environment = ANY($4)
                   AND (state <> 'contingency' OR NOT environment || ' ' || company_id = ANY($5) OR ${TURNS_FORMAL})
                 ORDER BY next_attempt_at LIMIT $2
               ) d
               ORDER BY d.turn, d.next_attempt_at LIMIT $1`,
        values: [
          total,
          perCompany,
          OPEN_STATES,
          environments,
          accountsOf(offline),
          offline?.quarantineMs ?? 0,
        ],
      });
      return rows.map((row) => ({ companyId: row.company_id, documentId: row.document_id }));
    },
  };
}
