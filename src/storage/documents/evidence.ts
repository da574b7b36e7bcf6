import type { TipoDte } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { CodigoGeneracion } from '../../core/identifiers/official.ts';
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
    const { rows } = await client.query<{
      readonly attempt: number;
      readonly generation_code: CodigoGeneracion;
      readonly first_sent_ms: number | null;
      readonly given_up: boolean;
      readonly payload_hash: string;
      readonly taken_for_absent: boolean;
    }>({
      name: 'versions-of',
      text: `SELECT attempt, generation_code, (extract(epoch FROM CASE WHEN outcome <> ${BYTES_IN.notDelivered}
               THEN coalesce(first_sent_at, CASE WHEN sends > 0 THEN last_sent_at END) END) * 1000)::float8 AS first_sent_ms,
               control_number IS NOT NULL AS given_up, payload_hash, outcome = ${BYTES_IN.absent} AS taken_for_absent
             FROM attempts WHERE company_id = $1 AND document_id = $2 ORDER BY attempt`,
      values: [companyId, documentId],
    });
    return rows.map((row) => ({
      number: row.attempt,
      codigoGeneracion: row.generation_code,
      firstSentMs: row.first_sent_ms,
      givenUp: row.given_up,
      payloadHash: row.payload_hash,
      takenForAbsent: row.taken_for_absent,
    }));
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
    const { rows } = await client.query<{
      readonly doc_type: TipoDte;
      readonly generation_code: CodigoGeneracion;
    }>({
      name: 'stamped-for-good',
      text: `SELECT doc_type, generation_code FROM documents d
             WHERE company_id = $1 AND environment = $2 AND state = ${DOCUMENTS_IN.stamped}
               AND NOT EXISTS (SELECT 1 FROM invalidations i WHERE i.company_id = d.company_id
                                 AND i.document_id = d.document_id AND i.state <> ${INVALIDATIONS_IN.rejected})
             ORDER BY fiscal_year DESC, control_number DESC LIMIT 1`,
      values: [companyId, ambiente],
    });
    const [row] = rows;
    return row === undefined ? null : { tipoDte: row.doc_type, codigoGeneracion: row.generation_code };
  });
}
