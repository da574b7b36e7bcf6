import { hash } from 'node:crypto';
import type { NoteMode } from '../../core/adjusting/standing.ts';
import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import type { DocumentSummary } from '../../core/drafting/order.ts';
import type { SchemaGeneration, TipoDte } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import {
  type CodigoGeneracion,
  formatNumeroControl,
  numeroControlPrefix,
  segmentOf,
  seriesOf,
} from '../../core/identifiers/official.ts';
import { formatCents, formatDecimal } from '../../core/money/decimal.ts';
import type { DocumentState } from '../../core/submitting/states.ts';
import type {
  ClaimRequest,
  Clock,
  DocumentRecord,
  HeldDocument,
  PreparedDocument,
} from '../../operations/documents/ports.ts';
import {
  callFunction,
  callPhase,
  itemsAsJson,
  type PhaseItem,
  serversOf,
  textArray,
} from '../connection/function-call.ts';
import type { Client, Pool } from '../connection/pool.ts';
import type { LogPlace, ReachedLog } from '../log/log-place.ts';
import type { LogWatch } from '../log/log-watch.ts';
import { type SalesRow, salesRow } from './adjusted-sales.ts';
import { storedClass } from './stored-class.ts';

/** What became of a claim of a reference that might be new. */
export type Numbering =
  | { readonly kind: 'numbered'; readonly document: HeldDocument }
  | ExistingDocument
  /** The CCF of a note has changed since it was looked at. */
  | { readonly kind: 'doubtful' };

/** What stands under a reference. */
export interface ExistingDocument {
  readonly kind: 'exists';
  readonly documentId: DocumentId;
  readonly state: DocumentState;
  readonly tipoDte: TipoDte;
}

/** The node's clocks: the wall's for what is printed, the other for durations. */
export type StoreClock = Pick<Clock, 'now' | 'monotonic'>;

/** What of a node its store works with. */
export interface StoreNode {
  readonly clock: StoreClock;
  readonly watch: LogWatch;
}

interface NumberingRow {
  readonly place: number;
  readonly correlative: string | null;
  readonly existing_id: DocumentId | null;
  readonly existing_state: DocumentState | null;
  readonly existing_type: TipoDte | null;
  readonly codes_to_ask: number | null;
  readonly log_place: LogPlace;
  readonly log_epoch: string;
  readonly log_clock_ahead_ms: number | null;
  readonly test_quarantine_ms: number;
  readonly production_quarantine_ms: number;
}

/**
 * Nothing is numbered in a database that has forgotten something of what the node has seen, or whose clock is not the
 * node's.
 */
const phaseOf = (watch: LogWatch) => ({
  name: 'claim_documents',
  more: { text: ', log', values: watch.known() },
  beside: { columns: LOG_COLUMNS, from: 'log_standing($6, $7, $8, $9, $10) AS log,' },
});

const LOG_COLUMNS = `, log.place AS log_place, log.epoch AS log_epoch, log.clock_ahead_ms AS log_clock_ahead_ms,
  log.test_quarantine_ms, log.production_quarantine_ms`;

interface LogRow {
  /** All of it, as the functions of the schema take it. */
  readonly log: string;
}

/** Where there are several servers, the log is the first one's, and the companies are on another one. */
async function claimDocuments(
  pool: Pool,
  watch: LogWatch,
  items: readonly PhaseItem[],
): Promise<readonly NumberingRow[]> {
  if (!(await serversOf(pool).areMany())) return callPhase(pool, phaseOf(watch), items);
  const [standing] = await callFunction<LogRow & NumberingRow>(pool, {
    name: 'whole-log-standing',
    text: `SELECT log::text${LOG_COLUMNS} FROM log_standing($1, $2, $3, $4, $5) AS log`,
    values: watch.known(),
  });
  if (standing === undefined) throw new Error('the database said nothing of its log');
  const { log, ...columns } = standing;
  const more = { text: ', $6::log_standing', values: [log] };
  const rows = await callPhase<NumberingRow>(pool, { name: 'claim_documents', more }, items);
  return rows.map((row) => ({ ...row, ...columns }));
}

/** State of a document that has its number and nothing else. */
const NUMBERED = 'claimed' satisfies DocumentState;

