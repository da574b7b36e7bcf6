import type { RateLimiter, RateLimits, RateStanding } from '../operations/access-ports.ts';
import type { Client, Pool } from './pool.ts';
import { inCompany } from './transaction.ts';

interface WindowRow {
  readonly minute_count: number;
  readonly hour_count: number;
  readonly reset_minute: number;
  readonly reset_hour: number;
}

interface CountedKey {
  readonly companyId: string;
  readonly keyId: string;
  readonly limits: RateLimits;
}

/** Exact over several nodes: the database's clock and one statement decide and count. */
export function createRateLimiter(pool: Pool): RateLimiter {
  return {
    count: (key) =>
      inCompany(pool, key.companyId, async (client) => {
        const counted = await countRequest(client, key);
        if (counted !== null) return standing(counted, key.limits);
        return refusedStanding(await readWindows(client, key), key.limits);
      }),
  };
}

const RESETS = `
  ceil(extract(epoch FROM date_trunc('minute', now()) + interval '1 minute' - now()))::int AS reset_minute,
  ceil(extract(epoch FROM date_trunc('hour', now()) + interval '1 hour' - now()))::int AS reset_hour`;

/** Null when one of the windows is full: then nothing was counted. */
async function countRequest(client: Client, key: CountedKey): Promise<WindowRow | null> {
  const { rows } = await client.query<WindowRow>({
    name: 'count-request',
    text: `INSERT INTO rate_windows AS w (company_id, key_id, minute_start, minute_count, hour_start, hour_count)
           VALUES ($1, $2, date_trunc('minute', now()), 1, date_trunc('hour', now()), 1)
           ON CONFLICT (company_id, key_id) DO UPDATE SET
             minute_start = excluded.minute_start,
             minute_count = CASE WHEN w.minute_start = excluded.minute_start THEN w.minute_count ELSE 0 END + 1,
             hour_start = excluded.hour_start,
             hour_count = CASE WHEN w.hour_start = excluded.hour_start THEN w.hour_count ELSE 0 END + 1
           WHERE (w.minute_start <> excluded.minute_start OR w.minute_count < $3)
             AND (w.hour_start <> excluded.hour_start OR w.hour_count < $4)
           RETURNING minute_count, hour_count, ${RESETS}`,
    values: [key.companyId, key.keyId, key.limits.perMinute, key.limits.perHour],
  });
  return rows[0] ?? null;
}

async function readWindows(client: Client, key: CountedKey): Promise<WindowRow> {
  const { rows } = await client.query<WindowRow>({
    name: 'read-windows',
    text: `SELECT CASE WHEN minute_start = date_trunc('minute', now()) THEN minute_count ELSE 0 END AS minute_count,
                  CASE WHEN hour_start = date_trunc('hour', now()) THEN hour_count ELSE 0 END AS hour_count, ${RESETS}
           FROM rate_windows WHERE company_id = $1 AND key_id = $2`,
    values: [key.companyId, key.keyId],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a full rate window is missing');
  return row;
}

function standing(row: WindowRow, limits: RateLimits): RateStanding {
  return {
    exceeded: null,
    remainingMinute: Math.max(0, limits.perMinute - row.minute_count),
    remainingHour: Math.max(0, limits.perHour - row.hour_count),
    resetMinute: Math.max(1, row.reset_minute),
    retryAfter: 0,
  };
}

function refusedStanding(row: WindowRow, limits: RateLimits): RateStanding {
  const hourFull = row.hour_count >= limits.perHour;
  return {
    ...standing(row, limits),
    exceeded: hourFull ? 'hour' : 'minute',
    retryAfter: Math.max(1, hourFull ? row.reset_hour : row.reset_minute),
  };
}
