import { chooseCancellation } from '../../../src/core/adjusting/choice.ts';
import { sameInvalidacion } from '../../../src/core/dte/invalidacion.ts';
import { silenceText } from '../../../src/core/submitting/silence-text.ts';
import type {
  HeldInvalidation,
  InvalidationBytes,
  InvalidationRecord,
  InvalidationVerdict,
  NewInvalidation,
  RegisterRequest,
  Registration,
} from '../../../src/operations/invalidations/ports.ts';
import { idOf } from '../../support/identifiers.ts';
import { changed, type EventBytes, mattering, settledAs } from './leased-rows.ts';
import type { StoreRules } from './rules.ts';
import { standingOf } from './standings.ts';
import { type InvalidationRow, keyOf, type Transaction } from './tables.ts';

/** Writes an invalidation: a sealed one stays what it is, and bytes with a verdict are closed for good. */
export function putInvalidation({ tables, put }: Transaction, row: InvalidationRow): void {
  const key = keyOf(row.companyId, row.documentId);
  const before = tables.invalidations.get(key);
  if (before !== undefined) refuseForgery(before, row);
  if (row.attempts.filter(({ outcome }) => outcome === 'unknown').length > 1)
    throw new Error('duplicate key value violates unique constraint "invalidation_attempts_one_unknown"');
  put(tables.invalidations, key, row);
}

function refuseForgery(before: InvalidationRow, after: InvalidationRow): void {
  const { documentId } = before;
  const sealed = ({ record, requestedMs, draft }: InvalidationRow) =>
    [record.state, record.codigoGeneracion, record.selloRecibido, requestedMs, draft].join('/');
  if (before.record.state === 'sealed' && sealed(before) !== sealed(after))
    throw new Error(`the invalidation of document ${documentId} is sealed and cannot change`);
  for (const attempt of before.attempts.filter(
    ({ outcome }) => outcome === 'sealed' || outcome === 'rejected',
  ))
    if (!after.attempts.includes(attempt))
      throw new Error(`attempt ${attempt.number} to invalidate document ${documentId} cannot change`);
}

/** What a lease holder gets to see. */
export function toHeldInvalidation(
  { tables, nowMs }: Transaction,
  row: InvalidationRow,
  { quarantineMs }: Pick<StoreRules, 'quarantineMs'>,
): HeldInvalidation {
  const { companyId, documentId, ambiente, requestedMs, draft, tries } = row;
  const document = tables.documents.get(keyOf(companyId, documentId))?.record;
  if (document === undefined) throw new Error('a held invalidation is missing');
  return {
    lease: { companyId, documentId: idOf(documentId), fence: String(row.fence) },
    record: toldInvalidation(row),
    ambiente,
    requestedMs,
    draft,
    attempts: mattering(row.attempts).map((bytes) => seenBytes(bytes, nowMs)),
    tries,
    tipoDte: document.tipoDte,
    postedMs: document.postedMs,
    documentCode: document.codigoGeneracion,
    documentGeneration: document.generation,
    quarantineMs,
  };
}

/** Registers an invalidation, or takes up the one there is. */
export function register(
  transaction: Transaction,
  rules: StoreRules,
  request: RegisterRequest,
): Registration {
  const { tables, nowMs } = transaction;
  const { companyId, documentId, directUntilMs } = request;
  const key = keyOf(companyId, documentId);
  const document = tables.documents.get(key)?.record;
  if (document === undefined) throw new Error('a document to be invalidated is missing');
  const existing = tables.invalidations.get(key) ?? null;
  if (existing !== null && rules.isInvalidationLeased(existing, nowMs))
    return { kind: 'busy', record: toldInvalidation(existing) };
  const sight = { tables, nowMs, rules: { ...rules, isSeen: rules.isSeenByInvalidation } };
  const standing = standingOf(sight, { companyId, documentId, without: null });
  const isAdjustedByNotes = document.tipoDte === '03';
  const cancellable = { state: document.state, isAdjustedByNotes, standing, directUntilMs };
  const choice = chooseCancellation(cancellable, request.nowMs);
  if (choice.kind !== 'direct' && choice.kind !== 'resume') return { kind: 'changed' };
  if (existing !== null && request.waited && isResultFor(request, existing))
    return { kind: 'settled', record: toldInvalidation(existing) };
  const row = takenUp(rules, request, existing) ?? written(request, document.ambiente, existing);
  if (row === null) return { kind: 'needs_event' };
  const leaseUntilMs = nowMs + request.leaseMs;
  const leased = { ...row, leaseUntilMs, nextAttemptMs: leaseUntilMs, fence: row.fence + 1, takings: 0 };
  putInvalidation(transaction, leased);
  return { kind: 'held', invalidation: toHeldInvalidation(transaction, leased, rules) };
}

function isResultFor({ event, hasOwnData }: RegisterRequest, existing: InvalidationRow): boolean {
  return event === null ? !hasOwnData : sameInvalidacion(event.draft, existing.draft);
}

