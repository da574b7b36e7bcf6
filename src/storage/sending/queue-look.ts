import { type Ambiente, accountName } from '../../core/dte/kinds.ts';
import { OPEN_STATES } from '../../core/submitting/states.ts';
import type { DueQueue, QueueLook } from '../../operations/background/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

/** Each queue by the look of its own, for one row at the most. */
const LOOKS: Readonly<Record<DueQueue, string>> = {
  documents: `due_documents(${TOTAL}, 1, $4, $3, $5, $6, NULL)`,
  invalidations: `due_invalidations(${TOTAL}, 1, $3, $5, NULL)`,
  unreported: `unreported_accounts(${TOTAL}, $3, $5, NULL)`,
  reports: `due_events(${TOTAL}, 1, $3, false, NULL)`,
  lotes: `due_events(${TOTAL}, 1, $3, true, NULL)`,
  deliveries: `due_deliveries(${TOTAL}, 1, $3, NULL)`,
  archives: `due_archives(${TOTAL}, NULL)`,
  rehearsals: `due_rehearsals(${TOTAL}, $3, NULL)`,
};

/** Looks whether anything is due at all, in one statement. */
export function createQueueLook(pool: Pool, environments: readonly Ambiente[]): QueueLook {
  const looks = Object.entries(LOOKS).map(([queue, look]) => `('${queue}', EXISTS (SELECT FROM ${look}))`);
  const text = `SELECT queue FROM (VALUES ${looks.join(', ')}) AS l (queue, holds) WHERE holds`;
  return {
    async due({ accounts, quarantineMs }) {
      const rows = await callForQueues<{ readonly queue: DueQueue }>(pool, 1, {
        name: 'due-queues',
        text,
        values: [environments, OPEN_STATES, accounts.map(accountName), quarantineMs],
      });
      return new Set(rows.map(({ queue }) => queue));
    },
  };
}
