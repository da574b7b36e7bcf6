import type { Pool } from '../connection/pool.ts';
import { query } from '../connection/transaction.ts';

/**
 * The sealed secret of the installation for a purpose; the first caller's value is kept, so that nodes that start at
 * the same moment agree. The pool acts as `sello_operator`.
 */
export async function installationSecret(
  pool: Pool,
  purpose: string,
  seal: () => string | Promise<string>,
): Promise<string> {
  const found = await find(pool, purpose);
  if (found !== null) return found;
  await query(pool, {
    text: `INSERT INTO installation_secrets (purpose, sealed) VALUES ($1, $2) ON CONFLICT (purpose) DO NOTHING`,
    values: [purpose, await seal()],
  });
  const kept = await find(pool, purpose);
  if (kept === null) throw new Error(`the installation secret ${purpose} was not kept`);
  return kept;
}

async function find(pool: Pool, purpose: string): Promise<string | null> {
  const { rows } = await query<{ readonly sealed: string }>(pool, {
    text: `SELECT sealed FROM installation_secrets WHERE purpose = $1`,
    values: [purpose],
  });
  return rows[0]?.sealed ?? null;
}

/** The sealed secrets whose purposes begin so, by purpose. */
export async function secretsUnder(pool: Pool, prefix: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await query<{ readonly purpose: string; readonly sealed: string }>(pool, {
    text: 'SELECT purpose, sealed FROM installation_secrets WHERE starts_with(purpose, $1)',
    values: [prefix],
  });
  return new Map(rows.map(({ purpose, sealed }) => [purpose, sealed]));
}

/** The pool acts as `sello_operator`. */
export async function removeSecret(pool: Pool, purpose: string): Promise<void> {
  await query(pool, { text: 'DELETE FROM installation_secrets WHERE purpose = $1', values: [purpose] });
}
