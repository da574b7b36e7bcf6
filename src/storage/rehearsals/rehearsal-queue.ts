import type { Ambiente } from '../../core/dte/kinds.ts';
import type { RehearsalQueue } from '../../operations/rehearsals/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

/** Looks for companies whose rehearsal waits. */
export function createRehearsalQueue(pool: Pool, environments: readonly Ambiente[]): RehearsalQueue {
  return {
    async due(total, after) {
      const rows = await callForQueues<{ readonly company_id: string }>(pool, total, {
        name: 'due-rehearsals',
        text: `SELECT company_id FROM due_rehearsals(${TOTAL}, $3, $4)`,
        values: [environments, after],
      });
      return rows.map(({ company_id: companyId }) => companyId);
    },
  };
}
