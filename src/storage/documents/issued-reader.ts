import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import type { DocumentSummary } from '../../core/drafting/order.ts';
import type { SchemaGeneration, TipoDte } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { EstablishmentCode } from '../../core/identifiers/establishment-code.ts';
import type { NumeroControl } from '../../core/identifiers/official.ts';
import type { PointOfSaleCode } from '../../core/identifiers/point-of-sale-code.ts';
import type { IssuedDocument } from '../../core/rehearsing/issued-document.ts';
import type { IssuedReader } from '../../operations/documents/reading-ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';

/** What is read of a document to make its order again, but its text. */
export interface IssuedRow {
  readonly document_id: DocumentId;
  readonly control_number: NumeroControl;
  readonly doc_type: TipoDte;
  readonly generation: SchemaGeneration;
  readonly establishment: EstablishmentCode;
  readonly point_of_sale: PointOfSaleCode;
  readonly posted_ms: number;
  readonly summary: DocumentSummary;
}

export const ISSUED_COLUMNS = `document_id, control_number, doc_type, generation, establishment, point_of_sale, summary,
  (extract(epoch FROM posted_at) * 1000)::float8 AS posted_ms`;

export function toIssued(row: IssuedRow, draft: string): IssuedDocument {
  return {
    documentId: row.document_id,
    numeroControl: row.control_number,
    tipoDte: row.doc_type,
    generation: row.generation,
    place: { establishment: row.establishment, pointOfSale: row.point_of_sale },
    issuedOn: fiscalTime(row.posted_ms).fecEmi,
    draft,
    summary: row.summary,
  };
}

/** Reads documents as they were issued. The pool acts as the service. */
export function createIssuedReader(pool: Pool): IssuedReader {
  return {
    issued: (companyId, documentId) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<IssuedRow & { readonly draft: string }>({
          name: 'issued-document',
          text: `SELECT ${ISSUED_COLUMNS}, draft FROM documents WHERE company_id = $1 AND document_id = $2`,
          values: [companyId, documentId],
        });
        const [row] = rows;
        return row === undefined ? null : toIssued(row, row.draft);
      }),
  };
}
