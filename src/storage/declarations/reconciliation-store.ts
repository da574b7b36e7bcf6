import { instantsOf, periodText } from '../../core/declaring/period.ts';
import type { SchemaGeneration, TipoDte } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { CodigoGeneracion, SelloRecibido } from '../../core/identifiers/official.ts';
import type { CompanyMonth } from '../../operations/declarations/ports.ts';
import type {
  Advance,
  DocumentPlace,
  HeldCopy,
  OpenReconciliation,
  ReconciliationStore,
} from '../../operations/declarations/reconciliation-ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { BYTES_IN, DOCUMENTS_IN, INVALIDATIONS_IN, IS_REJECTED } from '../sending/states-in-sql.ts';
import { RECONCILIATION, type ReconciliationRow, toReconciliation } from './reconciliation-reader.ts';

interface CopyRow {
  readonly document_id: DocumentId;
  readonly posted_at: string;
  readonly doc_type: TipoDte;
  readonly generation: SchemaGeneration;
  readonly generation_code: CodigoGeneracion;
  readonly reception_stamp: SelloRecibido | null;
  readonly is_stamped: boolean;
  readonly is_rejected: boolean;
  readonly is_invalidated: boolean;
  readonly earlier: readonly CodigoGeneracion[];
}

const COPY = `SELECT d.document_id, d.posted_at::text, d.doc_type, d.generation, d.generation_code, d.reception_stamp,
    d.state = ${DOCUMENTS_IN.stamped} AS is_stamped,
    ${IS_REJECTED} AS is_rejected,
    EXISTS (SELECT FROM invalidations i WHERE i.company_id = $1 AND i.document_id = d.document_id
      AND i.state = ${INVALIDATIONS_IN.sealed}) AS is_invalidated,
    ARRAY(SELECT DISTINCT a.generation_code FROM attempts a
      WHERE a.company_id = $1 AND a.document_id = d.document_id
        AND a.generation_code <> d.generation_code AND a.outcome <> ${BYTES_IN.notDelivered} ORDER BY 1) AS earlier
  FROM documents d WHERE d.company_id = $1 AND d.environment = $2`;

const ISSUED = 'd.posted_at >= $3 AND d.posted_at < $4';

/** Keeps in PostgreSQL how far months have been compared with what the authority tells. The pool acts as the service. */
export function createReconciliationStore(pool: Pool): ReconciliationStore {
  return {
    open: (month, how) => inCompany(pool, month.companyId, (client) => openIn(client, month, how)),
    next: (month, behind) => inCompany(pool, month.companyId, (client) => nextIn(client, month, behind)),
    copy: (month, documentId) =>
      inCompany(pool, month.companyId, async (client) => {
        const { rows } = await client.query<CopyRow>({
          name: 'reconciliation-copy',
          text: `${COPY} AND d.document_id = $3`,
          values: [month.companyId, month.ambiente, documentId],
        });
        return rows.map(toCopy)[0] ?? null;
      }),
    advance: (month, open, advance) =>
      inCompany(pool, month.companyId, (client) => advanceIn(client, month, { open, advance })),
    stop: (month, { reconciliationId, documents }, reason) =>
      inCompany(pool, month.companyId, async (client) => {
        await client.query(
          `UPDATE month_reconciliations SET stopped = $4
           WHERE company_id = $1 AND reconciliation_id = $2 AND documents = $3 AND ended_at IS NULL`,
          [month.companyId, reconciliationId, documents, reason],
        );
      }),
    end: (month, open) => inCompany(pool, month.companyId, (client) => endIn(client, month, open)),
    known: (month, except) =>
      inCompany(pool, month.companyId, async (client) => {
        const { rows } = await client.query<CopyRow>({
          name: 'reconciliation-known',
          text: `${COPY} AND d.state = ${DOCUMENTS_IN.stamped} AND d.document_id <> $3
              AND NOT EXISTS (SELECT FROM invalidations i WHERE i.company_id = d.company_id
                AND i.document_id = d.document_id AND i.state <> ${INVALIDATIONS_IN.rejected})
            ORDER BY d.posted_at DESC, d.document_id DESC LIMIT 3`,
          values: [month.companyId, month.ambiente, except],
        });
        return rows.map(toCopy);
      }),
  };
}

function boundsInTime({ period }: CompanyMonth): readonly [Date, Date] {
  const { sinceMs, untilMs } = instantsOf(period);
  return [new Date(sinceMs), new Date(untilMs)];
}

interface OpenRow extends ReconciliationRow {
  readonly after_posted_at: string | null;
  readonly after_document: DocumentId | null;
}

async function openIn(
  client: Client,
  month: CompanyMonth,
  { by, anew }: { readonly by: string; readonly anew: boolean },
): Promise<OpenReconciliation> {
  const named = [month.companyId, month.ambiente, periodText(month.period)];
  const SAME = 'company_id = $1 AND environment = $2 AND month = $3 AND ended_at IS NULL';
  if (anew) await client.query(`DELETE FROM month_reconciliations WHERE ${SAME}`, named);
  const counted = await client.query<{ readonly total: number }>(
    `SELECT count(*)::integer AS total FROM documents d WHERE d.company_id = $1 AND d.environment = $2 AND ${ISSUED}`,
    [month.companyId, month.ambiente, ...boundsInTime(month)],
  );
  const total = counted.rows[0]?.total ?? 0;
  await client.query(
    `INSERT INTO month_reconciliations (company_id, reconciliation_id, environment, month, begun_by, total)
     VALUES ($1, gen_random_uuid(), $2, $3, $4, $5)
     ON CONFLICT (company_id, environment, month) WHERE ended_at IS NULL
       DO UPDATE SET stopped = NULL, total = EXCLUDED.total`,
    [...named, by, total],
  );
  const { rows } = await client.query<OpenRow>(
    `${RECONCILIATION} WHERE r.company_id = $1 AND r.environment = $2 AND r.month = $3 AND r.ended_at IS NULL`,
    named,
  );
  return toOpen(only(rows));
}

