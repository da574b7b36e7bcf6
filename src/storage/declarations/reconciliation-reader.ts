import { periodText } from '../../core/declaring/period.ts';
import {
  FINDING_REASONS,
  type FindingReason,
  LIST_OF,
  type ReconciledList,
} from '../../core/declaring/told-difference.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import type { CodigoGeneracion } from '../../core/identifiers/codigo-generacion.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { NumeroControl } from '../../core/identifiers/numero-control.ts';
import type { SelloRecibido } from '../../core/identifiers/sello-recibido.ts';
import type { CompanyMonth } from '../../operations/declarations/month-ports.ts';
import type {
  FoundDifference,
  MonthReconciliation,
  ReconciliationReader,
} from '../../operations/declarations/reconciliation-ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';

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
      WHERE f.company_id = r.company_id AND f.reconciliation_id = r.reconciliation_id GROUP BY f.reason) AS f) AS found
  FROM month_reconciliations r`;

interface FoundRow {
  readonly finding_id: string;
  readonly reason: FindingReason;
  readonly document_id: DocumentId;
  readonly doc_type: TipoDte;
  readonly control_number: NumeroControl;
  readonly posted_ms: number;
  readonly generation_code: CodigoGeneracion | null;
  readonly reception_stamp: SelloRecibido | null;
  readonly stamp_there: SelloRecibido | null;
  readonly found_ms: number;
}

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
        return {
          ended: all.find(({ endedMs }) => endedMs !== null) ?? null,
          open: all.find(({ endedMs }) => endedMs === null) ?? null,
        };
      }),
    found: (companyId, reconciliationId, { after, limit }) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<FoundRow>({
          name: 'reconciliation-findings',
          text: `SELECT f.finding_id, f.reason, f.document_id, d.doc_type, f.generation_code, d.reception_stamp, f.stamp_there,
             coalesce(f.control_number, d.control_number) AS control_number,
             ${ms('d.posted_at')} AS posted_ms, ${ms('f.found_at')} AS found_ms
           FROM reconciliation_findings f
             JOIN documents d ON d.company_id = f.company_id AND d.document_id = f.document_id
           WHERE f.company_id = $1 AND f.reconciliation_id = $2 AND f.finding_id > $3
           ORDER BY f.finding_id LIMIT $4`,
          values: [companyId, reconciliationId, after, limit],
        });
        return rows.map(toFound);
      }),
  };
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

function toFound(row: FoundRow): FoundDifference {
  return {
    findingId: row.finding_id,
    reason: row.reason,
    documentId: row.document_id,
    tipoDte: row.doc_type,
    numeroControl: row.control_number,
    issuedMs: Math.round(row.posted_ms),
    codigoGeneracion: row.generation_code,
    selloHere: row.reception_stamp,
    selloThere: row.stamp_there,
    foundMs: Math.round(row.found_ms),
  };
}
