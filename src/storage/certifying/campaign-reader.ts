import type { CampaignDocument } from '../../core/certifying/progress.ts';
import type { CampaignReader } from '../../operations/certifying/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';

/** Reads the documents of campaigns in PostgreSQL, without a lock. The pool acts as the service. */
export function createCampaignReader(pool: Pool): CampaignReader {
  return {
    documents: (companyId, references) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<CampaignDocument>({
          name: 'campaign-documents',
          text: `SELECT d.document_id AS "documentId", d.external_ref AS "externalRef", d.doc_type AS "tipoDte", d.generation,
                   d.state, d.control_number AS "numeroControl", d.generation_code AS "codigoGeneracion",
                   d.reception_stamp AS "selloRecibido", d.summary->>'amountTotal' AS "amountTotal",
                   (extract(epoch FROM d.posted_at) * 1000)::float8 AS "postedMs",
                   CASE WHEN d.contingency_type IS NOT NULL THEN jsonb_build_object(
                     'tipo', d.contingency_type, 'eventId', e.event_id, 'codigoGeneracion', e.generation_code,
                     'isSealed', e.sealed_at IS NOT NULL, 'selloRecibido', e.reception_stamp,
                     'isFinished', e.event_id IS NOT NULL AND e.next_attempt_at IS NULL,
                     'observaciones', coalesce(e.observations, '[]')) END AS contingencia,
                   CASE WHEN i.document_id IS NOT NULL THEN jsonb_build_object(
                     'state', i.state, 'codigoGeneracion', i.generation_code,
                     'selloRecibido', i.reception_stamp) END AS invalidation
                 FROM documents d
                 LEFT JOIN contingency_events e ON e.company_id = $1 AND e.event_id = d.event_id
                 LEFT JOIN invalidations i ON i.company_id = $1 AND i.document_id = d.document_id
                 WHERE d.company_id = $1 AND d.external_ref = ANY ($2) ORDER BY d.posted_at, d.document_id`,
          values: [companyId, references],
        });
        return rows;
      }),
  };
}
