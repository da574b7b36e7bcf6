import type { Ambiente } from '../../core/dte/kinds.ts';
import type { DeliveryKey, DeliveryQueue } from '../../operations/deliveries/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

/** Looks for messages that are due across companies, which take turns. */
export function createDeliveryQueue(pool: Pool, environments: readonly Ambiente[]): DeliveryQueue {
  return {
    due: ({ total, perCompany, after }) =>
      callForQueues<DeliveryKey>(pool, total, {
        name: 'due-deliveries',
        text: `SELECT company_id AS "companyId", document_id AS "documentId", kind, address
               FROM due_deliveries(${TOTAL}, $3, $4, $5)`,
        values: [perCompany, environments, after],
      }),
  };
}
