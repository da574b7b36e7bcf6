import type { TipoContingencia } from '../../core/dte/contingencia.ts';
import type { Ambiente } from '../../core/dte/kinds.ts';
import type { CodigoGeneracion } from '../../core/identifiers/official.ts';
import type { Report } from '../../core/submitting/next-event-step.ts';
import type {
  EventClocks,
  HeldEvent,
  ListedDocument,
  NewEvent,
  UnreportedDocuments,
} from '../../operations/contingencies/ports.ts';
import type { Client } from '../connection/pool.ts';
import type { IssuedRow } from '../documents/issued-reader.ts';
import { type EventKey, LEASED_EVENTS, takeRow } from '../sending/leased-rows.ts';
import { type BytesRow, readAttempts, toBytes } from '../sending/sending-store.ts';
import { DOCUMENTS_IN } from '../sending/states-in-sql.ts';

const QUARANTINES_WAITED = 8;

/**
 * How many documents wait for an event, and how many others it should wait for: those that are put aside are none of
 * them, and after eight quarantines, two hours by default, nobody is waited for any longer, because one document that stays in doubt must not make
 * the report of the others late.
 */
export async function countUnreported(
  client: Client,
  account: Pick<NewEvent, 'companyId' | 'ambiente'> & { readonly quarantineMs: number },
): Promise<UnreportedDocuments> {
  const { companyId, ambiente, quarantineMs } = account;
  const { rows } = await client.query<{
    readonly count: number;
    readonly pending: number;
    readonly sample: UnreportedDocuments['sample'];
  }>({
    name: 'count-unreported',
    text: `SELECT u.count, CASE WHEN u.count > 0 THEN jsonb_build_object('codigoGeneracion', u.sample[1],
               'tipoDte', u.sample[2], 'documentId', u.sample[3], 'generation', u.sample[4]) END AS sample,
             (SELECT count(*)::int FROM documents p
              WHERE p.company_id = $1 AND p.environment = $2 AND p.state IN (${DOCUMENTS_IN.formalizable})
                AND p.contingency_type IS NULL AND p.next_attempt_at IS NOT NULL
                AND p.contingency_since <= clock_timestamp() - $3 * interval '1 ms'
                AND u.since > clock_timestamp() - ${1 + QUARANTINES_WAITED} * $3 * interval '1 ms') AS pending
           FROM (SELECT count(*)::int AS count, min(ARRAY[generation_code, doc_type, document_id::text, generation]) AS sample,
                        min(contingency_since) AS since FROM documents
                 WHERE company_id = $1 AND environment = $2 AND contingency_type IS NOT NULL AND event_id IS NULL
                   AND state = ${DOCUMENTS_IN.contingency}) u`,
    values: [companyId, ambiente, quarantineMs],
  });
  const [row] = rows;
  return {
    sample: row?.sample ?? null,
    pending: row?.pending ?? 0,
    count: row?.count ?? 0,
  };
}

/**
 * An event lists documents of one kind of contingency: those of the oldest, and of these the oldest thousand. They are locked in the order in which requests lock them, and found by their keys: a join of the two is planned
 * as a loop in a loop where the table has no statistics yet.
 */
const CHOOSE = `WITH first AS MATERIALIZED (
    SELECT contingency_type, contingency_reason FROM documents
    WHERE company_id = $1 AND environment = $2 AND contingency_type IS NOT NULL AND event_id IS NULL
      AND state = ${DOCUMENTS_IN.contingency}
    ORDER BY posted_at LIMIT 1)
  SELECT d.document_id, d.generation_code, d.doc_type, d.posted_at, d.contingency_type, d.contingency_reason
  FROM documents d
  WHERE d.company_id = $1 AND d.event_id IS NULL AND d.state = ${DOCUMENTS_IN.contingency}
    AND d.contingency_type = (SELECT contingency_type FROM first)
    AND d.document_id = ANY (ARRAY(
      SELECT o.document_id FROM documents o, first
      WHERE o.company_id = $1 AND o.environment = $2 AND o.event_id IS NULL AND o.state = ${DOCUMENTS_IN.contingency}
        AND o.contingency_type = first.contingency_type
        AND o.contingency_reason IS NOT DISTINCT FROM first.contingency_reason
      ORDER BY o.posted_at LIMIT 1000))
  ORDER BY d.external_ref COLLATE "C" FOR UPDATE OF d`;

/**
 * Opens an event with the documents that wait for one. Nodes take turns at a company's events, so that each finds what
 * the other has left; that no document is in two events is the unique index's word.
 */
