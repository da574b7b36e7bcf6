import { processingTimeMs } from '../../../src/core/calendar/processing-time.ts';
import type { Ambiente } from '../../../src/core/dte/kinds.ts';
import type { Offline, TakeRequest, Taking } from '../../../src/operations/background/ports.ts';
import type { Lease } from '../../../src/operations/documents/ports.ts';
import type {
  HeldInvalidation,
  InvalidationBytes,
  InvalidationStore,
  InvalidationSubject,
} from '../../../src/operations/invalidations/ports.ts';
import { refuseStanding } from './clock.ts';
import { type Connected, inTransaction } from './connected.ts';
import {
  putInvalidation,
  register,
  seenBytes,
  settleInvalidation,
  toHeldInvalidation,
  toldInvalidation,
} from './invalidations.ts';
import { isPast, nextDueMs, taken } from './leased-rows.ts';
import type { Database } from './rules.ts';
import { createSimulatedSending, type EventTable, writesOf } from './simulated-sending.ts';
import { standingOf } from './standings.ts';
import { type InvalidationRow, keyOf, type Transaction } from './tables.ts';

/** The port of the invalidations over tables in memory, as PostgreSQL carries it out. */
export function createSimulatedInvalidations(connected: Connected): InvalidationStore {
  const { database, session } = connected;
  const table = invalidationsOf(database);
  return {
    subject: (companyId, documentId) =>
      session.run('subject', () => subjectOf(database, companyId, documentId)),
    register: (request) =>
      inTransaction(connected, 'register', (transaction) => {
        const registration = register(transaction, database.rules, request);
        if (registration.kind === 'held') refuseStanding(database, connected.clock);
        return registration;
      }),
    take: (request) =>
      inTransaction(connected, 'take invalidation', (transaction) => {
        const taking = take(transaction, database, request);
        if (taking.kind !== 'gone') refuseStanding(database, connected.clock);
        return taking;
      }),
    ...createSimulatedSending(connected, table),
    settle: (lease, verdict) =>
      writesOf(connected, table)(`settle: ${verdict.kind}`, lease, (transaction, row) =>
        settleInvalidation(transaction, row, verdict),
      ),
    wake: (companyId, ambiente, withinMs) =>
      inTransaction(connected, 'wake invalidations', (transaction) => {
        wake(transaction, { companyId, ambiente, withinMs });
      }),
  };
}

/** The seal's instant is the authority's own word; where it said none, when the seal came to us. */
function subjectOf(database: Database, companyId: string, documentId: string): InvalidationSubject | null {
  const { tables, rules } = database;
  const key = keyOf(companyId, documentId);
  const document = tables.documents.get(key);
  if (document === undefined) return null;
  const { draft, processedAt, settledMs } = document;
  const existing = tables.invalidations.get(key);
  const told = processedAt === null ? null : processingTimeMs(processedAt);
  return {
    draft,
    sealedMs: told ?? (settledMs === null ? null : database.wallMs(settledMs)),
    standing: standingOf(
      { tables, rules, nowMs: database.nowMs() },
      { companyId, documentId, without: null },
    ),
    invalidation: existing === undefined ? null : toldInvalidation(existing),
  };
}

/** The invalidations as their lease holders write them. */
function invalidationsOf({
  tables,
  rules,
  onInvalidationWrite: onWrite,
}: Database): EventTable<Lease, InvalidationRow, InvalidationBytes> {
  return {
    of: 'invalidation',
    heldRow(lease) {
      const row = tables.invalidations.get(keyOf(lease.companyId, lease.documentId));
      return row !== undefined && rules.holdsInvalidation(row, lease.fence) ? row : null;
    },
    isOpen: ({ record }) => record.state === 'open',
    codeOf: ({ record }) => record.codigoGeneracion,
    put: putInvalidation,
    seen: seenBytes,
    ...(onWrite === undefined ? {} : { onWrite }),
  };
}

function take(transaction: Transaction, database: Database, request: TakeRequest): Taking<HeldInvalidation> {
  const row = transaction.tables.invalidations.get(keyOf(request.companyId, request.documentId));
  if (row?.record.state !== 'open' || !isDue(database, row)) return { kind: 'gone' };
  if (row.takings >= request.mostTakings) {
    putInvalidation(transaction, { ...row, nextAttemptMs: null });
    return { kind: 'put_aside' };
  }
  const leased = taken(row, transaction.nowMs, request.leaseMs);
  putInvalidation(transaction, leased);
  return { kind: 'held', held: toHeldInvalidation(transaction, leased, database.rules) };
}

function isDue({ rules, nowMs }: Database, row: InvalidationRow): boolean {
  return isPast(row, nowMs()) && !rules.isInvalidationLeased(row, nowMs());
}

/** Spread over the time; nothing comes later than it would have. */
function wake(
  transaction: Transaction,
  {
    companyId,
    ambiente,
    withinMs,
  }: { readonly companyId: string; readonly ambiente: Ambiente; readonly withinMs: number },
): void {
  const waiting = [...transaction.tables.invalidations.values()].filter(
    (row) => row.companyId === companyId && row.ambiente === ambiente && row.nextAttemptMs !== null,
  );
  for (const [place, row] of waiting.entries()) {
    const soonMs = transaction.nowMs + (withinMs * place) / waiting.length;
    putInvalidation(transaction, { ...row, nextAttemptMs: Math.min(row.nextAttemptMs ?? soonMs, soonMs) });
  }
}

export interface DueInvalidations {
  readonly due: readonly InvalidationRow[];
  /** The first instant at which one may be; null where none will be. */
  readonly nextMs: number | null;
}

/** The invalidations that are due; none of accounts that are offline. */
export function dueInvalidations(database: Database, offline?: Pick<Offline, 'accounts'>): DueInvalidations {
  const waiting = [...database.tables.invalidations.values()].filter(
    ({ companyId, ambiente, nextAttemptMs }) =>
      nextAttemptMs !== null &&
      offline?.accounts.some((one) => one.companyId === companyId && one.ambiente === ambiente) !== true,
  );
  return {
    due: waiting.filter((row) => isDue(database, row)),
    nextMs: nextDueMs(waiting),
  };
}
