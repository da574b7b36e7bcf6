import type { Ambiente } from '../core/dte/kinds.ts';
import type { ContingencyQueue, DueContingency } from '../operations/contingency-ports.ts';
import type { Pool } from './pool.ts';
import { query } from './transaction.ts';

interface DueRow {
  readonly company_id: string;
  readonly environment: Ambiente;
  readonly event_id: string | null;
}

/** Looks for contingencies across companies, as `sello_operator`; only identifiers leave here. */
export function createContingencyQueue(pool: Pool, environments: readonly Ambiente[]): ContingencyQueue {
  return {
    async due(total): Promise<readonly DueContingency[]> {
      const { rows } = await query<DueRow>(pool, {
        name: 'due-contingencies',
        text: `(SELECT company_id, environment, event_id FROM contingency_events
                WHERE next_attempt_at <= clock_timestamp() AND environment = ANY($2)
                  AND (lease_until IS NULL OR lease_until <= clock_timestamp())
                ORDER BY next_attempt_at LIMIT $1)
               UNION ALL
               (SELECT DISTINCT company_id, environment, NULL::uuid FROM documents
                WHERE contingency_type IS NOT NULL AND event_id IS NULL AND state = 'contingency'
                  AND environment = ANY($2) LIMIT $1)`,
        values: [total, environments],
      });
      return rows.map((row) => ({
        companyId: row.company_id,
        ambiente: row.environment,
        eventId: row.event_id,
      }));
    },
  };
}
