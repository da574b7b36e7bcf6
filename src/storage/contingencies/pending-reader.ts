import type { NumeroControl } from '../../core/identifiers/official.ts';
import type { CompanyPending, PendingReader, RunningClock } from '../../operations/companies/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { query } from '../connection/transaction.ts';
import { DOCUMENTS_IN } from '../sending/states-in-sql.ts';

const NUMBERS_TOLD = 5;

const ASIDE = `SELECT count(*)::int AS count, (array_agg(control_number ORDER BY put_aside_at))[1:$3] AS numbers
  FROM documents WHERE company_id = $1 AND environment = $2 AND put_aside_at IS NOT NULL`;

const CONTINGENCY = `SELECT count(*)::int AS count, (extract(epoch FROM min(contingency_since)) * 1000)::float8 AS since_ms
  FROM documents WHERE company_id = $1 AND environment = $2 AND state = ${DOCUMENTS_IN.contingency} AND put_aside_at IS NULL`;

const TAKEN = `SELECT count(*)::int AS count, (array_agg(control_number ORDER BY given_up_at DESC))[1] AS last
  FROM given_up_numbers WHERE company_id = $1 AND environment = $2 AND because = 'taken'
    AND given_up_at > clock_timestamp() - interval '30 days'`;

/** A clock runs from the end of the outage to the seal, and from the seal to the last verdict. */
export const CLOCKS = `SELECT CASE WHEN e.sealed_at IS NULL THEN 'report' ELSE 'transmit' END AS clock,
    (extract(epoch FROM coalesce(e.sealed_at, e.ends_at)) * 1000)::float8 AS "startMs",
    (extract(epoch FROM coalesce(e.transmit_until, e.report_until)) * 1000)::float8 AS "untilMs",
    (SELECT count(*)::int FROM documents d
     WHERE d.company_id = $1 AND d.event_id = e.event_id AND d.state IN (${DOCUMENTS_IN.open})) AS documents
  FROM contingency_events e
  WHERE e.company_id = $1 AND e.environment = $2 AND e.next_attempt_at IS NOT NULL ORDER BY "untilMs"`;

/** Reads as `sello_operator`, which sees every company. */
export function createPendingReader(pool: Pool): PendingReader {
  return {
    async read(companyId, ambiente): Promise<CompanyPending> {
      const aside = await query<{
        readonly count: number;
        readonly numbers: readonly NumeroControl[] | null;
      }>(pool, {
        name: 'pending-aside',
        text: ASIDE,
        values: [companyId, ambiente, NUMBERS_TOLD],
      });
      const clocks = await query<RunningClock>(pool, {
        name: 'pending-clocks',
        text: CLOCKS,
        values: [companyId, ambiente],
      });
      const waiting = await query<{ readonly count: number; readonly since_ms: number | null }>(pool, {
        name: 'pending-contingency',
        text: CONTINGENCY,
        values: [companyId, ambiente],
      });
      const taken = await query<CompanyPending['takenNumbers']>(pool, {
        name: 'pending-taken',
        text: TAKEN,
        values: [companyId, ambiente],
      });
      const [row] = aside.rows;
      const [contingency] = waiting.rows;
      return {
        putAside: { documents: row?.count ?? 0, numbers: row?.numbers ?? [] },
        clocks: clocks.rows,
        contingency: { documents: contingency?.count ?? 0, sinceMs: contingency?.since_ms ?? null },
        takenNumbers: taken.rows[0] ?? { count: 0, last: null },
      };
    },
  };
}
