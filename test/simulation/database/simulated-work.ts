import type { Ambiente } from '../../../src/core/dte/kinds.ts';
import { OPEN_STATES } from '../../../src/core/submitting/states.ts';
import type {
  Offline,
  TakenDocument,
  TakeRequest,
  WorkStore,
} from '../../../src/operations/background/ports.ts';
import type { StoreClock } from '../../../src/storage/documents/numbering.ts';
import { refuseStanding } from './clock.ts';
import { type Connected, inTransaction } from './connected.ts';
import { isInDoubt } from './events.ts';
import { isPast, nextDueMs, taken } from './leased-rows.ts';
import type { Database } from './rules.ts';
import { type DocumentRow, keyOf, putDocument, type Tables, type Transaction, toHeld } from './tables.ts';

/** The background's side of the simulated tables. */
export function createSimulatedWork(connected: Connected): WorkStore {
  const { database, clock } = connected;
  return {
    take: (request) =>
      inTransaction(connected, 'take', (transaction) => take(transaction, { database, request, clock })),
    wake: (companyId, ambiente, withinMs) =>
      inTransaction(connected, 'wake', (transaction) => {
        wake(transaction, { companyId, ambiente, withinMs });
      }),
  };
}

function take(
  transaction: Transaction,
  {
    database,
    request,
    clock,
  }: { readonly database: Database; readonly request: TakeRequest; readonly clock: StoreClock },
): TakenDocument {
  const { tables, nowMs } = transaction;
  const row = tables.documents.get(keyOf(request.companyId, request.documentId));
  if (row === undefined || !isFree(database, row)) return { kind: 'gone' };
  if (request.early !== true && !isDue(database, row)) return { kind: 'gone' };
  refuseStanding(database, clock);
  const monotonicMs = clock.monotonic();
  if (row.takings >= request.mostTakings) {
    putDocument(transaction, { ...row, nextAttemptMs: null });
    return { kind: 'put_aside', record: row.record };
  }
  const leased = { ...taken(row, nowMs, request.leaseMs), leaseHolder: null };
  putDocument(transaction, leased);
  return {
    kind: 'held',
    held: toHeld(transaction, leased, { monotonicMs, rules: database.rules }),
  };
}

function isDue(database: Database, row: DocumentRow): boolean {
  return isFree(database, row) && isPast(row, database.nowMs());
}

/** Without a verdict, not put aside, and held by nobody. */
function isFree({ rules, nowMs }: Database, row: DocumentRow): boolean {
  const open = OPEN_STATES.includes(row.record.state);
  return open && row.nextAttemptMs !== null && !rules.isLeased(row, nowMs());
}

/** Spread over the time in the order of their issue. */
function wake(
  transaction: Transaction,
  {
    companyId,
    ambiente,
    withinMs,
  }: { readonly companyId: string; readonly ambiente: Ambiente; readonly withinMs: number },
): void {
  const waiting = [...transaction.tables.documents.values()]
    .filter(({ record }) => record.companyId === companyId && record.ambiente === ambiente)
    .filter(
      (row) => row.record.state === 'contingency' && row.nextAttemptMs !== null && row.declared === null,
    )
    .toSorted(
      ({ record: a }, { record: b }) => a.postedMs - b.postedMs || (a.documentId < b.documentId ? -1 : 1),
    );
  for (const [place, row] of waiting.entries()) {
    const soonMs = transaction.nowMs + (withinMs * place) / Math.max(1, waiting.length - 1);
    if (row.nextAttemptMs !== null && row.nextAttemptMs > transaction.nowMs)
      putDocument(transaction, { ...row, nextAttemptMs: Math.min(row.nextAttemptMs, soonMs) });
  }
}

export interface DueNow {
  readonly due: readonly DocumentRow[];
  /** The first instant at which one may be; null where none will be. */
  readonly nextMs: number | null;
}

/** The documents that are due; of accounts that are offline, those that need no answer. */
export function dueDocuments(database: Database, offline?: Offline): DueNow {
  const open = openDocuments(database.tables).filter((row) => !waitsForAnswer(database, row, offline));
  return {
    due: open.filter((row) => isDue(database, row)),
    nextMs: nextDueMs(open),
  };
}

function waitsForAnswer({ tables, nowMs }: Database, row: DocumentRow, offline?: Offline): boolean {
  const { record, declared, contingencySinceMs } = row;
  const isOffline = offline?.accounts.some(
    ({ companyId, ambiente }) => companyId === record.companyId && ambiente === record.ambiente,
  );
  if (offline === undefined || isOffline !== true || record.state !== 'contingency') return false;
  const overdue = contingencySinceMs !== null && contingencySinceMs <= nowMs() - offline.quarantineMs;
  return declared !== null || !overdue || isInDoubt(tables, row);
}

function openDocuments({ documents }: Tables): readonly DocumentRow[] {
  return [...documents.values()].filter(({ record }) => OPEN_STATES.includes(record.state));
}
