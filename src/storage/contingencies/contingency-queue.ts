import type { Ambiente } from '../../core/dte/kinds.ts';
import type { ContingencyQueue, DueContingency } from '../../operations/contingencies/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

/** Looks for contingencies across companies. */
export function createContingencyQueue(pool: Pool, environments: readonly Ambiente[]): ContingencyQueue {
  return {
    async due(total): Promise<readonly DueContingency[]> {
      const rows = await callForQueues<{
        readonly company_id: string;
        readonly environment: Ambiente;
        readonly event_id: string | null;
      }>(pool, total, {
        name: 'due-contingencies',
        text: `SELECT * FROM due_contingencies(${TOTAL}, $3)`,
        values: [environments],
      });
      return rows.map((row) => ({
        companyId: row.company_id,
        ambiente: row.environment,
        eventId: row.event_id,
      }));
    },
  };
}
