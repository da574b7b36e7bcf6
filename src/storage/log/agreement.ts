import { OFFSET_TEXT } from '../../core/calendar/el-salvador-time.ts';
import type { Ambiente } from '../../core/dte/kinds.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { MovedSeries } from '../../operations/installation/reconcile-ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { CLOCK, timeWhere } from '../connection/statement-time.ts';
import { inTransaction, query } from '../connection/transaction.ts';
import { LEASED_DOCUMENTS, LEASED_EVENTS, LEASED_INVALIDATIONS } from '../sending/leased-rows.ts';
import { BYTES_IN, DOCUMENTS_IN } from '../sending/states-in-sql.ts';
import type { LogPlace } from './log-place.ts';
import type { SeenLog } from './position-file.ts';

/** How a database stands to what a node, and itself, know of its log. */
export interface LogStanding {
  /** Why nothing is numbered; null where nothing was forgotten. */
  readonly obstacle: string | null;
  readonly place: LogPlace;
  /** The nodes that it knows, with when and where they kept something last. */
  readonly nodes: readonly { readonly node: string; readonly place: LogPlace; readonly keptMs: number }[];
  /** How far its clock is ahead of this machine's; half of the round trip is the error. */
  readonly clockAheadMs: number;
  /** Until when references that are new may be forgotten ones; milliseconds since the epoch, null without such a time. */
  readonly doubtUntilMs: number | null;
}

/** `seen` is what the node on this machine knows; null where it has never kept anything. The pool acts as `sello_service`. */
export async function readLogStanding(pool: Pool, seen: SeenLog | null): Promise<LogStanding> {
  const askedMs = Date.now();
  const { rows } = await query<{
    readonly obstacle: string | null;
    readonly place: LogPlace;
    readonly clock_ms: number;
  }>(pool, {
    // To look must not be the first use of a database.
    text: `SELECT s.obstacle, coalesce(s.place, log_position()) AS place,
             (extract(epoch FROM statement_timestamp()) * 1000)::float8 AS clock_ms FROM log_agreement a
           LEFT JOIN LATERAL log_standing($1, $2, $3, $4) AS s ON a.identity IS NOT NULL OR $2::bigint IS NOT NULL`,
    values: [seen?.node ?? null, seen?.epoch ?? null, seen?.seen ?? null, seen?.kept ?? null],
  });
  const middleMs = (askedMs + Date.now()) / 2;
  const { rows: nodes } = await query<LogStanding['nodes'][number]>(pool, {
    text: `SELECT node, position AS place, (extract(epoch FROM kept_at) * 1000)::float8 AS "keptMs"
             FROM log_positions ORDER BY kept_at`,
  });
  const { rows: agreed } = await query<{ readonly doubt_ms: number | null }>(pool, {
    text: `SELECT (extract(epoch FROM doubt_until) * 1000)::float8 AS doubt_ms FROM log_agreement
           WHERE doubt_until > clock_timestamp()`,
  });
  const [standing] = rows;
  if (standing === undefined) throw new Error('the database said nothing of its log');
  return {
    obstacle: standing.obstacle,
    place: standing.place,
    clockAheadMs: Math.round(standing.clock_ms - middleMs),
    nodes,
    doubtUntilMs: agreed[0]?.doubt_ms ?? null,
  };
}

export interface Agreement {
  /** The highest reconciliation that any journal knows of, milliseconds since the epoch. */
  readonly epoch: string;
  /** Numbers that every series is moved on by, beyond what the journals tell of. */
  readonly skip: number;
  /** Days for which a new reference may be a forgotten one. */
  readonly days: number;
  /** Codes that such a one may have had. */
  readonly codes: number;
  /** How long whoever holds something at this moment has it for at the most. */
  readonly leaseMs: number;
}

/**
 * Agrees that the history goes on from what the database holds now, in its log of now: all or nothing. Whatever is open
 * is due, and is asked about before anything of it leaves. Leases and quarantines begin anew by the clock of the server that
 * goes on. The pool acts as `sello_operator`.
 */
