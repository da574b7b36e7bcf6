import { createHash } from 'node:crypto';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import { type Pool, QUEUES } from '../connection/pool.ts';
import { query } from '../connection/transaction.ts';

/**
 * Lets the database know the pool's passes, of the queues and of each company, where it does not know them yet. The pool acts as
 * `sello_operator`.
 */
export async function keepPasses(pool: Pool): Promise<void> {
  const known = await query<{ readonly scope: string; readonly sha256: Uint8Array | null }>(pool, {
    text: `SELECT scope, sha256 FROM (SELECT $1 AS scope UNION ALL SELECT company_id::text FROM companies) AS scopes
           LEFT JOIN passes USING (scope)`,
    values: [QUEUES],
  });
  const scopes = known.rows.filter(
    ({ scope, sha256 }) => !passHash(pool, scope).equals(sha256 ?? Buffer.alloc(0)),
  );
  if (scopes.length === 0) return;
  await query(pool, {
    text: `INSERT INTO passes (scope, sha256) SELECT * FROM unnest($1::text[], $2::bytea[])
           ON CONFLICT (scope) DO UPDATE SET sha256 = excluded.sha256`,
    values: [scopes.map(({ scope }) => scope), scopes.map(({ scope }) => passHash(pool, scope))],
  });
}

/** Whether the database knows the pool's pass of the queues, which `keepPasses` writes. */
export async function passesHold(pool: Pool): Promise<boolean> {
  const { rowCount } = await query(pool, {
    text: 'SELECT FROM passes WHERE sha256 = $1',
    values: [passHash(pool, QUEUES)],
  });
  return rowCount === 1;
}

/** What the database keeps of a pass. */
export function passHash({ passOf }: Pool, scope: string): Buffer {
  return createHash('sha256')
    .update(`${scope} ${passOf(scope)}`)
    .digest();
}

/** The slug of a company of the production environment; null where there is none. */
export async function productionCompany(pool: Pool): Promise<CompanySlug | null> {
  const [row] = await callForQueues<{ readonly slug: CompanySlug | null }>(pool, 0, {
    text: `SELECT production_company(${TOTAL}) AS slug`,
  });
  return row?.slug ?? null;
}
