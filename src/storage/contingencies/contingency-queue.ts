import type { Ambiente } from '../../core/dte/kinds.ts';
import type { ContingencyQueue, DueContingency } from '../../operations/contingencies/ports.ts';
import { callFunction } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

/** Looks for contingencies across companies. */
export function createContingencyQueue(pool: Pool, environments: readonly Ambiente[]): ContingencyQueue {
  return {
    async due(total): Promise<readonly DueContingency[]> {
      const rows = await callFunction<{
        readonly company_id: string;
        readonly environment: Ambiente;
        readonly event_id: string | null;
      }>(pool, {
        name: 'due-contingencies',
        text: 'SELECT * FROM due_contingencies($1, $2)',
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
