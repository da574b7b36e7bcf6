import type { DocumentState } from '../../../src/core/issuing/states.ts';
import type { TakeRequest, Taking, WorkStore } from '../../../src/operations/work-ports.ts';
import type { Database } from './rules.ts';
import type { Connected } from './simulated-store.ts';
import {
  type DocumentRow,
  keyOf,
  putDocument,
  type Tables,
  type Transaction,
  toHeld,
  transact,
} from './tables.ts';

const OPEN_STATES: readonly DocumentState[] = ['claimed', 'in_flight', 'contingency'];

/** The background's side of the simulated tables. */
export function createSimulatedWork({ database, clock, session }: Connected): WorkStore {
  const { tables } = database;
  return {
    take: (request) =>
      session.run('take', (commits) =>
        transact({ tables, commits, nowMs: database.nowMs() }, (transaction) =>
          take(transaction, { database, request, monotonicMs: clock.monotonic() }),
        ),
      ),
    wake: (companyId, ambiente, withinMs) =>
      session.run('wake', (commits) =>
        transact({ tables, commits, nowMs: database.nowMs() }, (transaction) => {
          for (const row of tables.documents.values())
            if (row.record.companyId === companyId && row.record.ambiente === ambiente)
              wake(transaction, row, withinMs);
        }),
      ),
  };
}

interface Take {
  readonly database: Database;
  readonly request: TakeRequest;
  readonly monotonicMs: number;
}

function take(transaction: Transaction, { database, request, monotonicMs }: Take): Taking {
  const { tables, nowMs } = transaction;
  const row = tables.documents.get(keyOf(request.companyId, request.documentId));
  if (row === undefined || !isFree(database, row)) return { kind: 'gone' };
  if (request.early !== true && !isDue(database, row)) return { kind: 'gone' };
  if (row.takings >= request.mostTakings) {
    putDocument(transaction, { ...row, nextAttemptMs: null });
    return { kind: 'put_aside', record: row.record };
  }
  const leaseUntilMs = nowMs + request.leaseMs;
  const taken = {
    ...row,
    fence: row.fence + 1,
    takings: row.takings + 1,
    leaseHolder: null,
    leaseUntilMs,
    nextAttemptMs: leaseUntilMs + Math.min(10 * 2 ** row.takings, 600) * 1000,
  };
  putDocument(transaction, taken);
  return {
    kind: 'held',
    document: toHeld(transaction, taken, { monotonicMs, isReported: database.rules.isReported }),
  };
}

function isDue(database: Database, row: DocumentRow): boolean {
  return isFree(database, row) && row.nextAttemptMs !== null && row.nextAttemptMs <= database.nowMs();
}

/** Without a verdict, not put aside, and held by nobody. */
function isFree({ rules, nowMs }: Database, row: DocumentRow): boolean {
  const open = OPEN_STATES.includes(row.record.state);
  return open && row.nextAttemptMs !== null && !rules.isLeased(row, nowMs());
}

/** Spread over the time by the number of tries, so that it needs no chance of its own. */
function wake(transaction: Transaction, row: DocumentRow, withinMs: number): void {
  if (row.record.state !== 'contingency' || row.nextAttemptMs === null || row.declared !== null) return;
  const soon = transaction.nowMs + (withinMs * (row.tries % 4)) / 4;
  putDocument(transaction, { ...row, nextAttemptMs: Math.min(row.nextAttemptMs, soon) });
}

/** The documents that are due, and otherwise the first instant at which one may be; null where none will be. */
export function dueDocuments(database: Database): {
  readonly due: readonly DocumentRow[];
  readonly nextMs: number | null;
} {
  const open = openDocuments(database.tables);
  const times = open.flatMap(({ nextAttemptMs, leaseUntilMs }) =>
    nextAttemptMs === null ? [] : [Math.max(nextAttemptMs, leaseUntilMs ?? 0)],
  );
  return {
    due: open.filter((row) => isDue(database, row)),
    nextMs: times.length === 0 ? null : Math.min(...times),
  };
}

function openDocuments({ documents }: Tables): readonly DocumentRow[] {
  return [...documents.values()].filter(({ record }) => OPEN_STATES.includes(record.state));
}
