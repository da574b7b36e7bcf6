import { DOCUMENT, nextState, statesBefore } from '../../../src/core/submitting/states.ts';
import type { NewAttempt } from '../../../src/operations/documents/ports.ts';
import { inState } from '../../support/in-state.ts';
import { changed, resent } from './leased-rows.ts';
import {
  type AttemptRow,
  attemptsOf,
  type DocumentRow,
  documentKeyOf,
  nextTurn,
  putAttempts,
  putDocument,
  type Transaction,
} from './tables.ts';

/** The state right before bytes leave; null where the state table knows no such step. */
export function markSent(transaction: Transaction, row: DocumentRow, leaseMs: number): DocumentRow | null {
  const { record } = row;
  if (!statesBefore(DOCUMENT, 'send').includes(record.state)) return null;
  const state = nextState(DOCUMENT, record.state, 'send') ?? record.state;
  const sent = { ...row, leaseUntilMs: transaction.nowMs + leaseMs, record: inState(record, state) };
  putDocument(transaction, sent);
  return sent;
}

export interface KeptAttempt extends NewAttempt {
  /** Whether its first byte leaves right after this. */
  readonly sent: boolean;
}

export function insertAttempt(
  transaction: Transaction,
  row: DocumentRow,
  { sent, contingencia, ...attempt }: KeptAttempt,
): void {
  const key = documentKeyOf(row);
  const attempts = attemptsOf(transaction.tables, key);
  if (attempts.some(({ number }) => number === attempt.number)) throw new Error('duplicate attempt');
  const fate = sent
    ? ({ outcome: 'unknown', sends: 1 } as const)
    : ({ outcome: 'not_delivered', sends: 0 } as const);
  const formal = contingencia !== null;
  const sentMs = sent ? transaction.nowMs : null;
  const times = { lastSentMs: transaction.nowMs, firstSentMs: sentMs, earlierSentMs: null };
  const fresh = { ...attempt, ...fate, ...times, formal, answer: null, former: null, givenUp: null };
  putAttempts(transaction, key, [...attempts, fresh]);
}

/** Whether a call that nobody heard of has recorded these bytes, and nothing happened to them since. */
export function isRecorded(
  { tables }: Transaction,
  row: DocumentRow,
  { number, jws }: Pick<NewAttempt, 'number' | 'jws'>,
): boolean {
  const recorded = attemptsOf(tables, documentKeyOf(row)).find((one) => one.number === number);
  return recorded?.jws === jws && recorded.outcome === 'unknown' && recorded.sends === 1;
}

/** Changes an attempt; one with a verdict is closed for good. */
export function changeAttempt(
  transaction: Transaction,
  row: DocumentRow,
  {
    number,
    change,
  }: { readonly number: number; readonly change: (attempt: AttemptRow) => AttemptRow | null },
): void {
  const key = documentKeyOf(row);
  const attempts = attemptsOf(transaction.tables, key);
  const open = (attempt: AttemptRow) =>
    attempt.outcome === 'stamped' || attempt.outcome === 'rejected' ? null : change(attempt);
  putAttempts(transaction, key, changed(attempts, number, open));
}

/** Sendings that were settled no longer count. */
export function countResend(transaction: Transaction, row: DocumentRow, number: number): void {
  const { nowMs } = transaction;
  const change = (attempt: AttemptRow) => ({
    ...resent(attempt),
    lastSentMs: nowMs,
    firstSentMs: attempt.outcome === 'not_delivered' ? nowMs : (attempt.firstSentMs ?? nowMs),
    earlierSentMs: attempt.outcome === 'unknown' ? attempt.lastSentMs : null,
  });
  changeAttempt(transaction, row, { number, change });
}

/** Once nothing is of unknown fate, a payload that waited becomes the document's own. */
export function applyWanted(transaction: Transaction, row: DocumentRow): DocumentRow {
  const { wanted, record } = row;
  if (wanted === null) return row;
  const { draft, summary, generation, payload_hash: payloadHash, ...adjusted } = wanted;
  const applied = { ...row, draft, adjusted, turn: nextTurn(), wanted: null };
  const withPayload = {
    ...applied,
    record: { ...record, summary, generation, payloadHash, hasWanted: false },
  };
  putDocument(transaction, withPayload);
  return withPayload;
}
