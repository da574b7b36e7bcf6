import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Version } from '../../core/submitting/doubt.ts';
import type { CompanyAccount } from '../../operations/authority/ports.ts';
import type { StampedForGood } from '../../operations/documents/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { BYTES_IN, DOCUMENTS_IN, INVALIDATIONS_IN } from '../sending/states-in-sql.ts';

/** All versions of a document's bytes. Those from before first sendings were kept count from their last one. */
export function versionsOf(
  pool: Pool,
  companyId: string,
  documentId: DocumentId,
): Promise<readonly Version[]> {
  return inCompany(pool, companyId, async (client) => {
    const { rows } = await client.query<Version>({
      name: 'versions-of',
      text: `SELECT attempt AS number, generation_code AS "codigoGeneracion",
               (extract(epoch FROM CASE WHEN outcome <> ${BYTES_IN.notDelivered}
                 THEN coalesce(first_sent_at, CASE WHEN sends > 0 THEN last_sent_at END) END) * 1000)::float8 AS "firstSentMs",
               control_number IS NOT NULL AS "givenUp", payload_hash AS "payloadHash", outcome
             FROM attempts WHERE company_id = $1 AND document_id = $2 ORDER BY attempt`,
      values: [companyId, documentId],
    });
    return rows;
  });
}

/**
 * The stamped document with the highest control number of the last year: found from the end of the index that keeps numbers
 * apart, so that no index of its own is written for every document.
 */
export function stampedForGood(
  pool: Pool,
  { companyId, ambiente }: CompanyAccount,
): Promise<StampedForGood | null> {
  return inCompany(pool, companyId, async (client) => {
    const { rows } = await client.query<StampedForGood>({
      name: 'stamped-for-good',
      text: `SELECT doc_type AS "tipoDte", generation, generation_code AS "codigoGeneracion" FROM documents d
             WHERE company_id = $1 AND environment = $2 AND state = ${DOCUMENTS_IN.stamped}
               AND NOT EXISTS (SELECT 1 FROM invalidations i WHERE i.company_id = d.company_id
                                 AND i.document_id = d.document_id AND i.state <> ${INVALIDATIONS_IN.rejected})
             ORDER BY fiscal_year DESC, control_number DESC LIMIT 1`,
      values: [companyId, ambiente],
    });
    return rows[0] ?? null;
  });
}