/**
 * Numbers and inserts what is new, all in one transaction: one reading of the clock gives number, date and time. The
 * series of a company are taken in one order everywhere.
 */
export async function numberDocuments(
  pool: Pool,
  requests: readonly ClaimRequest[],
  { clock, watch }: StoreNode,
): Promise<readonly Numbering[]> {
  const nowMs = clock.now();
  const wanted = requests.map((request) => newDocument(request, nowMs));
  const inOrder = wanted.toSorted((a, b) => compare(a.scope, b.scope));
  const items = inOrder.map(({ item }) => item);
  const rows = await claimDocuments(pool, watch, items);
  const written = rows.find(({ correlative }) => correlative !== null);
  const first = written === undefined ? undefined : inOrder[written.place]?.request;
  if (written !== undefined && first !== undefined) watch.note(reachedIn(written), first);
  const found = new Map(rows.map((row) => [inOrder[row.place], row]));
  return wanted.map((document) => numberingOf(document, found.get(document)));
}

/** Somebody else registered the reference after the caller had found nothing under it. */
export class ReferenceTaken extends Error {}

function reachedIn(row: NumberingRow): ReachedLog {
  return { place: row.log_place, epoch: row.log_epoch, clockAheadMs: row.log_clock_ahead_ms };
}

/** A document that has its number once the transaction is committed, and what the log had come to. */
export interface NumberedWithin {
  readonly document: HeldDocument;
  readonly reached: ReachedLog;
}

/**
 * Numbers and inserts a document in the caller's transaction, which has found nothing under its reference nor, under the
 * lock of its CCF, anything in a note's way. Throws ReferenceTaken.
 */
export async function numberWithin(
  client: Client,
  request: ClaimRequest,
  { clock, watch }: StoreNode,
): Promise<NumberedWithin> {
  const document = newDocument(request, clock.now());
  const { companyId, fields, text } = document.item;
  const item = { companyId, fields: { ...fields, ccf_standing: null }, text };
  const { rows } = await client.query<NumberingRow>({
    name: 'claim-within',
    text: `SELECT f.*${LOG_COLUMNS}
           FROM log_standing($4, $5, $6, $7, $8) AS log, claim_documents($1::uuid, $2::json, $3::text[], log) AS f`,
    values: [companyId, itemsAsJson([item], [0]), textArray([text]), ...watch.known()],
  });
  const [row] = rows;
  const numbering = numberingOf(document, row);
  if (numbering.kind !== 'numbered' || row === undefined) throw new ReferenceTaken();
  return { document: numbering.document, reached: reachedIn(row) };
}

interface NewDocument {
  readonly request: ClaimRequest;
  readonly postedMs: number;
  readonly payloadHash: string;
  readonly codigoGeneracion: CodigoGeneracion;
  readonly scope: string;
  readonly item: PhaseItem;
}

function newDocument(request: ClaimRequest, postedMs: number): NewDocument {
  const { companyId, prepared, redirect, ownClass } = request;
  const { fiscalYear } = fiscalTime(postedMs);
  const { scope } = seriesOf(request.seriesMode, fiscalYear, prepared);
  const wantedHash = payloadHash(prepared);
  const codigoGeneracion = request.codigoGeneracion(0);
  const fields = {
    document_id: request.documentId,
    external_ref: request.externalRef,
    doc_type: prepared.tipoDte,
    environment: prepared.ambiente,
    number_prefix: numeroControlPrefix({ tipoDte: prepared.tipoDte, segment: segmentOf(prepared) }),
    fiscal_year: fiscalYear,
    scope,
    establishment: prepared.establishment,
    point_of_sale: prepared.pointOfSale,
    posted_ms: postedMs,
    state: NUMBERED,
    generation: prepared.generation,
    generation_code: codigoGeneracion,
    summary: prepared.summary,
    payload_hash: wantedHash,
    lease_ms: request.leaseMs,
    adjusts: prepared.adjusts?.ccfId,
    ccf_standing: prepared.adjusts?.seen,
    ...adjustedColumns(prepared),
    redirect_email: redirect?.email,
    redirect_whatsapp: redirect?.whatsapp,
    income_class: ownClass === undefined ? undefined : storedClass(ownClass),
  };
  return {
    request,
    postedMs,
    payloadHash: wantedHash,
    codigoGeneracion,
    scope,
    item: { companyId, fields, text: prepared.draft },
  };
}

