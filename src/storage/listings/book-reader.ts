import type { DocumentSummary } from '../../core/drafting/order.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { BookReader } from '../../operations/listings/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';

interface FactsRow {
  readonly document_id: DocumentId;
  readonly summary: DocumentSummary;
  readonly party_number: string | null;
  readonly party_number_type: string | null;
  readonly nrc: string | null;
  readonly exempt: string | null;
  readonly non_subject: string | null;
  readonly vat_perceived: string | null;
  readonly adjusted: string | null;
}

/** A document that cannot be read has nothing but what its row says. Both generations' names of a datum are asked for. */
const FACTS = `SELECT d.document_id, d.summary,
    coalesce(p.party ->> 'nit', p.party ->> 'numDocumento') AS party_number,
    CASE WHEN p.party ->> 'nit' IS NULL THEN p.party ->> 'tipoDocumento' ELSE '36' END AS party_number_type, p.party ->> 'nrc' AS nrc,
    p.resumen ->> 'totalExenta' AS exempt, p.resumen ->> 'totalNoSuj' AS non_subject,
    coalesce(p.resumen ->> 'ivaPerci', p.resumen ->> 'ivaPerci1') AS vat_perceived,
    p.body -> 'documentoRelacionado' -> 0 ->> 'numeroDocumento' AS adjusted
  FROM documents d
    CROSS JOIN LATERAL (SELECT json_or_null(d.draft) AS body OFFSET 0) AS b
    CROSS JOIN LATERAL (SELECT b.body, b.body -> 'resumen' AS resumen,
        CASE json_typeof(b.body -> 'receptor') WHEN 'object' THEN b.body -> 'receptor' ELSE b.body -> 'sujetoExcluido' END AS party
        OFFSET 0) AS p
  WHERE d.company_id = $1 AND d.document_id = ANY ($2)`;

/** Reads documents for the books in PostgreSQL, without a lock. */
export function createBookReader(pool: Pool): BookReader {
  return {
    facts: (companyId, ids) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<FactsRow>({
          name: 'book-facts',
          text: FACTS,
          values: [companyId, ids],
        });
        return new Map(rows.map((row) => [row.document_id, toFacts(row)]));
      }),
  };
}

function toFacts(row: FactsRow) {
  return {
    summary: row.summary,
    partyNumber: row.party_number,
    partyNumberType: row.party_number_type,
    nrc: row.nrc,
    exempt: row.exempt,
    nonSubject: row.non_subject,
    vatPerceived: row.vat_perceived,
    adjusted: row.adjusted,
  };
}