export async function openEvent(client: Client, event: NewEvent, clocks: EventClocks): Promise<boolean> {
  await client.query({
    name: 'lock-events',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('contingency ' || $1 || $2, 0))`,
    values: [event.companyId, event.ambiente],
  });
  const { rows: chosen } = await client.query<ChosenRow>({
    name: 'choose-unreported',
    text: `WITH chosen AS (${CHOOSE})
           SELECT *, (extract(epoch FROM posted_at) * 1000)::float8 AS posted_ms FROM chosen`,
    values: [event.companyId, event.ambiente],
  });
  const [first] = chosen;
  if (first === undefined) return false;
  await insertEvent(client, event, { clocks, first, period: periodOf(chosen, event.nowMs) });
  await listDocuments(client, event, chosen);
  return true;
}

interface ChosenRow extends Pick<IssuedRow, 'document_id' | 'doc_type' | 'posted_ms'> {
  readonly generation_code: CodigoGeneracion;
  readonly contingency_type: TipoContingencia;
  readonly contingency_reason: string | null;
}

const SECOND_MS = 1_000;

interface Period {
  readonly startsMs: number;
  readonly endsMs: number;
}

/**
 * In whole seconds, as the event prints them, from the first document to now, and never empty. It ends in a second that has
 * begun: the authority refuses a contingency that ends after the event is sent.
 */
function periodOf(chosen: readonly ChosenRow[], nowMs: number): Period {
  const posted = chosen.map(({ posted_ms: postedMs }) => postedMs);
  const endsMs = Math.floor(Math.max(nowMs, ...posted) / SECOND_MS) * SECOND_MS;
  const startsMs = Math.floor(Math.min(...posted) / SECOND_MS) * SECOND_MS;
  return { startsMs: Math.min(startsMs, endsMs - SECOND_MS), endsMs };
}

async function insertEvent(
  client: Client,
  event: NewEvent,
  found: { readonly clocks: EventClocks; readonly first: ChosenRow; readonly period: Period },
): Promise<void> {
  const { clocks, first, period } = found;
  await client.query({
    name: 'insert-event',
    text: `INSERT INTO contingency_events (company_id, event_id, environment, generation_code,
             contingency_type, contingency_reason, starts_at, ends_at, report_until, next_attempt_at)
           VALUES ($1, $2, $3, $4, $5, $6, to_timestamp($7::float8 / 1000), to_timestamp($8::float8 / 1000),
             to_timestamp(($8::float8 + $9::float8) / 1000), clock_timestamp())`,
    values: [
      event.companyId,
      event.eventId,
      event.ambiente,
      event.codigoGeneracion,
      first.contingency_type,
      first.contingency_reason,
      period.startsMs,
      period.endsMs,
      clocks.reportMs,
    ],
  });
}

async function listDocuments(client: Client, event: NewEvent, chosen: readonly ChosenRow[]): Promise<void> {
  const { companyId, eventId } = event;
  const ids = chosen.map(({ document_id: id }) => id);
  await client.query({
    name: 'insert-items',
    text: `INSERT INTO contingency_items (company_id, event_id, item, document_id, generation_code, doc_type)
           SELECT e.company_id, e.event_id, i.item, i.document_id, i.generation_code, i.doc_type
           FROM contingency_events e CROSS JOIN unnest($3::uuid[], $4::text[], $5::text[])
             WITH ORDINALITY AS i (document_id, generation_code, doc_type, item)
           WHERE e.company_id = $1 AND e.event_id = $2`,
    values: [
      companyId,
      eventId,
      ids,
      chosen.map(({ generation_code: code }) => code),
      chosen.map(({ doc_type: type }) => type),
    ],
  });
  await client.query({
    name: 'mark-listed',
    text: 'UPDATE documents SET event_id = $2 WHERE company_id = $1 AND document_id = ANY($3)',
    values: [companyId, eventId, ids],
  });
}

interface EventRow {
  readonly environment: Ambiente;
  readonly generation_code: CodigoGeneracion;
  readonly contingency_type: TipoContingencia;
  readonly contingency_reason: string | null;
  readonly starts_ms: number;
  readonly ends_ms: number;
  readonly report_until_ms: number;
  readonly transmit_until_ms: number | null;
  readonly warned: number;
  readonly tries: number;
  readonly fence: string;
}

const EVENT_COLUMNS = `environment, generation_code, contingency_type, contingency_reason, warned, tries,
  fence::text AS fence, (extract(epoch FROM starts_at) * 1000)::float8 AS starts_ms,
  (extract(epoch FROM ends_at) * 1000)::float8 AS ends_ms,
  (extract(epoch FROM report_until) * 1000)::float8 AS report_until_ms,
  (extract(epoch FROM transmit_until) * 1000)::float8 AS transmit_until_ms`;

/** Takes the lease of a due event, which is never put aside: the law's clock runs. */
export async function takeEvent(client: Client, key: EventKey, leaseMs: number): Promise<HeldEvent | null> {
  const request = { key, leaseMs, mostTakings: Number.POSITIVE_INFINITY, columns: EVENT_COLUMNS };
  const taken = await takeRow<EventRow>(client, LEASED_EVENTS, request);
  return taken.kind === 'gone' ? null : toEvent(client, key, taken.row);
}

async function toEvent(client: Client, key: EventKey, row: EventRow): Promise<HeldEvent> {
  const { rows: documents } = await client.query<ListedDocument>({
    name: 'event-items',
    text: `SELECT i.document_id AS "documentId", i.generation_code AS "codigoGeneracion", i.doc_type AS "tipoDte",
             d.generation
           FROM contingency_items i JOIN documents d ON d.company_id = $1 AND d.document_id = i.document_id
           WHERE i.company_id = $1 AND i.event_id = $2 AND d.state <> ${DOCUMENTS_IN.stamped} ORDER BY i.item`,
    values: [key.companyId, key.eventId],
  });
  return {
    lease: { ...key, fence: row.fence },
    ambiente: row.environment,
    codigoGeneracion: row.generation_code,
    contingencia: { tipo: row.contingency_type, motivo: row.contingency_reason },
    startsMs: row.starts_ms,
    endsMs: row.ends_ms,
    reportUntilMs: row.report_until_ms,
    transmitUntilMs: row.transmit_until_ms,
    warned: row.warned,
    tries: row.tries,
    documents,
    attempts: await reportsOf(client, key),
  };
}

const AGE = '(extract(epoch FROM clock_timestamp() - signed_at) * 1000)::float8 AS age_ms';

/** The latest bytes of an event, and those of unknown fate. */
export async function reportsOf(client: Client, key: EventKey): Promise<readonly Report[]> {
  const wanted = { key, columns: [AGE] };
  const rows = await readAttempts<BytesRow & { readonly age_ms: number }>(client, LEASED_EVENTS, wanted);
  return rows.map((row) => ({ ...toBytes(row), ageMs: row.age_ms }));
}
