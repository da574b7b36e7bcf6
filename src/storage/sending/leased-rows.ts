import type { QueryResultRow } from 'pg';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import { abandonedDelayS } from '../../core/submitting/back-off.ts';
import type { AttemptOutcome } from '../../core/submitting/states.ts';
import type { RawAnswer } from '../../operations/authority/ports.ts';
import { storable } from '../connection/function-call.ts';
import type { Client } from '../connection/pool.ts';
import { CLOCK, columnsAfter } from '../connection/statement-time.ts';
import { BYTES_IN, DOCUMENTS_IN, INVALIDATIONS_IN } from './states-in-sql.ts';

/** Rows that somebody brings to a verdict under a lease, with the bytes that were sent for them. */
export interface LeasedTable {
  /** What one of them is called; its statements are named after it. */
  readonly one: string;
  readonly rows: string;
  readonly attempts: string;
  /** The column that names a row within its company. */
  readonly id: string;
  /** The condition on a row that nobody has brought to its end. */
  readonly isOpen: string;
  /** What is noted where a row is put aside; null for rows that never are, and do not count who takes them. */
  readonly putAside: string | null;
  /** What else a taking changes. */
  readonly taken: string;
  /** The columns of its bytes that say when they were put on record. */
  readonly recorded: readonly string[];
  /** What else a sending changes of its bytes. */
  readonly sent: string;
  /** What else a closing changes of its bytes. */
  readonly closed: string;
}

export interface DocumentKey {
  readonly companyId: string;
  readonly documentId: DocumentId;
}

export interface EventKey {
  readonly companyId: string;
  readonly eventId: string;
}

/** What names a row. */
export type RowKey = DocumentKey | EventKey;

/** The right to write a row; a newer lease has a higher fence and makes this one's writes void. */
export type RowLease = RowKey & { readonly fence: string };

export const LEASED_DOCUMENTS: LeasedTable = {
  one: 'document',
  rows: 'documents',
  attempts: 'attempts',
  id: 'document_id',
  isOpen: `state IN (${DOCUMENTS_IN.open})`,
  putAside: 'put_aside',
  taken: ', lease_holder = NULL',
  recorded: ['last_sent_at', 'first_sent_at'],
  sent: `, earlier_sent_at = CASE WHEN outcome = ${BYTES_IN.unknown} THEN last_sent_at END,
    first_sent_at = CASE WHEN outcome = ${BYTES_IN.notDelivered} OR first_sent_at IS NULL THEN clock.now
                         ELSE first_sent_at END,
    last_sent_at = statement_timestamp(), settled_at = NULL`,
  closed: ', settled_at = statement_timestamp()',
};

export const LEASED_INVALIDATIONS: LeasedTable = {
  one: 'invalidation',
  rows: 'invalidations',
  attempts: 'invalidation_attempts',
  id: 'document_id',
  isOpen: `state = ${INVALIDATIONS_IN.open}`,
  putAside: 'invalidation_put_aside',
  taken: '',
  recorded: ['last_sent_at'],
  sent: `, earlier_sent_at = CASE WHEN outcome = ${BYTES_IN.unknown} THEN last_sent_at END,
    last_sent_at = statement_timestamp()`,
  closed: '',
};

/** An event of a contingency has no column of its state: it is open, sealed or not, while somebody is to look at it. */
export const LEASED_EVENTS: LeasedTable = {
  one: 'event',
  rows: 'contingency_events',
  attempts: 'contingency_attempts',
  id: 'event_id',
  isOpen: 'next_attempt_at IS NOT NULL',
  putAside: null,
  taken: '',
  recorded: ['signed_at', 'first_sent_at'],
  sent: '',
  closed: '',
};

function ofRow({ id }: LeasedTable): string {
  return `company_id = $1 AND ${id} = $2`;
}

function idOf(key: RowKey): string {
  return 'eventId' in key ? key.eventId : key.documentId;
}

export function rowValues(key: RowKey, ...others: readonly unknown[]): unknown[] {
  return [key.companyId, idOf(key), ...others];
}

/** Whether the lease is still its holder's, whom nobody replaces before the end of the transaction. */
export async function holds(client: Client, table: LeasedTable, lease: RowLease): Promise<boolean> {
  const { rowCount } = await client.query({
    name: `hold-${table.one}`,
    text: `SELECT 1 FROM ${table.rows} WHERE ${ofRow(table)} AND fence = $3 FOR UPDATE`,
    values: rowValues(lease, lease.fence),
  });
  return rowCount === 1;
}

