import { localDayStartMs } from '../../core/calendar/el-salvador-time.ts';
import type { Ambiente, SchemaGeneration } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Gap, Incomplete } from '../../core/rehearsing/cause.ts';
import { EMPTY_REPORT, type RehearsalReport } from '../../core/rehearsing/report.ts';
import type {
  HeldRehearsal,
  IncompleteCount,
  Rehearsal,
  RehearsalRequest,
  RehearsalSlice,
  RehearsalStep,
  RehearsalStore,
} from '../../operations/rehearsals/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { CLOCK, columnsAfter, timeWhere } from '../connection/statement-time.ts';
import { inCompany } from '../connection/transaction.ts';
import { ISSUED_COLUMNS, type IssuedRow, toIssued } from '../documents/issued-reader.ts';
import { DOCUMENTS_IN } from '../sending/states-in-sql.ts';

/** Rehearsals of a company that are kept, the last ones. */
const KEPT = 10;
/** How many times in a row it may be taken without coming on before it counts as failed. */
const MOST_TAKINGS = 5;

/** The rehearsals in PostgreSQL. The pool acts as the service. */
export function createRehearsalStore(pool: Pool): RehearsalStore {
  return {
    begin: (companyId, rehearsalId, request) =>
      inCompany(pool, companyId, async (client) => {
        await forgetOld(client, companyId);
        return begin(client, [companyId, rehearsalId], request);
      }),
    find: (companyId, rehearsalId) =>
      inCompany(pool, companyId, (client) => findRehearsal(client, companyId, rehearsalId)),
    incomplete: (companyId, rehearsalId, most) =>
      inCompany(pool, companyId, (client) => readIncomplete(client, [companyId, rehearsalId, most])),
    take: (companyId, leaseMs) => unhurried(pool, companyId, (client) => take(client, [companyId, leaseMs])),
    slice: (held, most) => inCompany(pool, held.companyId, (client) => slice(client, held, most)),
    keep: (held, step) => unhurried(pool, held.companyId, (client) => keep(client, held, step)),
  };
}

/** Nobody waits for the disk: what a crash forgets of a rehearsal is found again. */
function unhurried<T>(pool: Pool, companyId: string, work: (client: Client) => Promise<T>): Promise<T> {
  return inCompany(pool, companyId, async (client) => {
    await client.query('SET LOCAL synchronous_commit = off');
    return work(client);
  });
}

export interface RehearsalRow {
  readonly rehearsal_id: DocumentId;
  readonly environment: Ambiente;
  readonly generation: SchemaGeneration;
  readonly since: string | null;
  readonly requested_ms: number;
  readonly finished_ms: number | null;
  readonly failed: boolean;
  readonly after_document: string;
  readonly report: RehearsalReport;
}

export const REHEARSAL_COLUMNS = `rehearsal_id, environment, generation, since::text AS since,
  (extract(epoch FROM requested_at) * 1000)::float8 AS requested_ms,
  (extract(epoch FROM finished_at) * 1000)::float8 AS finished_ms, failed, after_document, report`;

export function toRehearsal(row: RehearsalRow): Rehearsal {
  const { failed, finished_ms: finishedMs } = row;
  return {
    rehearsalId: row.rehearsal_id,
    ambiente: row.environment,
    generation: row.generation,
    since: row.since,
    state: failed ? 'failed' : finishedMs === null ? 'running' : 'done',
    progress: finishedMs !== null && !failed ? 1 : shareBefore(row.after_document),
    requestedMs: row.requested_ms,
    finishedMs,
    report: row.report,
  };
}

const FIRST_DIGITS = 8;

/** The share of all identifiers up to this one: they are random, and so is the order in which documents are taken. */
function shareBefore(documentId: string): number {
  return Number.parseInt(documentId.slice(0, FIRST_DIGITS), 16) / 16 ** FIRST_DIGITS;
}

async function forgetOld(client: Client, companyId: string): Promise<void> {
  const old = `SELECT rehearsal_id FROM rehearsals WHERE company_id = $1 AND finished_at IS NOT NULL
    ORDER BY requested_at DESC OFFSET ${KEPT - 1}`;
  for (const table of ['rehearsal_gaps', 'rehearsals'])
    await client.query(`DELETE FROM ${table} WHERE company_id = $1 AND rehearsal_id IN (${old})`, [
      companyId,
    ]);
}

async function begin(
  client: Client,
  key: readonly [string, DocumentId],
  { ambiente, generation, since }: RehearsalRequest,
): Promise<Rehearsal> {
  const values = [...key, ambiente, generation, since, JSON.stringify(EMPTY_REPORT)];
  const inserted = await client.query<RehearsalRow>(
    columnsAfter(
      `INSERT INTO rehearsals (company_id, rehearsal_id, environment, generation, since, report)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (company_id) WHERE finished_at IS NULL DO NOTHING
     RETURNING *`,
      REHEARSAL_COLUMNS,
    ),
    values,
  );
  const [row] = inserted.rows;
  if (row !== undefined) return toRehearsal(row);
  const { rows } = await client.query<RehearsalRow>(
    `SELECT ${REHEARSAL_COLUMNS} FROM rehearsals WHERE company_id = $1 AND finished_at IS NULL`,
    [key[0]],
  );
  const [running] = rows;
  // It ended between the two statements: then this one may begin.
  return running === undefined ? begin(client, key, { ambiente, generation, since }) : toRehearsal(running);
}

async function findRehearsal(
  client: Client,
  companyId: string,
  rehearsalId: DocumentId,
): Promise<Rehearsal | null> {
  const { rows } = await client.query<RehearsalRow>({
    name: 'find-rehearsal',
    text: `SELECT ${REHEARSAL_COLUMNS} FROM rehearsals WHERE company_id = $1 AND rehearsal_id = $2`,
    values: [companyId, rehearsalId],
  });
  const [row] = rows;
  return row === undefined ? null : toRehearsal(row);
}

