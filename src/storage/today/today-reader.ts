import type { RunningClock } from '../../operations/companies/ports.ts';
import type { CompanyStanding, DaySum, TodayReader } from '../../operations/today/ports.ts';
import { COMPANY, callForCompany } from '../connection/function-call.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { CLOCKS } from '../contingencies/pending-reader.ts';
import { type TotalRow, toTotal } from '../listings/document-list.ts';
import { DOCUMENTS_IN } from '../sending/states-in-sql.ts';

/** Documents behind the search that one look counts. */
const BEHIND = 10_000;

/** What the function `sum_days` answers. */
interface SumsRow {
  readonly gap_since: number | null;
  readonly gap_until: number | null;
  readonly sums: readonly (TotalRow & {
    readonly day: string;
    readonly invalidated: boolean;
    readonly by_note: boolean;
  })[];
}

/** Reads the sums of days and how a company stands, without a lock. */
export function createTodayReader(pool: Pool): TodayReader {
  return {
    async sums(companyId, { ambiente, firstDay, lastDay }) {
      const [row] = await callForCompany<{ readonly days: SumsRow }>(pool, companyId, {
        name: 'sum-days',
        text: `SELECT sum_days(${COMPANY}, $3, $4, $5, $6) AS days`,
        values: [ambiente, firstDay, lastDay, BEHIND],
      });
      if (row === undefined) throw new Error('the sums of days were left unanswered');
      const { sums, gap_since: sinceMs, gap_until: untilMs } = row.days;
      return {
        sums: sums.map(toSum),
        gap: sinceMs === null || untilMs === null ? null : { sinceMs, untilMs },
      };
    },
    standing: (companyId, ambiente) =>
      inCompany(pool, companyId, (client) => standingOf(client, [companyId, ambiente])),
  };
}

function toSum(row: SumsRow['sums'][number]): DaySum {
  return { ...toTotal(row), day: row.day, isInvalidated: row.invalidated, isByNote: row.by_note };
}

/** How many of the newest documents are looked at; none of them is stamped only where the authority has been silent for long. */
const NEWEST = 500;
/** Documents without a verdict that one look counts. */
const WAITING = 5_000;

/** By the order of issue, and by the index of what is due: a document with a verdict has no next attempt. */
const STANDING = `SELECT
    (SELECT (extract(epoch FROM max(n.settled_at)) * 1000)::float8
     FROM (SELECT d.settled_at, d.state FROM documents d WHERE d.company_id = $1 AND d.environment = $2
           ORDER BY d.posted_at DESC, d.document_id DESC LIMIT ${NEWEST}) AS n
     WHERE n.state = ${DOCUMENTS_IN.stamped}) AS last_stamp_ms,
    w.documents, w.since_ms
  FROM (SELECT count(*)::integer AS documents, (extract(epoch FROM min(o.contingency_since)) * 1000)::float8 AS since_ms
        FROM (SELECT d.contingency_since FROM documents d
              WHERE d.company_id = $1 AND d.environment = $2 AND d.next_attempt_at IS NOT NULL
                AND d.state IN (${DOCUMENTS_IN.open}) AND d.contingency_since IS NOT NULL
              LIMIT ${WAITING}) AS o) AS w`;

/**
 * Where tables are spread, secrets are not with the documents, so that no statement asks for both. The certificate that was imported last
 * is in force.
 */
const SECRETS = `SELECT
    EXISTS (SELECT FROM authority_credentials a WHERE a.company_id = $1 AND a.environment = $2) AS has_credentials,
    c.not_before_ms, c.not_after_ms
  FROM (SELECT) AS one LEFT JOIN LATERAL (
    SELECT (extract(epoch FROM not_before) * 1000)::float8 AS not_before_ms,
      (extract(epoch FROM not_after) * 1000)::float8 AS not_after_ms
    FROM certificates WHERE company_id = $1 AND environment = $2 ORDER BY imported_at DESC LIMIT 1) AS c ON true`;

interface SecretsRow {
  readonly has_credentials: boolean;
  readonly not_before_ms: number | null;
  readonly not_after_ms: number | null;
}

async function standingOf(client: Client, values: string[]): Promise<CompanyStanding> {
  const standing = await client.query<{
    readonly last_stamp_ms: number | null;
    readonly documents: number;
    readonly since_ms: number | null;
  }>({ name: 'today-standing', text: STANDING, values });
  const secrets = await client.query<SecretsRow>({ name: 'today-secrets', text: SECRETS, values });
  const clocks = await client.query<RunningClock>({ name: 'pending-clocks', text: CLOCKS, values });
  const [[row], [kept]] = [standing.rows, secrets.rows];
  if (row === undefined || kept === undefined) throw new Error('a company’s standing was left unanswered');
  return {
    lastStampMs: row.last_stamp_ms,
    waiting: { documents: row.documents, isAtLeast: row.documents === WAITING, sinceMs: row.since_ms },
    clocks: clocks.rows,
    certificate: certificateOf(kept),
    hasCredentials: kept.has_credentials,
  };
}

function certificateOf({ not_before_ms: notBeforeMs, not_after_ms: notAfterMs }: SecretsRow) {
  return notBeforeMs === null || notAfterMs === null ? null : { notBeforeMs, notAfterMs };
}
