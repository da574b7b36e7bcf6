import type { RateLimiter, RateLimits, RateStanding } from '../operations/access-ports.ts';
import type { Client, Pool } from './pool.ts';
import { inCompany } from './transaction.ts';

interface WindowRow {
  readonly minute_count: number;
  readonly hour_count: number;
  readonly admitted: boolean;
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
      inCompany(pool, key.companyId, async (client) => standing(await countRequest(client, key), key.limits)),
  };
}

/**
 * The stored window holds while it is the clock's or the one after: a request that began before the turn of the minute
 * and gets the row after one that began later counts in the later one's window, instead of throwing its count away. A
 * window further ahead comes from a clock that was wrong.
 */
const HELD = `
  CASE WHEN w.minute_start BETWEEN excluded.minute_start AND excluded.minute_start + interval '1 minute'
    THEN w.minute_start ELSE excluded.minute_start END AS minute_start,
  CASE WHEN w.minute_start BETWEEN excluded.minute_start AND excluded.minute_start + interval '1 minute'
    THEN w.minute_count ELSE 0 END AS minute_used,
  CASE WHEN w.hour_start BETWEEN excluded.hour_start AND excluded.hour_start + interval '1 hour'
    THEN w.hour_start ELSE excluded.hour_start END AS hour_start,
  CASE WHEN w.hour_start BETWEEN excluded.hour_start AND excluded.hour_start + interval '1 hour'
    THEN w.hour_count ELSE 0 END AS hour_used`;

const COUNT = `
  INSERT INTO rate_windows AS w (company_id, key_id, minute_start, minute_count, hour_start, hour_count, admitted)
  VALUES ($1, $2, date_trunc('minute', now()), 1, date_trunc('hour', now()), 1, true)
  ON CONFLICT (company_id, key_id) DO UPDATE SET (minute_start, minute_count, hour_start, hour_count, admitted) = (
    SELECT minute_start, minute_used + fits::int, hour_start, hour_used + fits::int, fits
    FROM (SELECT ${HELD}) AS held, LATERAL (SELECT minute_used < $3 AND hour_used < $4 AS fits) AS decision
  )
  RETURNING minute_count, hour_count, admitted,
    ceil(extract(epoch FROM minute_start + interval '1 minute' - clock_timestamp()))::int AS reset_minute,
    ceil(extract(epoch FROM hour_start + interval '1 hour' - clock_timestamp()))::int AS reset_hour`;

async function countRequest(client: Client, key: CountedKey): Promise<WindowRow> {
  const { rows } = await client.query<WindowRow>({
    name: 'count-request',
    text: COUNT,
    values: [key.companyId, key.keyId, key.limits.perMinute, key.limits.perHour],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a request was not counted');
  return row;
}

function standing(row: WindowRow, limits: RateLimits): RateStanding {
  const resetMinute = Math.max(1, row.reset_minute);
  const exceeded = exceededWindow(row, limits);
  const resetHour = Math.max(1, row.reset_hour);
  const retryAfter = exceeded === 'hour' ? resetHour : resetMinute;
  return {
    exceeded,
    remainingMinute: Math.max(0, limits.perMinute - row.minute_count),
    remainingHour: Math.max(0, limits.perHour - row.hour_count),
    resetMinute,
    resetHour,
    retryAfter: exceeded === null ? 0 : retryAfter,
  };
}

function exceededWindow(row: WindowRow, limits: RateLimits): RateStanding['exceeded'] {
  if (row.admitted) return null;
  return row.hour_count >= limits.perHour ? 'hour' : 'minute';
}
