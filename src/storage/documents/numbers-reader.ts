import type { GivenUpNumber, NumberGap, NumbersReader } from '../../operations/companies/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { query } from '../connection/transaction.ts';

/** A number that its document has got back is no longer one that nobody has. */
const GIVEN_UP = `SELECT environment AS ambiente, control_number AS "numeroControl", replaced_by AS "replacedBy",
    document_id AS "documentId", because, (extract(epoch FROM given_up_at) * 1000)::float8 AS "atMs", login,
    client_address AS "clientAddress"
  FROM given_up_numbers g WHERE company_id = $1 AND NOT EXISTS (
    SELECT 1 FROM documents d WHERE d.company_id = g.company_id AND d.environment = g.environment
      AND d.fiscal_year = g.fiscal_year AND d.control_number = g.control_number)
  ORDER BY environment, given_up_at, control_number`;

/**
 * The gaps between the numbers of a series. Where a company has changed how it counts during the year, several series
 * share their numbers, and nobody can tell a gap. A reconciliation moves series on, and begins new ones behind a number.
 */
const GAPS = `WITH lines AS (
    SELECT * FROM series s WHERE company_id = $1 AND NOT EXISTS (
      SELECT 1 FROM series o WHERE o.company_id = s.company_id AND o.environment = s.environment
        AND o.fiscal_year = s.fiscal_year AND o.scope <> s.scope
        AND (starts_with(o.scope, s.scope) OR starts_with(s.scope, o.scope)))),
  given AS (
    SELECT environment, fiscal_year, control_number FROM documents WHERE company_id = $1
    UNION SELECT environment, fiscal_year, control_number FROM given_up_numbers WHERE company_id = $1),
  numbers AS (
    SELECT environment, fiscal_year, l.scope, right(control_number, 15)::bigint AS number
      FROM lines l JOIN given g USING (environment, fiscal_year)
      WHERE starts_with(substr(control_number, 8, 8) || '-' || substr(control_number, 5, 2), l.scope)
    UNION SELECT environment, fiscal_year, scope, last_number + 1 FROM lines),
  gaps AS (
    SELECT *, 1 + lag(number, 1, 0::bigint)
      OVER (PARTITION BY environment, fiscal_year, scope ORDER BY number) AS first, number - 1 AS last FROM numbers)
  SELECT environment AS ambiente, fiscal_year AS "fiscalYear", scope, first, last,
    first = 1 AND last = (SELECT given_number FROM log_agreement) OR EXISTS (
      SELECT 1 FROM audit_events e WHERE e.company_id = $1 AND e.kind = 'series_moved'
        AND e.detail ->> 'environment' = environment AND (e.detail ->> 'fiscal_year')::integer = fiscal_year
        AND e.detail ->> 'scope' = scope AND (e.detail ->> 'last_number')::bigint >= last
        AND (e.detail ->> 'last_number')::bigint - (e.detail ->> 'skipped')::bigint < first) AS skipped
  FROM gaps WHERE first <= last ORDER BY environment, fiscal_year, scope, first`;

/** Reads as `sello_operator`, which sees every company. */
export function createNumbersReader(pool: Pool): NumbersReader {
  return {
    async givenUp(companyId): Promise<readonly GivenUpNumber[]> {
      return (await query<GivenUpNumber>(pool, { text: GIVEN_UP, values: [companyId] })).rows;
    },
    async gaps(companyId): Promise<readonly NumberGap[]> {
      const { rows } = await query<
        Omit<NumberGap, 'first' | 'last'> & { readonly first: string; readonly last: string }
      >(pool, { text: GAPS, values: [companyId] });
      return rows.map((row) => ({ ...row, first: BigInt(row.first), last: BigInt(row.last) }));
    },
  };
}
