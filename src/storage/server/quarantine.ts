import type { Pool } from '../connection/pool.ts';
import { query } from '../connection/transaction.ts';

/** Has every node wait for at least as long as this one was started with. */
export async function keepQuarantine(pool: Pool, lastsMs: number): Promise<void> {
  await query(pool, { text: 'SELECT keep_quarantine($1)', values: [lastsMs] });
}
