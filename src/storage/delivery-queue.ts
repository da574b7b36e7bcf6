import type { Ambiente } from '../core/dte/kinds.ts';
import type { DeliveryKind, DeliveryQueue } from '../operations/mail-ports.ts';
import type { Pool } from './pool.ts';
import { query } from './transaction.ts';

interface DueRow {
  readonly company_id: string;
  readonly document_id: string;
  readonly kind: DeliveryKind;
  readonly address: string;
}

/** Looks for messages that are due across companies, as `sello_operator`; the companies take turns. */
export function createDeliveryQueue(pool: Pool, environments: readonly Ambiente[]): DeliveryQueue {
  return {
    async due({ total, perCompany }) {
      const { rows } = await query<DueRow>(pool, {
        name: 'due-deliveries',
        text: `SELECT d.company_id, d.document_id, d.kind, d.address FROM companies c CROSS JOIN LATERAL (
                 SELECT company_id, document_id, kind, address, next_attempt_at,
                   row_number() OVER (ORDER BY next_attempt_at) AS turn
                 FROM deliveries
                 WHERE company_id = c.company_id AND state = 'queued' AND next_attempt_at <= clock_timestamp()
                   AND environment = ANY($3)
                 ORDER BY next_attempt_at LIMIT $2) d
               ORDER BY d.turn, d.next_attempt_at LIMIT $1`,
        values: [total, perCompany, environments],
      });
      return rows.map((row) => ({
        companyId: row.company_id,
        documentId: row.document_id,
        kind: row.kind,
        address: row.address,
      }));
    },
  };
}
