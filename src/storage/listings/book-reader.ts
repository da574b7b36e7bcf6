import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { BookFacts, BookReader } from '../../operations/listings/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';

/** A document that cannot be read has nothing but what its row says. Both generations' names of a datum are asked for. */
const FACTS = `SELECT d.document_id AS "documentId", d.summary,
    coalesce(p.party ->> 'nit', p.party ->> 'numDocumento') AS "partyNumber",
    CASE WHEN p.party ->> 'nit' IS NULL THEN p.party ->> 'tipoDocumento' ELSE '36' END AS "partyNumberType", p.party ->> 'nrc' AS nrc,
    p.resumen ->> 'totalExenta' AS exempt, p.resumen ->> 'totalNoSuj' AS "nonSubject",
    coalesce(p.resumen ->> 'ivaPerci', p.resumen ->> 'ivaPerci1') AS "vatPerceived",
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
        const statement = { name: 'book-facts', text: FACTS, values: [companyId, ids] };
        const { rows } = await client.query<BookFacts & { readonly documentId: DocumentId }>(statement);
        return new Map(rows.map(({ documentId, ...facts }) => [documentId, facts]));
      }),
  };
}