async function readIncomplete(
  client: Client,
  values: readonly unknown[],
): Promise<readonly IncompleteCount[]> {
  const { rows } = await client.query<{
    readonly known_by: Incomplete['of']['by'];
    readonly name: string;
    readonly title: string;
    readonly gaps: readonly Gap[];
    readonly documents: number;
  }>(
    `SELECT known_by, name, title, gaps, documents FROM rehearsal_gaps
     WHERE company_id = $1 AND rehearsal_id = $2 ORDER BY known_by <> 'identity', documents DESC, name
     LIMIT $3`,
    [...values],
  );
  return rows.map(({ known_by: by, name, ...rest }) => ({ of: { by, name }, ...rest }));
}

async function take(client: Client, values: readonly unknown[]): Promise<HeldRehearsal | null> {
  const { rows } = await client.query<
    RehearsalRow & { readonly company_id: string; readonly fence: string; readonly takings: number }
  >({
    name: 'take-rehearsal',
    text: columnsAfter(
      `UPDATE rehearsals r SET fence = fence + 1, takings = takings + 1,
             lease_until = statement_timestamp() + $2 * interval '1 ms',
             failed = takings >= ${MOST_TAKINGS},
             finished_at = CASE WHEN takings >= ${MOST_TAKINGS} THEN clock.now END FROM ${CLOCK}
           WHERE company_id = $1 AND finished_at IS NULL AND (lease_until IS NULL OR lease_until <= statement_timestamp())
           RETURNING r.*`,
      `company_id, fence, takings, ${REHEARSAL_COLUMNS}`,
    ),
    values: [...values],
  });
  const [row] = rows;
  if (row === undefined || row.failed) return null;
  return {
    companyId: row.company_id,
    rehearsalId: row.rehearsal_id,
    ambiente: row.environment,
    generation: row.generation,
    since: row.since,
    after: row.after_document,
    report: row.report,
    fence: row.fence,
  };
}

/** How many bytes of documents a slice has, as the database keeps them, compressed; of long ones there are few in a slice. */
const MOST_BYTES = 200_000;

/**
 * The next documents by their key, whichever of them are to be rehearsed, and fewer where they are long: no slice takes much
 * longer than another. How long a document is, its row tells without the document being read.
 */
async function slice(client: Client, held: HeldRehearsal, most: number): Promise<RehearsalSlice> {
  const { companyId, after, ambiente, generation, since } = held;
  const { rows } = await client.query<
    IssuedRow & {
      /** Null where it is not to be rehearsed. */
      readonly draft: string | null;
      /** How many there were before the long ones were put off. */
      readonly found: number;
    }
  >({
    name: 'rehearsal-slice',
    text: `SELECT ${ISSUED_COLUMNS}, found,
             CASE WHEN environment = $4 AND generation <> $5 AND posted_at >= to_timestamp($6::float8 / 1000)
                    AND state NOT IN (${DOCUMENTS_IN.numbered}, ${DOCUMENTS_IN.rejected}) THEN draft END AS draft
           FROM (SELECT *, count(*) OVER ()::integer AS found,
                   sum(pg_column_size(draft)) OVER (ORDER BY document_id) - pg_column_size(draft) AS bytes_before
                 FROM (SELECT * FROM documents WHERE company_id = $1 AND document_id > $2
                       ORDER BY document_id LIMIT $3) AS next) AS sized
           WHERE bytes_before < ${MOST_BYTES} ORDER BY document_id`,
    values: [companyId, after, most, ambiente, generation, since === null ? 0 : localDayStartMs(since)],
  });
  const last = rows.at(-1) ?? null;
  const isEnd = last === null || (last.found < most && rows.length === last.found);
  return {
    documents: rows.flatMap(({ draft, ...row }) => (draft === null ? [] : [toIssued(row, draft)])),
    last: isEnd ? null : last.document_id,
  };
}

/** Whoever lost the lease keeps nothing: its successor looks at the same documents again. */
async function keep(client: Client, held: HeldRehearsal, step: RehearsalStep): Promise<void> {
  const { companyId, rehearsalId, fence } = held;
  const { rowCount } = await client.query({
    name: 'keep-rehearsal',
    text: `UPDATE rehearsals SET report = $4, after_document = coalesce($5, after_document), takings = 0,
             lease_until = NULL, finished_at = ${timeWhere('$5::uuid IS NULL')}
           WHERE company_id = $1 AND rehearsal_id = $2 AND fence = $3 AND finished_at IS NULL`,
    values: [companyId, rehearsalId, fence, JSON.stringify(step.report), step.after],
  });
  if (rowCount === 0 || step.incomplete.length === 0) return;
  await client.query({
    name: 'keep-rehearsal-gaps',
    text: `INSERT INTO rehearsal_gaps AS g (company_id, rehearsal_id, known_by, name, title, gaps, documents)
           SELECT $1, $2, known_by, name, title, gaps, documents FROM json_to_recordset($3)
             AS f (known_by text, name text, title text, gaps text[], documents integer) ORDER BY known_by, name
           ON CONFLICT (company_id, rehearsal_id, known_by, name) DO UPDATE SET documents = g.documents + excluded.documents,
             gaps = ARRAY(SELECT DISTINCT unnest(g.gaps || excluded.gaps) ORDER BY 1)`,
    values: [
      companyId,
      rehearsalId,
      JSON.stringify(step.incomplete.map(({ of, ...rest }) => ({ known_by: of.by, name: of.name, ...rest }))),
    ],
  });
}