/** The event that goes on as it is; null where the request's own takes its place. */
function takenUp(
  { mayReplaceEvent }: StoreRules,
  { event, hasOwnData }: RegisterRequest,
  existing: InvalidationRow | null,
): InvalidationRow | null {
  if (existing === null) return null;
  const goesOn = existing.record.state === 'open' && event === null && !hasOwnData;
  return goesOn || !mayReplaceEvent(existing.attempts) ? openAgain(existing) : null;
}

/** Whoever asks for it again does so while its bytes may be sealed: it has no verdict any more. */
function openAgain(row: InvalidationRow): InvalidationRow {
  if (!row.doubted) return row;
  const words = { codigoMsg: '', message: '', observaciones: [] };
  return { ...row, doubted: false, record: { ...row.record, ...words } };
}

/** The request's own event, in a row without a lease; null where it has none. */
function written(
  { companyId, documentId, event }: RegisterRequest,
  ambiente: InvalidationRow['ambiente'],
  existing: InvalidationRow | null,
): InvalidationRow | null {
  if (event === null) return null;
  return {
    companyId,
    documentId,
    ambiente: existing?.ambiente ?? ambiente,
    record: openRecord(event),
    doubted: false,
    draft: event.draft,
    requestedMs: event.requestedMs,
    leaseUntilMs: null,
    fence: existing?.fence ?? 0,
    nextAttemptMs: null,
    tries: 0,
    takings: 0,
    attempts: existing?.attempts ?? [],
  };
}

function openRecord({ generation, codigoGeneracion }: NewInvalidation): InvalidationRecord {
  return {
    state: 'open',
    generation,
    codigoGeneracion,
    selloRecibido: null,
    codigoMsg: '',
    message: '',
    observaciones: [],
  };
}

/** Writes the verdict, closes its bytes and ends the lease; null where the invalidation has a verdict already. */
export function settleInvalidation(
  transaction: Transaction,
  row: InvalidationRow,
  verdict: InvalidationVerdict,
): InvalidationRecord | null {
  if (row.record.state !== 'open') return null;
  const doubted = verdict.kind === 'rejected' && verdict.doubtedMs !== null;
  const record = { ...row.record, ...wordsOf(verdict), ...(doubted && { state: 'open' as const }) };
  const retryMs = retryMsOf(verdict);
  const settled = {
    ...row,
    record,
    doubted,
    leaseUntilMs: null,
    takings: 0,
    tries: record.state === 'open' ? row.tries + 1 : 0,
    nextAttemptMs: retryMs === null ? null : transaction.nowMs + retryMs,
    attempts: attemptsAfter(verdict, row, doubted),
  };
  putInvalidation(transaction, settled);
  return toldInvalidation(settled);
}

function retryMsOf(verdict: InvalidationVerdict): number | null {
  if (verdict.kind === 'silence') return verdict.retryMs;
  return verdict.kind === 'rejected' ? verdict.doubtedMs : null;
}

function attemptsAfter(
  verdict: InvalidationVerdict,
  row: InvalidationRow,
  doubted: boolean,
): readonly EventBytes[] {
  if (verdict.kind === 'silence') return row.attempts;
  return doubted
    ? changed(row.attempts, row.attempts.at(-1)?.number, (bytes) =>
        bytes.outcome === 'unknown'
          ? { ...bytes, sends: bytes.sends - 1, lastSentMs: bytes.earlierSentMs ?? bytes.lastSentMs }
          : null,
      )
    : closedBy(verdict, row);
}

/** Bytes that were refused because somebody else had been faster are no sealed ones. */
function closedBy(
  verdict: Exclude<InvalidationVerdict, { kind: 'silence' }>,
  { attempts }: InvalidationRow,
): readonly EventBytes[] {
  const outcome = verdict.kind === 'sealed' && verdict.ours ? 'sealed' : 'rejected';
  return changed(attempts, attempts.at(-1)?.number, settledAs(outcome));
}

/** An attempt of an invalidation as its holder sees it. */
export function seenBytes(
  { signedMs: _, lastSentMs: _last, earlierSentMs, ...bytes }: EventBytes,
  nowMs: number,
): InvalidationBytes {
  return { ...bytes, earlierAgoMs: earlierSentMs === null ? null : nowMs - earlierSentMs };
}

/** The invalidation as anybody is told of it: a rejection is told when it comes, also while it is in doubt. */
export function toldInvalidation({ record, doubted }: InvalidationRow): InvalidationRecord {
  return doubted ? { ...record, state: 'rejected' } : record;
}

function wordsOf(verdict: InvalidationVerdict): Partial<InvalidationRecord> {
  switch (verdict.kind) {
    case 'sealed': {
      const { selloRecibido, codigoMsg, message } = verdict;
      return { state: 'sealed', selloRecibido, codigoMsg, message, observaciones: [] };
    }
    case 'rejected': {
      const { codigoMsg, descripcionMsg: message, observaciones } = verdict.rejection;
      return { state: 'rejected', codigoMsg, message, observaciones };
    }
    case 'silence':
      return {
        codigoMsg: '',
        message: silenceText('invalidation', verdict.cause === 'sign_in_refused'),
        observaciones: [],
      };
  }
}