export function agree(
  pool: Pool,
  { epoch, skip, days, codes, leaseMs }: Agreement,
): Promise<readonly MovedSeries[]> {
  return inTransaction(pool, async (client) => {
    await beginAnew(client, leaseMs);
    const { rows: moved } = await client.query<{
      readonly company_id: string;
      readonly slug: CompanySlug;
      readonly environment: Ambiente;
      readonly fiscal_year: number;
      readonly scope: string;
      readonly last_number: string;
    }>({
      text: `UPDATE series s SET last_number = s.last_number + $1 FROM companies c
             WHERE c.company_id = s.company_id AND $1 > 0 AND s.fiscal_year >= (
               SELECT coalesce(extract(year FROM min(kept_at) AT TIME ZONE interval '${OFFSET_TEXT}'), 0) FROM log_positions)
             RETURNING s.company_id, c.slug, s.environment, s.fiscal_year, s.scope, s.last_number`,
      values: [skip],
    });
    for (const { company_id, slug: _, ...series } of moved)
      await client.query({
        text: `INSERT INTO audit_events (company_id, kind, detail) VALUES ($1, 'series_moved', $2)`,
        values: [company_id, JSON.stringify({ ...series, skipped: skip })],
      });
    await client.query({
      text: `UPDATE documents SET codes_to_ask = greatest(codes_to_ask, $1), next_attempt_at =
               CASE WHEN next_attempt_at IS NOT NULL THEN clock.now END FROM ${CLOCK}
             WHERE state <> ${DOCUMENTS_IN.stamped}`,
      values: [codes],
    });
    await client.query(`UPDATE log_positions SET position = '0/0'`);
    await client.query({
      text: `UPDATE log_agreement SET identity = log_identity(), given_number = $3, codes_to_ask = $4,
               (epoch, reconciled_epoch) = (SELECT next, next FROM (
                 SELECT greatest(epoch + 1, $1::bigint + 1, (extract(epoch FROM statement_timestamp()) * 1000)::bigint)) AS n (next)),
               doubt_until = ${timeWhere('$2 > 0')} + $2 * interval '1 day'`,
      values: [epoch, days, skip, codes],
    });
    return moved.map((row) => ({
      slug: row.slug,
      environment: row.environment,
      fiscalYear: row.fiscal_year,
      scope: row.scope,
      lastNumber: row.last_number,
    }));
  });
}

/** Nobody knows how much of a lease or a quarantine is over by a clock that did not write it: none of it counts. */
async function beginAnew(client: Client, leaseMs: number): Promise<void> {
  for (const { rows } of [LEASED_DOCUMENTS, LEASED_INVALIDATIONS, LEASED_EVENTS])
    await client.query({
      text: `UPDATE ${rows} SET lease_until = statement_timestamp() + $1 * interval '1 ms' WHERE lease_until IS NOT NULL`,
      values: [leaseMs],
    });
  for (const attempts of ['attempts', 'invalidation_attempts'])
    await client.query(`UPDATE ${attempts} SET last_sent_at = statement_timestamp(),
        earlier_sent_at = CASE WHEN earlier_sent_at IS NOT NULL THEN clock.now END FROM ${CLOCK}
      WHERE outcome = ${BYTES_IN.unknown}`);
}

/** Sets anew for how many days from now a new reference may be a forgotten one. */
export async function setDoubt(pool: Pool, days: number): Promise<void> {
  await query(pool, {
    text: `UPDATE log_agreement SET doubt_until = ${timeWhere('$1 > 0')} + $1 * interval '1 day'`,
    values: [days],
  });
}

/** Documents without a verdict that have yet to be asked about. */
export async function countToAsk(pool: Pool): Promise<number> {
  const { rows } = await query<{ readonly count: number }>(pool, {
    text: `SELECT count(*)::int AS count FROM documents
           WHERE codes_to_ask > 0 AND next_attempt_at IS NOT NULL AND state <> ${DOCUMENTS_IN.stamped}`,
  });
  return rows[0]?.count ?? 0;
}
