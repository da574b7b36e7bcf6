import { APPLICATION, type Client, type Pool } from '../connection/pool.ts';
import { inTransaction } from '../connection/transaction.ts';

/** Every column that holds sealed values. */
const SEALED = [
  ['installation_secrets', 'sealed'],
  ['certificates', 'sealed_private_key'],
  ['authority_credentials', 'sealed_password'],
  ['smtp_passwords', 'sealed_password'],
] as const;

/**
 * Puts what `move` makes of it in the place of every sealed value, all of them or none, while nobody can add one.
 * Answers how many there are; null, with nothing changed, where another process of Sello is connected. The pool acts
 * as `sello_operator`. Throws what `move` throws.
 */
export function rewrapSecrets(pool: Pool, move: (sealed: string) => string): Promise<number | null> {
  return inTransaction(pool, async (client) => {
    const tables = SEALED.map(([table]) => table).join(', ');
    await client.query(`LOCK TABLE ${tables} IN SHARE ROW EXCLUSIVE MODE`);
    if (await othersAreConnected(client)) return null;
    let count = 0;
    for (const [table, column] of SEALED) {
      const { rows } = await client.query<{ readonly sealed: string }>(
        `SELECT ${column} AS sealed FROM ${table}`,
      );
      const old = rows.map(({ sealed }) => sealed);
      // No two sealed values are equal, so each names its own row.
      await client.query(
        `UPDATE ${table} SET ${column} = new FROM unnest($1::text[], $2::text[]) AS moved (old, new)
         WHERE ${column} = old`,
        [old, old.map(move)],
      );
      count += old.length;
    }
    return count;
  });
}

async function othersAreConnected(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'sello %' AND application_name <> $1 LIMIT 1`,
    [APPLICATION],
  );
  return rowCount !== 0;
}
