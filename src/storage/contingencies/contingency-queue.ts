import type { Ambiente } from '../../core/dte/kinds.ts';
import { accountName } from '../../core/dte/kinds.ts';
import type { ContingencyQueue, DueContingency } from '../../operations/contingencies/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

interface DueRow {
  readonly company_id: string;
  readonly environment: Ambiente;
  readonly event_id?: string;
}

/** Looks for contingencies across companies, which take turns. */
export function createContingencyQueue(pool: Pool, environments: readonly Ambiente[]): ContingencyQueue {
  return {
    async unreported({ total, offline, after }) {
      const rows = await callForQueues<DueRow>(pool, total, {
        name: 'unreported-accounts',
        text: `SELECT * FROM unreported_accounts(${TOTAL}, $3, $4, $5)`,
        values: [environments, offline.map(accountName), after && accountName(after)],
      });
      return rows.map(toDue);
    },
    async events({ total, perCompany, sealed, after }) {
      const rows = await callForQueues<DueRow>(pool, total, {
        name: 'due-events',
        text: `SELECT * FROM due_events(${TOTAL}, $3, $4, $5, $6)`,
        values: [perCompany, environments, sealed, after],
      });
      return rows.map(toDue);
    },
  };
}

function toDue(row: DueRow): DueContingency {
  return { companyId: row.company_id, ambiente: row.environment, eventId: row.event_id ?? null };
}
