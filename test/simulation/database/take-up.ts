import { segmentFits, segmentOf } from '../../../src/core/identifiers/official.ts';
import { DOCUMENT, nextState } from '../../../src/core/submitting/states.ts';
import type { Claim, ClaimRequest } from '../../../src/operations/documents/ports.ts';
import {
  adjustedColumns,
  isPayload,
  payloadHash,
  wantedPayload,
} from '../../../src/storage/documents/numbering.ts';
import { inState } from '../../support/in-state.ts';
import type { StoreRules } from './rules.ts';
import { obstacleTo } from './standings.ts';
import {
  attemptsOf,
  type DocumentRow,
  documentKeyOf,
  nextTurn,
  putDocument,
  type Transaction,
  toHeld,
  toldRecord,
} from './tables.ts';

interface TakeUp {
  readonly rules: StoreRules;
  readonly request: ClaimRequest;
  readonly existing: DocumentRow;
  readonly monotonicMs: number;
}

/** Tells what forbids taking a document up, or gives its lease and notes the payload that is now wanted. */
export function takeUp(transaction: Transaction, step: TakeUp): Claim {
  const { rules, request, existing } = step;
  const refused = whyNotTaken(step, transaction.nowMs);
  if (refused !== null) return refused;
  const obstacle = obstacleTo({ ...transaction, rules }, request, existing.record.documentId);
  if (obstacle !== null) return { kind: 'not_adjustable', obstacle };
  const attempts = attemptsOf(transaction.tables, documentKeyOf(existing));
  const changed = rules.mayReplace(attempts)
    ? replacePayload(transaction, step)
    : noteWanted(request, existing);
  const row = {
    ...changed,
    leaseUntilMs: transaction.nowMs + request.leaseMs,
    leaseHolder: request.documentId,
    fence: existing.fence + 1,
    nextAttemptMs: transaction.nowMs + request.leaseMs,
    takings: 0,
  };
  putDocument(transaction, row);
  return {
    kind: 'held',
    document: toHeld(transaction, row, { monotonicMs: step.monotonicMs, rules }),
  };
}

function whyNotTaken({ rules, request, existing }: TakeUp, nowMs: number): Claim | null {
  const record = toldRecord(existing);
  if (record.tipoDte !== request.prepared.tipoDte)
    return { kind: 'doc_type_changed', issued: record.tipoDte };
  if (rules.isFinal(existing)) return { kind: 'stamped', record };
  if (rules.isLeased(existing, nowMs) && existing.leaseHolder !== request.documentId)
    return { kind: 'busy', record };
  const ended = record.state === 'rejected' || record.state === 'contingency';
  const wantedHash = existing.wanted?.payload_hash ?? record.payloadHash;
  if (request.waited && ended && isPayload(request.prepared, wantedHash)) return { kind: 'settled', record };
  if (isAnotherNote(request, existing)) return { kind: 'other_ccf' };
  return redraft(request, existing);
}

/** A note keeps its CCF, and one that a caller asked for never becomes one of ours. */
function isAnotherNote({ prepared: { adjusts } }: ClaimRequest, existing: DocumentRow): boolean {
  if (existing.adjusts !== (adjusts?.ccfId ?? null)) return true;
  return adjusts?.mode === 'automatic' && existing.adjusted.adjust_mode !== 'automatic';
}

function redraft({ prepared }: ClaimRequest, { record }: DocumentRow): Claim | null {
  const { establishment, pointOfSale } = record;
  const generation = segmentFits(segmentOf(record), prepared.generation) ? prepared.generation : 'v1';
  const asBuilt =
    prepared.establishment === establishment &&
    prepared.pointOfSale === pointOfSale &&
    prepared.generation === generation;
  return asBuilt ? null : { kind: 'redraft', establishment, pointOfSale, generation };
}

function replacePayload({ nowMs }: Transaction, { rules, request, existing }: TakeUp): DocumentRow {
  const { prepared } = request;
  const { record, settledMs } = existing;
  const renewed = rules.needsNewCode(settledMs === null ? null : nowMs - settledMs);
  return {
    ...existing,
    draft: prepared.draft,
    wanted: null,
    adjusted: adjustedColumns(prepared),
    turn: nextTurn(),
    codes: existing.codes + (renewed ? 1 : 0),
    settledMs: renewed ? null : settledMs,
    contingencySinceMs: record.state === 'contingency' ? existing.contingencySinceMs : null,
    declared: renewed ? null : existing.declared,
    eventId: renewed ? null : existing.eventId,
    transmitUntilMs: renewed ? null : existing.transmitUntilMs,
    record: {
      ...inState(
        record,
        record.state === 'rejected'
          ? (nextState(DOCUMENT, 'rejected', 'retry') ?? record.state)
          : record.state,
      ),
      generation: prepared.generation,
      codigoGeneracion: renewed ? request.codigoGeneracion(existing.codes) : record.codigoGeneracion,
      summary: prepared.summary,
      payloadHash: payloadHash(prepared),
      hasWanted: false,
      codigoMsg: '',
      message: '',
      observaciones: [],
    },
  };
}

function noteWanted({ prepared }: ClaimRequest, existing: DocumentRow): DocumentRow {
  const { record } = existing;
  const asSent = isPayload({ ...prepared, generation: record.generation }, record.payloadHash);
  const isToldRejected = existing.doubt?.about === 'copy';
  const words = isToldRejected ? { codigoMsg: '', message: '', observaciones: [] } : {};
  return {
    ...existing,
    doubt: isToldRejected ? null : existing.doubt,
    wanted: asSent ? null : wantedPayload(prepared),
    record: { ...record, ...words, hasWanted: !asSent },
  };
}
