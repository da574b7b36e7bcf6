import { fiscalTime } from '../../../src/core/calendar/el-salvador-time.ts';
import { formatNumeroControl } from '../../../src/core/identifiers/numero-control.ts';
import { type Series, segmentOf, seriesOf } from '../../../src/core/numbering/series.ts';
import type { Claim, ClaimRequest, DocumentRecord } from '../../../src/operations/ports.ts';
import type { StoreClock } from '../../../src/storage/claim.ts';
import { adjustedColumns, payloadHash } from '../../../src/storage/document-rows.ts';
import type { Database } from './rules.ts';
import { obstacleTo } from './standings.ts';
import {
  documentKeyOf,
  keyOf,
  nextTurn,
  putDocument,
  type Tables,
  type Transaction,
  toHeld,
} from './tables.ts';
import { takeUp } from './take-up.ts';

/** Inserts and numbers a new document, or takes up the one that exists. */
export function claim(
  { transaction, rules }: { readonly transaction: Transaction; readonly rules: Database['rules'] },
  request: ClaimRequest,
  clock: StoreClock,
): Claim {
  const { tables, put } = transaction;
  const reference = rules.referenceKey(request.companyId, request.externalRef);
  const existing = tables.documents.get(tables.references.get(reference) ?? '');
  const monotonicMs = clock.monotonic();
  if (existing !== undefined) return takeUp(transaction, { rules, request, existing, monotonicMs });
  const obstacle = obstacleTo({ ...transaction, rules }, request, null);
  if (obstacle !== null) return { kind: 'not_adjustable', obstacle };
  const nowMs = clock.now();
  const { fiscalYear } = fiscalTime(nowMs);
  const series = seriesOf(request.seriesMode, fiscalYear, request.prepared);
  const correlative = nextCorrelative(tables, request, series);
  rules.number(transaction, seriesKey(request, series), correlative);
  const row = {
    record: newRecord(request, nowMs, correlative),
    fiscalYear,
    draft: request.prepared.draft,
    wanted: null,
    adjusts: request.prepared.adjusts?.ccfId ?? null,
    adjusted: adjustedColumns(request.prepared),
    turn: nextTurn(),
    stampedAttempt: null,
    settledMs: null,
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
  return { kind: 'held', document: toHeld(transaction, row, { monotonicMs, isReported: rules.isReported }) };
}

function seriesKey({ companyId, prepared }: ClaimRequest, { fiscalYear, scope }: Series): string {
  return keyOf(companyId, prepared.ambiente, fiscalYear, scope);
}

/** Scopes that contain one another share their numbers. */
function nextCorrelative(tables: Tables, request: ClaimRequest, { fiscalYear, scope }: Series): number {
  const prefix = seriesKey(request, { fiscalYear, scope: '' });
  let last = 0;
  for (const [key, number] of tables.series) {
    const other = key.startsWith(prefix) ? key.slice(prefix.length) : null;
    if (other !== null && (other.startsWith(scope) || scope.startsWith(other))) last = Math.max(last, number);
  }
  return last + 1;
}

function newRecord(request: ClaimRequest, postedMs: number, correlative: number): DocumentRecord {
  const { companyId, documentId, externalRef, prepared, codigoGeneracion } = request;
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
    codigoGeneracion,
    summary,
    payloadHash: payloadHash(prepared),
    hasWanted: false,
    selloRecibido: null,
    codigoMsg: '',
    message: '',
    observaciones: [],
  };
}
