import type { Ambiente } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { DeliveryKind, DeliveryQueue } from '../../operations/deliveries/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

/** Looks for messages that are due across companies, which take turns. */
export function createDeliveryQueue(pool: Pool, environments: readonly Ambiente[]): DeliveryQueue {
  return {
    async due({ total, perCompany, after }) {
      const rows = await callForQueues<{
        readonly company_id: string;
        readonly document_id: DocumentId;
        readonly kind: DeliveryKind;
        readonly address: string;
      }>(pool, total, {
        name: 'due-deliveries',
        text: `SELECT * FROM due_deliveries(${TOTAL}, $3, $4, $5)`,
        values: [perCompany, environments, after],
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
