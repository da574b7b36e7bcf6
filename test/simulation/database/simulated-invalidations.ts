import { processingTimeMs } from '../../../src/core/calendar/processing-time.ts';
import type { Ambiente } from '../../../src/core/dte/kinds.ts';
import type { Offline } from '../../../src/operations/background/ports.ts';
import type {
  HeldInvalidation,
  InvalidationLease,
  InvalidationStore,
  InvalidationSubject,
  InvalidationTaking,
  TakeInvalidation,
} from '../../../src/operations/invalidations/ports.ts';
import { type Connected, inTransaction } from './connected.ts';
import { putInvalidation, register, settleInvalidation, toHeldInvalidation } from './invalidations.ts';
import type { Database } from './rules.ts';
import { standingOf } from './standings.ts';
import { type InvalidationRow, keyOf, type Transaction } from './tables.ts';

/** The port of the invalidations over tables in memory, as PostgreSQL carries it out. */
export function createSimulatedInvalidations(connected: Connected): InvalidationStore {
  const { database, session } = connected;
  return {
    subject: (companyId, documentId) =>
      session.run('subject', () => subjectOf(database, companyId, documentId)),
    register: (request) =>
      inTransaction(connected, 'register', (transaction) => register(transaction, database.rules, request)),
    take: (request) =>
      inTransaction(connected, 'take invalidation', (transaction) => take(transaction, database, request)),
    ...byteMethods(connected),
    ...leaseMethods(connected),
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
  const told = processedAt === null ? null : processingTimeMs(processedAt);
  return {
    draft,
    sealedMs: told ?? (settledMs === null ? null : database.wallMs(settledMs)),
    standing: standingOf(
      { tables, rules, nowMs: database.nowMs() },
      { companyId, documentId, without: null },
    ),
    invalidation: tables.invalidations.get(key)?.record ?? null,
  };
}

type ByteMethods = Pick<InvalidationStore, 'recordAttempt' | 'recordResend' | 'closeAttempt'>;
type LeaseMethods = Pick<InvalidationStore, 'renew' | 'settle' | 'release'>;

/** What a lease holder writes about bytes. */
function byteMethods(connected: Connected): ByteMethods {
  const write = writesOf(connected);
  const held = (
    what: string,
    lease: InvalidationLease,
    work: (row: InvalidationRow, nowMs: number) => InvalidationRow | null,
  ): Promise<HeldInvalidation | null> =>
    write(what, lease, (transaction, row) => {
      const changed = work(row, transaction.nowMs);
      if (changed === null) return null;
      putInvalidation(transaction, changed);
      return toHeldInvalidation(transaction, changed);
    });
  return {
    recordAttempt: (lease, jws, leaseMs) =>
      held('recordAttempt of the invalidation', lease, (row, nowMs) => {
        const renewed = renew(row, nowMs + leaseMs);
        const number = (row.attempts.at(-1)?.number ?? 0) + 1;
        const { codigoGeneracion } = row.record;
        const attempt = { number, codigoGeneracion, jws, outcome: 'unknown', sends: 1 } as const;
        return renewed && { ...renewed, attempts: [...row.attempts, attempt] };
      }),
    recordResend: (lease, attempt, leaseMs) =>
      held('recordResend of the invalidation', lease, (row, nowMs) => {
        const renewed = renew(row, nowMs + leaseMs);
        return renewed && countResend(renewed, attempt);
      }),
    closeAttempt: (lease) =>
      held('closeAttempt of the invalidation', lease, (row) => ({
        ...row,
        attempts: row.attempts.map((one) =>
          one.outcome === 'unknown' ? { ...one, outcome: 'not_delivered' } : one,
        ),
      })),
  };
}

/** Null where the invalidation has a verdict. */
function renew(row: InvalidationRow, leaseUntilMs: number): InvalidationRow | null {
  return row.record.state === 'open' ? { ...row, leaseUntilMs } : null;
}

/** Sendings that are known not to have left no longer count. */
function countResend(row: InvalidationRow, number: number): InvalidationRow {
  if (row.attempts.every((attempt) => attempt.number !== number))
    throw new Error(`attempt ${number} to invalidate document ${row.documentId} is missing`);
  const attempts = row.attempts.map((attempt) => {
    if (attempt.number !== number) return attempt;
    const sends = attempt.outcome === 'unknown' ? attempt.sends + 1 : 1;
    return { ...attempt, sends, outcome: 'unknown' as const };
  });
  return { ...row, attempts };
}

/** How a lease holder goes on, and ends. */
function leaseMethods(connected: Connected): LeaseMethods {
  const write = writesOf(connected);
  return {
    renew: async (lease, leaseMs) => {
      const kept = await write('renew of the invalidation', lease, (transaction, row) => {
        const renewed = renew(row, transaction.nowMs + leaseMs);
        if (renewed !== null) putInvalidation(transaction, renewed);
        return renewed !== null;
      });
      return kept === true;
    },
    settle: (lease, verdict) =>
      write(`settle of the invalidation: ${verdict.kind}`, lease, (transaction, row) =>
        settleInvalidation(transaction, row, verdict),
      ),
    release: async (lease, retryMs) =>
      void (await write('release of the invalidation', lease, (transaction, row) => {
        if (row.record.state !== 'open' || row.leaseUntilMs === null) return;
        const nextAttemptMs = transaction.nowMs + retryMs;
        putInvalidation(transaction, {
          ...row,
          nextAttemptMs,
          leaseUntilMs: null,
          tries: row.tries + 1,
          takings: 0,
        });
      })),
  };
}

/** A transaction of a lease holder; null, and nothing written, where the lease is somebody else's. */
function writesOf(connected: Connected) {
  const { database } = connected;
  const { tables, rules } = database;
  return <T>(
    what: string,
    lease: InvalidationLease,
    work: (transaction: Transaction, row: InvalidationRow) => T,
  ): Promise<T | null> =>
    inTransaction(connected, what, (transaction) => {
      const row = tables.invalidations.get(keyOf(lease.companyId, lease.documentId));
      if (row === undefined || !rules.holdsInvalidation(row, lease.fence)) return null;
      const result = work(transaction, row);
      database.onInvalidationWrite?.(lease, row);
      return result;
    });
}

/** The next time is set before the work begins: whoever does not come back has it backed off already. */
function take(transaction: Transaction, database: Database, request: TakeInvalidation): InvalidationTaking {
  const row = transaction.tables.invalidations.get(keyOf(request.companyId, request.documentId));
  if (row?.record.state !== 'open' || !isDue(database, row)) return { kind: 'gone' };
  if (row.takings >= request.mostTakings) {
    putInvalidation(transaction, { ...row, nextAttemptMs: null });
    return { kind: 'put_aside' };
  }
  const leaseUntilMs = transaction.nowMs + request.leaseMs;
  const taken = {
    ...row,
    leaseUntilMs,
    fence: row.fence + 1,
    takings: row.takings + 1,
    nextAttemptMs: leaseUntilMs + Math.min(10 * 2 ** row.takings, 600) * 1000,
  };
  putInvalidation(transaction, taken);
  return { kind: 'held', invalidation: toHeldInvalidation(transaction, taken) };
}

function isDue({ rules, nowMs }: Database, row: InvalidationRow): boolean {
  return (
    row.nextAttemptMs !== null && row.nextAttemptMs <= nowMs() && !rules.isInvalidationLeased(row, nowMs())
  );
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
  const times = waiting.map(({ nextAttemptMs, leaseUntilMs }) =>
    Math.max(nextAttemptMs ?? 0, leaseUntilMs ?? 0),
  );
  return {
    due: waiting.filter((row) => isDue(database, row)),
    nextMs: times.length === 0 ? null : Math.min(...times),
  };
}