function numberingOf(document: NewDocument, row: NumberingRow | undefined): Numbering {
  if (row === undefined) throw new Error(`a claim was left unanswered: ${document.request.documentId}`);
  const { correlative, existing_id: documentId, existing_state: state, existing_type: tipoDte } = row;
  if (correlative !== null) return { kind: 'numbered', document: held(document, row, BigInt(correlative)) };
  if (documentId === null || state === null || tipoDte === null) return { kind: 'doubtful' };
  return { kind: 'exists', documentId, state, tipoDte };
}

/** As it was inserted. */
function held(document: NewDocument, row: NumberingRow, correlative: bigint): HeldDocument {
  const { request, payloadHash: wantedHash } = document;
  const { companyId, documentId, prepared } = request;
  return {
    record: recordOf(document, correlative),
    draft: prepared.draft,
    wantedHash,
    attempts: [],
    lease: { companyId, documentId, fence: '1' },
    tries: 0,
    codesToAsk: row.codes_to_ask ?? 0,
    contingency: { sinceMs: null, declared: null, reported: false },
    quarantineMs: prepared.ambiente === '01' ? row.production_quarantine_ms : row.test_quarantine_ms,
    doubt: null,
  };
}

function recordOf(
  { request, postedMs, payloadHash: wantedHash, codigoGeneracion }: NewDocument,
  correlative: bigint,
): DocumentRecord {
  const { companyId, documentId, externalRef, prepared } = request;
  const { tipoDte, ambiente, generation, establishment, pointOfSale, summary } = prepared;
  return {
    companyId,
    documentId,
    externalRef,
    tipoDte,
    ambiente,
    establishment,
    pointOfSale,
    postedMs,
    numeroControl: formatNumeroControl({ tipoDte, segment: segmentOf(prepared), correlative }),
    state: NUMBERED,
    generation,
    codigoGeneracion,
    summary,
    payloadHash: wantedHash,
    hasWanted: false,
    selloRecibido: null,
    codigoMsg: '',
    message: '',
    observaciones: [],
  };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** What a note takes, as its row keeps it; null for other documents. Amounts are dollars as text. */
export interface AdjustedColumns {
  readonly adjust_mode: NoteMode | null;
  readonly adjusted_gross: string | null;
  readonly adjusted_net: string | null;
  readonly adjusted_sales: SalesRow | null;
}

export function adjustedColumns({ adjusts }: Pick<PreparedDocument, 'adjusts'>): AdjustedColumns {
  return {
    adjust_mode: adjusts?.mode ?? null,
    adjusted_gross: adjusts === null ? null : formatCents(adjusts.gross),
    adjusted_net: adjusts === null ? null : formatDecimal(adjusts.net),
    adjusted_sales: adjusts === null ? null : salesRow(adjusts),
  };
}

/** A payload that waits for the fate of the bytes already sent; stored as the column `wanted`. */
export interface WantedPayload extends AdjustedColumns {
  readonly draft: string;
  readonly summary: DocumentSummary;
  readonly generation: SchemaGeneration;
  readonly payload_hash: string;
}

export function wantedPayload(prepared: PreparedDocument): WantedPayload {
  const { draft, summary, generation } = prepared;
  return { draft, summary, generation, payload_hash: payloadHash(prepared), ...adjustedColumns(prepared) };
}

type HashedPayload = Pick<PreparedDocument, 'generation' | 'payload' | 'formerPayload'>;

/** SHA-256 over generation and canonical payload, hexadecimal: equal means that the same bytes would serve. */
export function payloadHash({ generation, payload }: HashedPayload): string {
  return hash('sha256', `${generation}\n${payload}`);
}

/** Whether a payload is the one that a row is known by, in the present form or in that of an earlier version. */
export function isPayload(prepared: HashedPayload, known: string): boolean {
  const { generation, formerPayload } = prepared;
  if (payloadHash(prepared) === known) return true;
  return formerPayload !== undefined && payloadHash({ generation, payload: formerPayload }) === known;
}
