import type { Client, Pool } from './pool.ts';

const ATTEMPTS = 4;
const DEADLOCK = '40P01';
const SERIALIZATION = '40001';

/**
 * Runs `work` in one transaction that sees only the company's rows. A deadlock or serialization failure is repeated
 * with fresh state; every other error rolls back and is thrown.
 */
export async function inCompany<T>(
  pool: Pool,
  companyId: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return repeated(() =>
    inTransaction(pool, async (client) => {
      await client.query({
        name: 'set-company',
        text: `SELECT set_config('sello.company_id', $1, true)`,
        values: [companyId],
      });
      return work(client);
    }),
  );
}

/** Runs `work` in one transaction of the pool's role. Errors roll back and are thrown. */
export async function inTransaction<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    broken = await rollback(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Undefined when the connection is clean again; otherwise the reason to throw it away. */
async function rollback(client: Client): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function repeated<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRepeatable(error)) throw error;
    }
  }
}

function isRepeatable(error: unknown): boolean {
  const code = sqlState(error);
  return code === DEADLOCK || code === SERIALIZATION;
}

/** The five-character SQLSTATE of an error from PostgreSQL; null for any other error. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
