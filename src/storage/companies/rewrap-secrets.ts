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
 * Answers how many there are; null, with nothing changed, where another process of Sello is connected that does not open
 * secrets with the master key of this name. The pool acts as `sello_operator`. Throws what `move` throws.
 */
export function rewrapSecrets(
  pool: Pool,
  freshMaster: string,
  move: (sealed: string) => string,
): Promise<number | null> {
  return inTransaction(pool, async (client) => {
    const tables = SEALED.map(([table]) => table).join(', ');
    await client.query(`LOCK TABLE ${tables} IN SHARE ROW EXCLUSIVE MODE`);
    if (await othersAreConnected(client, freshMaster)) return null;
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

async function othersAreConnected(client: Client, freshMaster: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'sello %' AND NOT starts_with(application_name, $1)
       AND $2 <> ALL (string_to_array(application_name, ' ')) LIMIT 1`,
    [APPLICATION, freshMaster],
  );
  return rowCount !== 0;
}