/** False where the lease is somebody else's, and where the row has a verdict. */
export async function renew(
  client: Client,
  table: LeasedTable,
  { lease, leaseMs }: { readonly lease: RowLease; readonly leaseMs: number },
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: `renew-${table.one}`,
    text: `UPDATE ${table.rows} SET lease_until = statement_timestamp() + $4 * interval '1 ms'
           WHERE ${ofRow(table)} AND fence = $3 AND ${table.isOpen}`,
    values: rowValues(lease, lease.fence, leaseMs),
  });
  return rowCount === 1;
}

/** Ends the lease without a result; nothing happens where it has ended. */
export async function release(
  client: Client,
  table: LeasedTable,
  { lease, retryMs }: { readonly lease: RowLease; readonly retryMs: number },
): Promise<void> {
  await client.query({
    name: `release-${table.one}`,
    text: `UPDATE ${table.rows} SET lease_until = NULL, tries = tries + 1,
             ${table.putAside === null ? '' : 'takings = 0,'} next_attempt_at = statement_timestamp() + $4 * interval '1 ms'
           WHERE ${ofRow(table)} AND fence = $3 AND ${table.isOpen} AND lease_until IS NOT NULL`,
    values: rowValues(lease, lease.fence, retryMs),
  });
}

export interface TakeRow {
  readonly key: RowKey;
  readonly leaseMs: number;
  /** How many times in a row a row may be taken without an orderly end before it is put aside. */
  readonly mostTakings: number;
  /** Also before its time has come. */
  readonly early?: boolean | undefined;
  /** The columns of the row that are wanted afterwards, always the same ones of one table. */
  readonly columns: string;
}

export type TakenRow<Row> =
  | { readonly kind: 'held' | 'put_aside'; readonly row: Row }
  /** It is not due, or somebody else has it. */
  | { readonly kind: 'gone' };

/** Takes the lease of a due row, or puts it aside. */
export async function takeRow<Row extends QueryResultRow>(
  client: Client,
  table: LeasedTable,
  request: TakeRow,
): Promise<TakenRow<Row>> {
  const takings = await lockDue(client, table, request);
  if (takings === null) return { kind: 'gone' };
  const isSpent = table.putAside !== null && takings >= request.mostTakings;
  const change = isSpent ? putAside<Row> : leaseRow<Row>;
  const [row] = await change(client, table, { ...request, takings });
  if (row === undefined) throw new Error(`the locked ${table.one} ${idOf(request.key)} was not updated`);
  return { kind: isSpent ? 'put_aside' : 'held', row };
}

/**
 * How often it was taken in vain; null where it is not due, or somebody else is just taking it. The condition on its time
 * names no part of the index of what is due, in which the planner would else look through all that its company waits for.
 */
async function lockDue(
  client: Client,
  table: LeasedTable,
  { key, early = false }: TakeRow,
): Promise<number | null> {
  const { rows } = await client.query<{ readonly takings: number }>({
    name: `lock-due-${table.one}`,
    text: `SELECT ${table.putAside === null ? '0' : 'takings'} AS takings FROM ${table.rows}
           WHERE ${ofRow(table)} AND ${table.isOpen}
             AND coalesce(next_attempt_at, 'infinity') < CASE WHEN $3 THEN 'infinity' ELSE clock_timestamp() END
             AND (lease_until IS NULL OR lease_until <= clock_timestamp())
           FOR UPDATE SKIP LOCKED`,
    values: rowValues(key, early),
  });
  return rows[0]?.takings ?? null;
}

interface Taking extends TakeRow {
  readonly takings: number;
}

/** The next time is set before the work begins: whoever does not come back has it backed off already. */
async function leaseRow<Row extends QueryResultRow>(
  client: Client,
  table: LeasedTable,
  { key, leaseMs, takings, columns }: Taking,
): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>({
    name: `take-${table.one}`,
    text: columnsAfter(
      `UPDATE ${table.rows} SET fence = fence + 1, lease_until = statement_timestamp() + $3 * interval '1 ms',
             ${table.putAside === null ? '' : 'takings = takings + 1,'}
             next_attempt_at = statement_timestamp() + $3 * interval '1 ms' + $4 * interval '1 s'${table.taken}
           WHERE ${ofRow(table)} RETURNING *`,
      columns,
    ),
    values: rowValues(key, leaseMs, abandonedDelayS(takings)),
  });
  return rows;
}

async function putAside<Row extends QueryResultRow>(
  client: Client,
  table: LeasedTable,
  { key, takings, columns }: Taking,
): Promise<readonly Row[]> {
  await client.query({
    name: `note-put-aside-${table.one}`,
    text: `INSERT INTO audit_events (company_id, ${table.id}, kind, detail) VALUES ($1, $2, $3, $4)`,
    values: rowValues(key, table.putAside, JSON.stringify({ takings })),
  });
  const { rows } = await client.query<Row>({
    name: `put-aside-${table.one}`,
    text: columnsAfter(
      `UPDATE ${table.rows} SET put_aside_at = statement_timestamp(), next_attempt_at = NULL
           WHERE ${ofRow(table)} RETURNING *`,
      columns,
    ),
    values: rowValues(key),
  });
  return rows;
}

