import type { Ambiente } from '../core/dte/kinds.ts';
import type { InvalidationQueue } from '../operations/invalidation-ports.ts';
import type { DueDocument, DueLimits } from '../operations/work-ports.ts';
import type { Pool } from './pool.ts';
import { query } from './transaction.ts';

interface DueRow {
  readonly company_id: string;
  readonly document_id: string;
}

/**
 * Looks for waiting invalidations across companies, as `sello_operator`, which take turns; only identifiers leave here.
 * Where the authority answers nobody, none is due: nothing of them can be done without it.
 */
export function createInvalidationQueue(pool: Pool, environments: readonly Ambiente[]): InvalidationQueue {
  return {
    async due({ total, perCompany, offline }: DueLimits): Promise<readonly DueDocument[]> {
      const dark = (offline?.accounts ?? []).map(({ companyId, ambiente }) => `${ambiente} ${companyId}`);
      const { rows } = await query<DueRow>(pool, {
        name: 'due-invalidations',
        text: `SELECT d.company_id, d.document_id FROM (
                 SELECT company_id, document_id, next_attempt_at,
                   row_number() OVER (PARTITION BY company_id ORDER BY next_attempt_at) AS turn
                 FROM invalidations
                 WHERE next_attempt_at <= clock_timestamp() AND environment = ANY($3)
                   AND (lease_until IS NULL OR lease_until <= clock_timestamp())
                   AND NOT environment || ' ' || company_id = ANY($4)) d
               WHERE d.turn <= $2 ORDER BY d.turn, d.next_attempt_at LIMIT $1`,
        values: [total, perCompany, environments, dark],
      });
      return rows.map((row) => ({ companyId: row.company_id, documentId: row.document_id }));
    },
  };
}
