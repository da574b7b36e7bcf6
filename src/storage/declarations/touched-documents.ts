import { setTimeout as pause } from 'node:timers/promises';
import { BETWEEN_TAXPAYERS, TO_CONSUMERS } from '../../core/declaring/declared-types.ts';
import type { LaterEvent } from '../../core/declaring/later-event.ts';
import { instantsOf } from '../../core/declaring/period.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Closing, TouchingDocument } from '../../operations/declarations/month-ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { DOCUMENTS_IN, INVALIDATIONS_IN } from '../sending/states-in-sql.ts';
import { stampedNamed } from './declaration-reader.ts';

/** No statement of the service takes longer, and so no verdict. */
const LONGEST_WAIT_MS = 30_000;
const PAUSE_MS = 50;

/** The database's clock, once the transactions have ended that were open then: a verdict is dated before it is committed. */
export async function readSince(pool: Pool, companyId: string): Promise<string> {
  const { now, own } = await inCompany(pool, companyId, async (client) => {
    const clock = await client.query<{ readonly now: string }>('SELECT clock_timestamp()::text AS now');
    const number = await client.query<{ readonly own: string }>('SELECT pg_current_xact_id()::text AS own');
    return { now: only(clock.rows).now, own: only(number.rows).own };
  });
  for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS; waitedMs += PAUSE_MS) {
    if (await haveEnded(pool, companyId, own)) break;
    await pause(PAUSE_MS);
  }
  return now;
}

/** Whether the transactions have ended that had a number before this one. */
async function haveEnded(pool: Pool, companyId: string, own: string): Promise<boolean> {
  return inCompany(pool, companyId, async (client) => {
    const { rows } = await client.query<{ readonly ended: boolean }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS ended',
      [own],
    );
    return only(rows).ended;
  });
}

function only<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('the database does not tell its time');
  return row;
}

/**
 * Documents whose verdict changed closed months: sealed late, or invalidated, which changes the month of the document unless
 * it is a sale to consumers that a later month subtracts, and the month of the event where that is another one. Late is
 * what had a second holder, of which an index knows; a first holder is done an hour after the sale.
 */
const TOUCHED_BY = `WITH closed AS (
    SELECT m.place, m.since, m.until, c.environment, coalesce(c.read_since, c.closed_at) AS read_since
    FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY AS m (closing_id, since, until, place)
      JOIN month_closings c ON c.company_id = $1 AND c.closing_id = m.closing_id),
  late AS MATERIALIZED (
    SELECT d.document_id, d.environment, d.posted_at, d.settled_at FROM documents d
    WHERE d.company_id = $1 AND d.fence > 1 AND d.posted_at >= (SELECT min(since) FROM closed)
      AND d.state = ${DOCUMENTS_IN.stamped} AND d.settled_at > (SELECT min(read_since) FROM closed)),
  invalidated AS MATERIALIZED (
    SELECT d.document_id, d.environment, d.posted_at, d.doc_type, i.requested_at, i.settled_at
    FROM invalidations i JOIN documents d ON d.company_id = i.company_id AND d.document_id = i.document_id
    WHERE i.company_id = $1 AND i.state = ${INVALIDATIONS_IN.sealed} AND i.requested_at >= (SELECT min(since) FROM closed)
      AND i.settled_at > (SELECT min(read_since) FROM closed)),
  touched AS (
    SELECT c.place, d.document_id, false AS is_undone FROM closed c JOIN late d ON d.environment = c.environment
      AND d.posted_at >= c.since AND d.posted_at < c.until AND d.settled_at > c.read_since
    UNION
    SELECT c.place, d.document_id, false FROM closed c JOIN documents d ON d.company_id = $1 AND d.environment = c.environment
      AND d.posted_at >= greatest(c.since, c.read_since - interval '1 hour') AND d.posted_at < c.until
      AND d.state = ${DOCUMENTS_IN.stamped} AND d.settled_at > c.read_since
    UNION
    SELECT c.place, d.document_id, true FROM closed c JOIN invalidated d ON d.environment = c.environment
      AND d.settled_at > c.read_since AND CASE WHEN d.posted_at >= c.since
        THEN d.posted_at < c.until AND (d.doc_type <> ALL ($5) OR d.requested_at < c.until)
        ELSE d.doc_type <> ALL ($6) AND d.requested_at >= c.since AND d.requested_at < c.until END)`;

const COUNTED = `${TOUCHED_BY}
  SELECT count(DISTINCT t.document_id)::integer AS documents FROM closed c LEFT JOIN touched t ON t.place = c.place
  GROUP BY c.place ORDER BY c.place`;

const LISTED = `${TOUCHED_BY}
  SELECT d.document_id, bool_or(NOT t.is_undone) AS sealed, bool_or(t.is_undone) AS undone
  FROM touched t JOIN documents d ON d.company_id = $1 AND d.document_id = t.document_id
  GROUP BY d.document_id, d.posted_at ORDER BY d.posted_at, d.document_id LIMIT $7`;

function valuesOf(companyId: string, closings: readonly Closing[]): readonly unknown[] {
  const spans = closings.map(({ period }) => instantsOf(period));
  return [
    companyId,
    closings.map(({ closingId }) => closingId),
    spans.map(({ sinceMs }) => new Date(sinceMs)),
    spans.map(({ untilMs }) => new Date(untilMs)),
    TO_CONSUMERS,
    BETWEEN_TAXPAYERS,
  ];
}

/** How many documents have changed each of a company's closed months, in that order, in one statement for all of them. */
export async function touchedDocuments(
  pool: Pool,
  companyId: string,
  closings: readonly Closing[],
): Promise<readonly number[]> {
  if (closings.length === 0) return [];
  return inCompany(pool, companyId, async (client) => {
    const { rows } = await client.query<{ readonly documents: number }>({
      name: 'touched-documents',
      text: COUNTED,
      values: valuesOf(companyId, closings),
    });
    return rows.map(({ documents }) => documents);
  });
}

interface TouchingRow {
  readonly document_id: DocumentId;
  /** Whether it got its seal afterwards, was invalidated afterwards, or both. */
  readonly sealed: boolean;
  readonly undone: boolean;
}

function eventOf({ sealed, undone }: TouchingRow): LaterEvent {
  if (sealed && undone) return 'sealed_and_invalidated';
  return undone ? 'invalidated' : 'sealed';
}

/** The first of the documents that have changed a closed month, as they are by now. */
export async function touchingDocuments(
  pool: Pool,
  companyId: string,
  { closing, limit }: { readonly closing: Closing; readonly limit: number },
): Promise<readonly TouchingDocument[]> {
  const found = await inCompany(pool, companyId, async (client) => {
    const { rows } = await client.query<TouchingRow>({
      name: 'touching-documents',
      text: LISTED,
      values: [...valuesOf(companyId, [closing]), limit],
    });
    return rows;
  });
  const stamped = await stampedNamed(
    pool,
    companyId,
    found.map((row) => row.document_id),
  );
  return found.flatMap((row) => {
    const document = stamped.get(row.document_id);
    if (document === undefined) return [];
    return [{ documentId: row.document_id, stamped: document, event: eventOf(row) }];
  });
}
