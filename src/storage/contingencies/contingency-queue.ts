import type { Ambiente } from '../../core/dte/kinds.ts';
import { accountName } from '../../core/dte/kinds.ts';
import type { ContingencyQueue, DueContingency } from '../../operations/contingencies/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

const ACCOUNT = 'company_id AS "companyId", environment AS ambiente';

/** Looks for contingencies across companies, which take turns. */
export function createContingencyQueue(pool: Pool, environments: readonly Ambiente[]): ContingencyQueue {
  return {
    unreported: ({ total, offline, after }) =>
      callForQueues<DueContingency>(pool, total, {
        name: 'unreported-accounts',
        text: `SELECT ${ACCOUNT}, NULL AS "eventId" FROM unreported_accounts(${TOTAL}, $3, $4, $5)`,
        values: [environments, offline.map(accountName), after && accountName(after)],
      }),
    events: ({ total, perCompany, sealed, after }) =>
      callForQueues<DueContingency>(pool, total, {
        name: 'due-events',
        text: `SELECT ${ACCOUNT}, event_id AS "eventId" FROM due_events(${TOTAL}, $3, $4, $5, $6)`,
        values: [perCompany, environments, sealed, after],
      }),
  };
}