/** Puts new bytes on record as unknown, under the next number and the code that the row has. */
export async function insertAttempt(
  client: Client,
  table: LeasedTable,
  { key, jws }: { readonly key: RowKey; readonly jws: string },
): Promise<void> {
  await client.query({
    name: `insert-attempt-of-${table.one}`,
    text: `INSERT INTO ${table.attempts} (company_id, ${table.id}, attempt, generation_code, jws, outcome, sends,
             ${table.recorded.join(', ')})
           SELECT company_id, ${table.id}, (SELECT coalesce(max(attempt), 0) + 1 FROM ${table.attempts} WHERE ${ofRow(table)}),
             generation_code, $3, ${BYTES_IN.unknown}, 1, ${table.recorded.map(() => 'statement_timestamp()').join(', ')}
           FROM ${table.rows} WHERE ${ofRow(table)}`,
    values: rowValues(key, jws),
  });
}

/** One version of the bytes of a row. */
export interface AttemptOf {
  readonly key: RowKey;
  readonly attempt: number;
}

/** Sendings that were settled no longer count: what is unknown is only what was sent since. */
export async function countResend(
  client: Client,
  table: LeasedTable,
  { key, attempt }: AttemptOf,
): Promise<void> {
  const { rowCount } = await client.query({
    name: `count-resend-of-${table.one}`,
    text: `UPDATE ${table.attempts} SET sends = CASE WHEN outcome = ${BYTES_IN.unknown} THEN sends + 1 ELSE 1 END,
             outcome = ${BYTES_IN.unknown}${table.sent} FROM ${CLOCK}
           WHERE ${ofRow(table)} AND attempt = $3`,
    values: rowValues(key, attempt),
  });
  if (rowCount !== 1) throw new Error(`attempt ${attempt} of ${table.one} ${idOf(key)} is missing`);
}

/** One sending of the latest bytes is answered, and counts no longer; the bytes stay of unknown fate. */
export async function settleSending(client: Client, table: LeasedTable, key: RowKey): Promise<void> {
  const { rowCount } = await client.query({
    name: `settle-sending-of-${table.one}`,
    text: `UPDATE ${table.attempts} SET sends = sends - 1, last_sent_at = coalesce(earlier_sent_at, last_sent_at)
           WHERE ${ofRow(table)} AND outcome = ${BYTES_IN.unknown}
             AND attempt = (SELECT max(attempt) FROM ${table.attempts} WHERE ${ofRow(table)})`,
    values: rowValues(key),
  });
  if (rowCount !== 1)
    throw new Error(`the bytes of ${table.one} ${idOf(key)} that got an answer are missing`);
}

/** Settles bytes of unknown fate without a verdict. */
export async function closeAttempt(
  client: Client,
  table: LeasedTable,
  { key, attempt, outcome }: AttemptOf & { readonly outcome: 'not_delivered' | 'absent' },
): Promise<void> {
  const { rowCount } = await client.query({
    name: `close-attempt-of-${table.one}`,
    text: `UPDATE ${table.attempts} SET outcome = $4${table.closed}
           WHERE ${ofRow(table)} AND attempt = $3 AND outcome = ${BYTES_IN.unknown}`,
    values: rowValues(key, attempt, outcome),
  });
  if (rowCount !== 1) throw new Error(`attempt ${attempt} of ${table.one} ${idOf(key)} is not open`);
}

/** Closes the latest bytes with the verdict on them. */
export async function closeBytes(
  client: Client,
  table: LeasedTable,
  { key, outcome, raw }: { readonly key: RowKey; readonly outcome: AttemptOutcome; readonly raw: RawAnswer },
): Promise<void> {
  const { rowCount } = await client.query({
    name: `close-bytes-of-${table.one}`,
    text: `UPDATE ${table.attempts} SET outcome = $3, answer_status = $4, answer_body = $5
           WHERE ${ofRow(table)} AND outcome = ${BYTES_IN.unknown}
             AND attempt = (SELECT max(attempt) FROM ${table.attempts} WHERE ${ofRow(table)})`,
    values: rowValues(key, outcome, raw.status, storable(raw.body)),
  });
  if (rowCount !== 1)
    throw new Error(`the bytes of ${table.one} ${idOf(key)} that got a verdict are missing`);
}
