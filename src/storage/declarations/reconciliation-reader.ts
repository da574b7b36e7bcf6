import { BETWEEN_TAXPAYERS } from '../../core/declaring/declared-types.ts';
import { instantsOf, periodText } from '../../core/declaring/period.ts';
import {
  FINDING_REASONS,
  type FindingReason,
  LIST_OF,
  type ReconciledList,
} from '../../core/declaring/told-difference.ts';
import type { CompanyMonth } from '../../operations/declarations/ports.ts';
import type {
  FoundDifference,
  MonthReconciliation,
  ReconciliationReader,
} from '../../operations/declarations/reconciliation-ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { DOCUMENTS_IN, INVALIDATIONS_IN } from '../sending/states-in-sql.ts';

export interface ReconciliationRow {
  readonly reconciliation_id: string;
  readonly begun_ms: number;
  readonly begun_by: string;
  readonly moved_ms: number;
  readonly ended_ms: number | null;
  readonly stopped: string | null;
  readonly documents: number;
  readonly total: number;
  /** How often each reason was found. */
  readonly found: Readonly<Partial<Record<FindingReason, number>>>;
}

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

export const RECONCILIATION = `SELECT r.reconciliation_id, r.begun_by, r.stopped, r.documents, r.total,
    r.after_posted_at::text, r.after_document,
    ${ms('r.begun_at')} AS begun_ms, ${ms('r.moved_at')} AS moved_ms, ${ms('r.ended_at')} AS ended_ms,
    (SELECT coalesce(json_object_agg(f.reason, f.times), '{}') FROM (
      SELECT f.reason, count(*)::integer AS times FROM reconciliation_findings f
      WHERE f.company_id = $1 AND f.reconciliation_id = r.reconciliation_id GROUP BY f.reason) AS f) AS found
  FROM month_reconciliations r`;

const OF_MONTH = `d.company_id = $1 AND d.environment = $3 AND d.posted_at >= $4 AND d.posted_at < $5`;
const SEALED_SINCE = `d.state = ${DOCUMENTS_IN.stamped}
      AND d.settled_at > CASE WHEN d.posted_at > run.begun_at THEN run.ended_at ELSE run.begun_at END`;

/** Reads from PostgreSQL what reconciliations have found. The pool acts as the service. */
export function createReconciliationReader(pool: Pool): ReconciliationReader {
  return {
    ofMonth: ({ companyId, ambiente, period }: CompanyMonth) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<ReconciliationRow>({
          name: 'reconciliations-of-month',
          text: `${RECONCILIATION} WHERE r.company_id = $1 AND r.environment = $2 AND r.month = $3`,
          values: [companyId, ambiente, periodText(period)],
        });
        const all = rows.map(toReconciliation);
        const ended = all.find(({ endedMs }) => endedMs !== null) ?? null;
        return {
          ended,
          open: all.find(({ endedMs }) => endedMs === null) ?? null,
          changed: ended === null ? 0 : await changedSince(client, { companyId, ambiente, period }, ended),
        };
      }),
    found: (companyId, reconciliationId, { after, limit }) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<FoundDifference>({
          name: 'reconciliation-findings',
          text: `SELECT f.finding_id AS "findingId", f.reason, f.document_id AS "documentId", d.doc_type AS "tipoDte",
             coalesce(f.control_number, d.control_number) AS "numeroControl", ${ms('d.posted_at')} AS "issuedMs",
             f.generation_code AS "codigoGeneracion", d.reception_stamp AS "selloHere", f.stamp_there AS "selloThere",
             ${ms('f.found_at')} AS "foundMs"
           FROM reconciliation_findings f
             JOIN documents d ON d.company_id = f.company_id AND d.document_id = f.document_id
           WHERE f.company_id = $1 AND f.reconciliation_id = $2 AND f.finding_id > $3
           ORDER BY f.finding_id LIMIT $4`,
          values: [companyId, reconciliationId, after, limit],
        });
        return rows.map((row) => ({
          ...row,
          issuedMs: Math.round(row.issuedMs),
          foundMs: Math.round(row.foundMs),
        }));
      }),
  };
}

/**
 * Documents of a month that a reconciliation asked about before they changed, or did not ask about; and those of an earlier
 * month that were invalidated in this one since, which its files subtract or name. It asks in the order of issue: what was
 * issued while it ran is asked about at its end. Late is what had a second holder, of which an index knows; a first holder is
 * done an hour after the sale.
 */
const CHANGED = `WITH run AS (
    SELECT r.begun_at, r.ended_at, r.after_posted_at, r.after_document FROM month_reconciliations r
    WHERE r.company_id = $1 AND r.reconciliation_id = $2),
  own AS (
    SELECT d.document_id FROM documents d, run WHERE ${OF_MONTH} AND d.posted_at >= coalesce(run.after_posted_at, $4)
      AND (run.after_document IS NULL OR (d.posted_at, d.document_id) > (run.after_posted_at, run.after_document))
    UNION
    SELECT d.document_id FROM documents d, run WHERE ${OF_MONTH} AND d.fence > 1 AND ${SEALED_SINCE}
    UNION
    SELECT d.document_id FROM documents d, run
    WHERE ${OF_MONTH} AND d.posted_at >= run.begun_at - interval '1 hour' AND ${SEALED_SINCE}
    UNION
    SELECT d.document_id FROM run, invalidations i
      JOIN documents d ON d.company_id = i.company_id AND d.document_id = i.document_id
    WHERE i.company_id = $1 AND i.state = ${INVALIDATIONS_IN.sealed} AND i.requested_at >= $4 AND i.settled_at > run.begun_at
      AND d.environment = $3 AND CASE WHEN d.posted_at >= $4 THEN d.posted_at < $5
        ELSE d.doc_type <> ALL ($6) AND i.requested_at < $5 END)
  SELECT count(*)::integer AS documents FROM own`;

async function changedSince(
  client: Client,
  { companyId, ambiente, period }: CompanyMonth,
  { reconciliationId }: MonthReconciliation,
): Promise<number> {
  const { sinceMs, untilMs } = instantsOf(period);
  const { rows } = await client.query<{ readonly documents: number }>({
    name: 'changed-since-reconciled',
    text: CHANGED,
    values: [companyId, reconciliationId, ambiente, new Date(sinceMs), new Date(untilMs), BETWEEN_TAXPAYERS],
  });
  return rows[0]?.documents ?? 0;
}

export function toReconciliation(row: ReconciliationRow): MonthReconciliation {
  return {
    reconciliationId: row.reconciliation_id,
    begunMs: Math.round(row.begun_ms),
    by: row.begun_by,
    movedMs: Math.round(row.moved_ms),
    endedMs: row.ended_ms === null ? null : Math.round(row.ended_ms),
    stopped: row.stopped,
    documents: row.documents,
    total: row.total,
    found: listsOf(row.found),
  };
}

function listsOf(found: ReconciliationRow['found']): Readonly<Record<ReconciledList, number>> {
  const lists = { only_here: 0, only_there: 0, different: 0, unanswered: 0 };
  for (const reason of FINDING_REASONS) lists[LIST_OF[reason]] += found[reason] ?? 0;
  return lists;
}
