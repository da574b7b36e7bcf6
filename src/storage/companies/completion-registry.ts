import type { CompletionRegistry } from '../../operations/rehearsals/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inTransaction } from '../connection/transaction.ts';

/** What companies tell of their customers and products, for the operator. The pool acts as `sello_operator`. */
export function createCompletionRegistry(pool: Pool): CompletionRegistry {
  return {
    tell: (companyId, { customers, products }) =>
      inTransaction(pool, async (client) => {
        await client.query(
          `INSERT INTO customer_completions AS c (company_id, identity, district, document_type, activity_code)
           SELECT DISTINCT ON (identity) $1::uuid, t.* FROM json_to_recordset($2)
             AS t (identity text, district text, document_type text, activity_code text)
           ON CONFLICT (company_id, identity) DO UPDATE SET district = coalesce(excluded.district, c.district),
             document_type = coalesce(excluded.document_type, c.document_type),
             activity_code = coalesce(excluded.activity_code, c.activity_code), updated_at = excluded.updated_at`,
          [
            companyId,
            JSON.stringify(
              customers.map(({ identity, district, documentType, activityCode }) => ({
                identity,
                district,
                document_type: documentType,
                activity_code: activityCode,
              })),
            ),
          ],
        );
        await client.query(
          `INSERT INTO product_completions (company_id, known_by, name, unit)
           SELECT DISTINCT ON (t.by, t.name) $1::uuid, t.* FROM json_to_recordset($2) AS t ("by" text, name text, unit text)
           ON CONFLICT (company_id, known_by, name) DO UPDATE SET unit = excluded.unit, updated_at = excluded.updated_at`,
          [companyId, JSON.stringify(products)],
        );
        // Nodes look again whether the company has told anything as soon as they see another time of change.
        await client.query('UPDATE companies SET updated_at = statement_timestamp() WHERE company_id = $1', [
          companyId,
        ]);
      }),
  };
}