async function nextIn(
  client: Client,
  month: CompanyMonth,
  behind: DocumentPlace | null,
): Promise<HeldCopy | null> {
  const { rows } = await client.query<CopyRow>({
    name: 'reconciliation-next',
    text: `${COPY} AND ${ISSUED} AND (d.posted_at, d.document_id) > ($5::timestamptz, $6::uuid)
      ORDER BY d.posted_at, d.document_id LIMIT 1`,
    values: [
      month.companyId,
      month.ambiente,
      ...boundsInTime(month),
      behind?.postedAt ?? '-infinity',
      behind?.documentId ?? '00000000-0000-0000-0000-000000000000',
    ],
  });
  const [row] = rows;
  return row === undefined ? null : toCopy(row);
}

async function advanceIn(
  client: Client,
  { companyId }: CompanyMonth,
  { open, advance }: { readonly open: OpenReconciliation; readonly advance: Advance },
): Promise<boolean> {
  const { reconciliationId, documents } = open;
  const { to, findings } = advance;
  const moved = await client.query(
    `UPDATE month_reconciliations
     SET documents = documents + $4, after_posted_at = $5, after_document = $6, moved_at = statement_timestamp(), stopped = NULL
     WHERE company_id = $1 AND reconciliation_id = $2 AND documents = $3 AND ended_at IS NULL`,
    [companyId, reconciliationId, documents, advance.documents, to.postedAt, to.documentId],
  );
  if (moved.rowCount === 0) return false;
  for (const { documentId, reason, codigoGeneracion, selloThere } of findings)
    await client.query(
      `INSERT INTO reconciliation_findings
         (company_id, reconciliation_id, document_id, reason, generation_code, stamp_there)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [companyId, reconciliationId, documentId, reason, codigoGeneracion, selloThere],
    );
  return true;
}

/** Numbers that documents of the month gave up, because the authority has them under another document. */
const TAKEN = `INSERT INTO reconciliation_findings (company_id, reconciliation_id, document_id, reason, control_number)
  SELECT g.company_id, $2::uuid, g.document_id, 'number_taken', g.control_number
  FROM given_up_numbers g JOIN documents d ON d.company_id = g.company_id AND d.document_id = g.document_id
  WHERE g.company_id = $1 AND g.environment = $5 AND g.because = 'taken' AND ${ISSUED} ORDER BY g.control_number`;

async function endIn(
  client: Client,
  month: CompanyMonth,
  { reconciliationId, documents }: OpenReconciliation,
) {
  const { companyId, ambiente, period } = month;
  await client.query(
    `DELETE FROM month_reconciliations
     WHERE company_id = $1 AND environment = $2 AND month = $3 AND ended_at IS NOT NULL AND EXISTS (
       SELECT FROM month_reconciliations o WHERE o.company_id = $1 AND o.reconciliation_id = $4
         AND o.documents = $5 AND o.ended_at IS NULL)`,
    [companyId, ambiente, periodText(period), reconciliationId, documents],
  );
  const ended = await client.query(
    `UPDATE month_reconciliations SET ended_at = statement_timestamp(), stopped = NULL
     WHERE company_id = $1 AND reconciliation_id = $2 AND documents = $3 AND ended_at IS NULL`,
    [companyId, reconciliationId, documents],
  );
  if (ended.rowCount === 0) return null;
  await client.query(TAKEN, [companyId, reconciliationId, ...boundsInTime(month), ambiente]);
  const { rows } = await client.query<ReconciliationRow>(
    `${RECONCILIATION} WHERE r.company_id = $1 AND r.reconciliation_id = $2`,
    [companyId, reconciliationId],
  );
  return toReconciliation(only(rows));
}

function only<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('a reconciliation is gone');
  return row;
}

function toOpen(row: OpenRow): OpenReconciliation {
  const { after_posted_at: postedAt, after_document: documentId } = row;
  const place = postedAt === null || documentId === null ? null : { postedAt, documentId };
  return { ...toReconciliation(row), place };
}

function toCopy(row: CopyRow): HeldCopy {
  return {
    place: { postedAt: row.posted_at, documentId: row.document_id },
    tipoDte: row.doc_type,
    generation: row.generation,
    state: stateOf(row),
    selloRecibido: row.reception_stamp,
    codigoGeneracion: row.generation_code,
    earlierCodes: row.earlier,
  };
}

function stateOf({ is_stamped, is_rejected, is_invalidated }: CopyRow): HeldCopy['state'] {
  if (is_stamped) return is_invalidated ? 'invalidated' : 'stamped';
  return is_rejected ? 'rejected' : 'contingency';
}
