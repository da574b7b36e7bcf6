import type { Ambiente } from '../../core/dte/kinds.ts';
import { OPEN_STATES } from '../../core/submitting/states.ts';
import type { Backlog, BacklogReader, ClockStanding } from '../../operations/installation/metrics-ports.ts';
import type { Pool } from '../connection/pool.ts';
import { query } from '../connection/transaction.ts';

/** By the index of what is due: a document with a verdict has no next attempt. */
const WAITING = `SELECT environment, state, count(*)::int AS count,
    count(*) FILTER (WHERE next_attempt_at <= clock_timestamp()
      AND (lease_until IS NULL OR lease_until <= clock_timestamp()))::int AS due,
    extract(epoch FROM clock_timestamp() - min(posted_at))::float8 AS oldest
  FROM documents WHERE next_attempt_at IS NOT NULL AND state = ANY($1)
  GROUP BY environment, state ORDER BY environment, state`;

const COUNTS = `SELECT
    (SELECT count(*)::int FROM invalidations WHERE next_attempt_at IS NOT NULL) AS invalidations,
    (SELECT count(*)::int FROM documents WHERE put_aside_at IS NOT NULL) AS documents_aside,
    (SELECT count(*)::int FROM invalidations WHERE put_aside_at IS NOT NULL) AS invalidations_aside`;

/** A clock runs from the end of the outage to report_until, and from the seal to transmit_until. */
const CLOCKS = `SELECT DISTINCT ON (clock) clock,
    extract(epoch FROM until - clock_timestamp())::float8 AS seconds_left,
    (extract(epoch FROM clock_timestamp() - since) / extract(epoch FROM until - since))::float8 AS used
  FROM (SELECT CASE WHEN sealed_at IS NULL THEN 'report' ELSE 'transmit' END AS clock,
          CASE WHEN sealed_at IS NULL THEN ends_at ELSE sealed_at END AS since,
          coalesce(transmit_until, report_until) AS until
        FROM contingency_events WHERE next_attempt_at IS NOT NULL) running
  WHERE until > since ORDER BY clock, until`;

/** Looks across companies, as `sello_operator`; numbers alone leave here. */
export function createBacklogReader(pool: Pool): BacklogReader {
  return {
    async read(): Promise<Backlog> {
      const waiting = await query<{
        readonly environment: Ambiente;
        readonly state: string;
        readonly count: number;
        readonly due: number;
        readonly oldest: number;
      }>(pool, {
        name: 'backlog-waiting',
        text: WAITING,
        values: [OPEN_STATES],
      });
      const counts = await query<{
        readonly invalidations: number;
        readonly documents_aside: number;
        readonly invalidations_aside: number;
      }>(pool, { name: 'backlog-counts', text: COUNTS });
      const clocks = await query<{
        readonly clock: ClockStanding['clock'];
        readonly seconds_left: number;
        readonly used: number;
      }>(pool, { name: 'backlog-clocks', text: CLOCKS });
      const [others] = counts.rows;
      return {
        documents: waiting.rows.map(({ environment, state, count }) => ({
          ambiente: environment,
          state,
          count,
        })),
        invalidations: others?.invalidations ?? 0,
        putAside: {
          documents: others?.documents_aside ?? 0,
          invalidations: others?.invalidations_aside ?? 0,
        },
        due: waiting.rows.reduce((total, { due }) => total + due, 0),
        oldestSeconds: Math.max(0, ...waiting.rows.map(({ oldest }) => oldest)),
        clocks: clocks.rows.map(({ clock, seconds_left, used }) => ({
          clock,
          secondsLeft: seconds_left,
          used: Math.min(1, used),
        })),
      };
    },
  };
}
