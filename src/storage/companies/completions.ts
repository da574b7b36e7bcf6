import type { Company } from '../../core/company/company.ts';
import type { Completions, CustomerCompletion } from '../../core/drafting/completion.ts';
import type { CompletionLookUp, CompletionReader } from '../../operations/rehearsals/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';

/**
 * What companies have told, read in PostgreSQL. Whether a company has told anything is asked once for each version of the
 * company that this node has read: whoever tells something changes the version.
 */
export function createCompletionReader(pool: Pool): CompletionReader {
  const known = new WeakMap<Company, Promise<CompletionLookUp | null>>();
  return {
    of(companyId, company) {
      const before = known.get(company);
      if (before !== undefined) return before;
      const asking = lookUpOf(pool, companyId);
      known.set(company, asking);
      asking.catch(() => known.delete(company));
      return asking;
    },
  };
}

async function lookUpOf(pool: Pool, companyId: string): Promise<CompletionLookUp | null> {
  const told = await inCompany(pool, companyId, async (client) => {
    const { rows } = await client.query<{ readonly told: boolean }>({
      name: 'has-completions',
      text: `SELECT EXISTS (SELECT FROM customer_completions WHERE company_id = $1)
                 OR EXISTS (SELECT FROM product_completions WHERE company_id = $1) AS told`,
      values: [companyId],
    });
    return rows[0]?.told === true;
  });
  return told ? (named) => lookUp(pool, companyId, named) : null;
}

async function lookUp(
  pool: Pool,
  companyId: string,
  { customers, products }: Parameters<CompletionLookUp>[0],
): Promise<Completions> {
  const [people, goods] = await inCompany(pool, companyId, async (client) => {
    const { rows: customerRows } = await client.query<CustomerCompletion & { readonly identity: string }>({
      name: 'read-customer-completions',
      text: `SELECT identity, district, document_type AS "documentType", activity_code AS "activityCode"
             FROM customer_completions WHERE company_id = $1 AND identity = ANY ($2)`,
      values: [companyId, customers],
    });
    const { rows: productRows } = await client.query<{
      readonly known_by: string;
      readonly name: string;
      readonly unit: string;
    }>({
      name: 'read-product-completions',
      text: `SELECT p.known_by, p.name, p.unit FROM unnest($2::text[], $3::text[]) AS n (known_by, name)
             JOIN product_completions p ON p.company_id = $1 AND p.known_by = n.known_by AND p.name = n.name`,
      values: [companyId, products.map(({ by }) => by), products.map(({ name }) => name)],
    });
    return [customerRows, productRows];
  });
  const byIdentity = new Map(people.map(({ identity, ...told }) => [identity, told]));
  const units = new Map(goods.map(({ known_by: by, name, unit }) => [`${by} ${name}`, unit]));
  return {
    customer: (identity) => byIdentity.get(identity) ?? null,
    product: ({ by, name }) => units.get(`${by} ${name}`) ?? null,
  };
}
