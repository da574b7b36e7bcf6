import type { EventReader, SealedEvent } from '../../operations/files/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { BYTES_IN, INVALIDATIONS_IN } from '../sending/states-in-sql.ts';

/** Reads the bytes of invalidations. */
export function createEventReader(pool: Pool): EventReader {
  return {
    sealedEvent: (companyId, documentId) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<SealedEvent>({
          name: 'read-sealed-event',
          text: `SELECT a.jws, i.reception_stamp AS sello
                 FROM invalidations i JOIN invalidation_attempts a USING (company_id, document_id)
                 WHERE i.company_id = $1 AND i.document_id = $2 AND i.state = ${INVALIDATIONS_IN.sealed}
                   AND a.outcome = ${BYTES_IN.sealed}`,
          values: [companyId, documentId],
        });
        return rows[0] ?? null;
      }),
    latestEvent: (companyId, documentId) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<Pick<SealedEvent, 'jws'>>({
          name: 'read-latest-event',
          text: `SELECT jws FROM invalidation_attempts WHERE company_id = $1 AND document_id = $2
                 ORDER BY attempt DESC LIMIT 1`,
          values: [companyId, documentId],
        });
        return rows[0]?.jws ?? null;
      }),
  };
}
