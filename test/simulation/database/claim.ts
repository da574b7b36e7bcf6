import { fiscalTime } from '../../../src/core/calendar/el-salvador-time.ts';
import {
  formatNumeroControl,
  type Series,
  segmentOf,
  seriesOf,
} from '../../../src/core/identifiers/official.ts';
import type {
  Claim,
  ClaimRequest,
  DocumentRecord,
  HeldDocument,
} from '../../../src/operations/documents/ports.ts';
import type { StoreClock } from '../../../src/storage/documents/numbering.ts';
import { adjustedColumns, payloadHash } from '../../../src/storage/documents/numbering.ts';
import type { Database } from './rules.ts';
import { markOf, obstacleTo } from './standings.ts';
import {
  type DocumentRow,
  documentKeyOf,
  keyOf,
  nextTurn,
  putDocument,
  type Tables,
  type Transaction,
  toHeld,
} from './tables.ts';
import { takeUp } from './take-up.ts';

/** Where a claim is made, and what decides there. */
export interface ClaimPlace {
  readonly transaction: Transaction;
  readonly rules: Database['rules'];
  /** Throws where nothing is numbered or taken up. */
  refuse(): void;
}

/** What became of a claim of a reference that might be new. */
export type Numbering =
  | { readonly kind: 'numbered'; readonly document: HeldDocument }
  | { readonly kind: 'exists'; readonly row: DocumentRow }
  /** The CCF of a note does not stand as it was seen when the note was drafted. */
  | { readonly kind: 'doubtful' };

/** Inserts and numbers a document where there is none under its reference. */
export function numberNew(place: ClaimPlace, request: ClaimRequest, clock: StoreClock): Numbering {
  const { transaction, rules } = place;
  const existing = existingFor(place, rules.referenceKey(request.companyId, request.externalRef));
  if (existing !== null) return { kind: 'exists', row: existing };
  const { adjusts } = request.prepared;
  if (
    adjusts !== null &&
    adjusts.seen !== markOf({ ...transaction, rules }, request.companyId, adjusts.ccfId)
  )
    return { kind: 'doubtful' };
  return { kind: 'numbered', document: insertNumbered(place, request, clock) };
}

/** Inserts and numbers a new document, or takes up the one that exists, under the locks of both. */
export function claim(place: ClaimPlace, request: ClaimRequest, clock: StoreClock): Claim {
  const { transaction, rules } = place;
  const existing = existingFor(place, rules.referenceKey(request.companyId, request.externalRef));
  const monotonicMs = clock.monotonic();
  if (existing !== null && !rules.isFinal(existing)) place.refuse();
  if (existing !== null) return takeUp(transaction, { rules, request, existing, monotonicMs });
  const obstacle = obstacleTo({ ...transaction, rules }, request, null);
  if (obstacle !== null) return { kind: 'not_adjustable', obstacle };
  return { kind: 'held', document: insertNumbered(place, request, clock) };
}

function existingFor({ transaction: { tables } }: ClaimPlace, reference: string): DocumentRow | null {
  return tables.documents.get(tables.references.get(reference) ?? '') ?? null;
}

function insertNumbered(
  { transaction, rules, refuse }: ClaimPlace,
  request: ClaimRequest,
  clock: StoreClock,
): HeldDocument {
  refuse();
  const { tables, put } = transaction;
  const reference = rules.referenceKey(request.companyId, request.externalRef);
  const monotonicMs = clock.monotonic();
  const nowMs = clock.now();
  const { fiscalYear } = fiscalTime(nowMs);
  const series = seriesOf(request.seriesMode, fiscalYear, request.prepared);
  const { companyId, prepared } = request;
  const place = { companyId, ambiente: prepared.ambiente, series };
  const correlative = lastCorrelative(tables, place) + 1;
  rules.number(transaction, seriesKey(place), correlative);
  const row = {
    record: newRecord(request, nowMs, correlative),
    fiscalYear,
    codes: 1,
    numbers: 1,
    draft: request.prepared.draft,
    wanted: null,
    adjusts: request.prepared.adjusts?.ccfId ?? null,
    adjusted: adjustedColumns(request.prepared),
    turn: nextTurn(),
    stampedAttempt: null,
    doubt: null,
    settledMs: null,
    processedAt: null,
    leaseHolder: request.documentId,
    leaseUntilMs: transaction.nowMs + request.leaseMs,
    fence: 1,
    nextAttemptMs: transaction.nowMs + request.leaseMs,
    tries: 0,
    takings: 0,
    contingencySinceMs: null,
    declared: null,
    eventId: null,
    transmitUntilMs: null,
  };
  putDocument(transaction, row);
  put(tables.references, reference, documentKeyOf(row));
  return toHeld(transaction, row, { monotonicMs, rules });
}

/** A series of a company. */
export interface SeriesPlace extends Pick<DocumentRecord, 'companyId' | 'ambiente'> {
  readonly series: Series;
}

export function seriesKey({ companyId, ambiente, series: { fiscalYear, scope } }: SeriesPlace): string {
  return keyOf(companyId, ambiente, fiscalYear, scope);
}

/** Scopes that contain one another share their numbers. */
function lastCorrelative(tables: Tables, place: SeriesPlace): number {
  const { fiscalYear, scope } = place.series;
  const prefix = seriesKey({ ...place, series: { fiscalYear, scope: '' } });
  let last = 0;
  for (const [key, number] of tables.series) {
    const other = key.startsWith(prefix) ? key.slice(prefix.length) : null;
    if (other !== null && (other.startsWith(scope) || scope.startsWith(other))) last = Math.max(last, number);
  }
  return last;
}

function newRecord(request: ClaimRequest, postedMs: number, correlative: number): DocumentRecord {
  const { companyId, documentId, externalRef, prepared } = request;
  const { tipoDte, ambiente, generation, establishment, pointOfSale, summary } = prepared;
  const segment = segmentOf(prepared);
  return {
    companyId,
    documentId,
    externalRef,
    tipoDte,
    ambiente,
    numeroControl: formatNumeroControl({ tipoDte, segment, correlative: BigInt(correlative) }),
    establishment,
    pointOfSale,
    postedMs,
    state: 'claimed',
    generation,
    codigoGeneracion: request.codigoGeneracion(0),
    summary,
    payloadHash: payloadHash(prepared),
    hasWanted: false,
    selloRecibido: null,
    codigoMsg: '',
    message: '',
    observaciones: [],
  };
}
