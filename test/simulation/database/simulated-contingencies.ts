import type {
  ContingencyStore,
  DueContingency,
  EventLease,
} from '../../../src/operations/contingencies/ports.ts';
import { type Connected, inTransaction } from './connected.ts';
import {
  countUnreported,
  documentsOf,
  formalDocuments,
  isInDoubt,
  openEvent,
  putEvent,
  toHeldEvent,
} from './events.ts';
import type { Database } from './rules.ts';
import { type EventRow, keyOf, putDocument, type ReportRow, type Transaction } from './tables.ts';

/** How long a document of a sealed event leaves the first word to the event. */
const EVENT_FIRST_MS = 5 * 60_000;
const AFTER_LEASE_MS = 10_000;

/** The port of the contingencies over tables in memory, as PostgreSQL carries it out. */
export function createSimulatedContingencies(connected: Connected): ContingencyStore {
  const { rules } = connected.database;
  const run = <T>(what: string, work: (transaction: Transaction) => T): Promise<T> =>
    inTransaction(connected, what, work);
  return {
    unreported: (companyId, ambiente, quarantineMs) =>
      run('unreported', (transaction) =>
        countUnreported(transaction, { companyId, ambiente, quarantineMs }, rules),
      ),
    open: (event, clocks) =>
      run('open event', (transaction) => openEvent(transaction, { event, clocks }, rules)),
    take: (companyId, eventId, leaseMs) =>
      run('take event', (transaction) => take(transaction, keyOf(companyId, eventId), leaseMs)),
    ...reportMethods(connected),
    ...transmissionMethods(connected),
  };
}

function take(transaction: Transaction, key: string, leaseMs: number) {
  const { tables, nowMs } = transaction;
  const event = tables.events.get(key);
  if (event === undefined || !isDue(event, nowMs)) return null;
  const leaseUntilMs = nowMs + leaseMs;
  const taken = {
    ...event,
    fence: event.fence + 1,
    leaseUntilMs,
    nextAttemptMs: leaseUntilMs + AFTER_LEASE_MS,
  };
  putEvent(transaction, taken);
  return toHeldEvent(transaction, taken);
}

function isDue({ nextAttemptMs, leaseUntilMs }: EventRow, nowMs: number): boolean {
  return nextAttemptMs !== null && nextAttemptMs <= nowMs && (leaseUntilMs === null || leaseUntilMs <= nowMs);
}

type ReportMethods = Pick<
  ContingencyStore,
  'recordReport' | 'recordResend' | 'closeReport' | 'seal' | 'reject'
>;
type TransmissionMethods = Pick<
  ContingencyStore,
  'postpone' | 'waiting' | 'bringForward' | 'noteWarning' | 'finish'
>;

/** What a lease holder writes about the bytes of an event, and about what was said to them. */
function reportMethods({ database, session }: Connected): ReportMethods {
  const changed = writesOf({ database, session });
  const last = ({ reports }: EventRow, outcome: ReportRow['outcome']) =>
    reports.map((report, index) => (index === reports.length - 1 ? { ...report, outcome } : report));
  return {
    recordReport: (lease, jws) =>
      changed('recordReport', lease, ({ nowMs }, event) => {
        const number = (event.reports.at(-1)?.number ?? 0) + 1;
        const { codigoGeneracion } = event;
        const report = {
          number,
          codigoGeneracion,
          jws,
          outcome: 'unknown',
          sends: 1,
          signedMs: nowMs,
        } as const;
        return { ...event, reports: [...event.reports, report] };
      }),
    recordResend: (lease, attempt) =>
      changed('recordResend of the event', lease, (_, event) => ({
        ...event,
        reports: event.reports.map((one) =>
          one.number === attempt ? { ...one, sends: one.sends + 1 } : one,
        ),
      })),
    closeReport: (lease, attempt) =>
      changed('closeReport', lease, (_, event) => ({
        ...event,
        reports: event.reports.map((one) =>
          one.number === attempt && one.outcome === 'unknown' ? { ...one, outcome: 'not_delivered' } : one,
        ),
      })),
    seal: (lease, { selloRecibido, transmitMs }) =>
      changed('seal', lease, (transaction, event) =>
        sealed(
          transaction,
          { ...event, selloRecibido, reports: last(event, 'sealed') },
          {
            transmitMs,
            wallMs: database.wallMs,
          },
        ),
      ),
    reject: (lease, { codigoGeneracion, retryMs }) =>
      changed('reject', lease, ({ nowMs }, event) => ({
        ...event,
        codigoGeneracion,
        reports: last(event, 'rejected'),
        tries: event.tries + 1,
        leaseUntilMs: null,
        nextAttemptMs: nowMs + retryMs,
      })),
  };
}

/** The clock of the documents begins with the first sending of bytes that were not rejected. */
function sealed(
  transaction: Transaction,
  event: EventRow,
  { transmitMs, wallMs }: { readonly transmitMs: number; readonly wallMs: Database['wallMs'] },
): EventRow {
  const { tables, nowMs } = transaction;
  const sent = event.reports.filter(({ outcome }) => outcome !== 'rejected').map(({ signedMs }) => signedMs);
  const transmitUntilMs = sent.length === 0 ? null : wallMs(Math.min(...sent)) + transmitMs;
  for (const row of documentsOf(tables, event))
    putDocument(transaction, {
      ...row,
      transmitUntilMs,
      nextAttemptMs: row.nextAttemptMs === null ? null : Math.max(row.nextAttemptMs, nowMs + EVENT_FIRST_MS),
    });
  return { ...event, transmitUntilMs, warned: 0, tries: 0, leaseUntilMs: null, nextAttemptMs: nowMs };
}

/** How a sealed event brings its documents on, and any event its next time. */
function transmissionMethods({ database, session }: Connected): TransmissionMethods {
  const changed = writesOf({ database, session });
  const { tables, rules } = database;
  return {
    postpone: async (lease, retryMs) =>
      void (await changed('postpone', lease, ({ nowMs }, event) => ({
        ...event,
        tries: event.tries + 1,
        leaseUntilMs: null,
        nextAttemptMs: nowMs + retryMs,
      }))),
    waiting: (lease, limit) =>
      session.run('waiting', () => {
        const own = documentsOf(tables, lease);
        const flying = own.filter(({ record: { state } }) => state === 'claimed' || state === 'in_flight');
        const waiting = own
          .filter(({ record, nextAttemptMs }) => record.state === 'contingency' && nextAttemptMs !== null)
          .toSorted((a, b) => a.record.postedMs - b.record.postedMs);
        const free = waiting
          .filter((row) => !rules.isLeased(row, database.nowMs()) && !isInDoubt(tables, row))
          .slice(0, limit)
          .map(({ record: { companyId, documentId } }) => ({ companyId, documentId }));
        return { open: waiting.length + flying.length, free };
      }),
    bringForward: async (lease, documents) =>
      void (await changed('bringForward', lease, (transaction, event) => {
        for (const row of documentsOf(tables, lease))
          if (documents.some(({ documentId }) => documentId === row.record.documentId))
            putDocument(transaction, { ...row, nextAttemptMs: transaction.nowMs });
        return event;
      })),
    noteWarning: async (lease, warned) =>
      void (await changed('noteWarning', lease, (_, event) => ({ ...event, warned }))),
    finish: async (lease) =>
      void (await changed('finish', lease, (_, event) => ({
        ...event,
        leaseUntilMs: null,
        nextAttemptMs: null,
      }))),
  };
}

/** Transactions of an event's lease holder; false, and nothing written, where the lease is somebody else's. */
function writesOf({ database, session }: Pick<Connected, 'database' | 'session'>) {
  const { tables } = database;
  return (
    what: string,
    lease: EventLease,
    change: (transaction: Transaction, event: EventRow) => EventRow,
  ): Promise<boolean> =>
    inTransaction({ database, session }, what, (transaction) => {
      const event = tables.events.get(keyOf(lease.companyId, lease.eventId));
      if (event === undefined || String(event.fence) !== lease.fence) return false;
      putEvent(transaction, change(transaction, event));
      return true;
    });
}

/** The events that are due and the companies that are to have one, and otherwise the first instant of either. */
export function dueContingencies({ tables, rules, nowMs }: Database): {
  readonly due: readonly DueContingency[];
  readonly nextMs: number | null;
} {
  const events = [...tables.events.values()];
  const due = events
    .filter((event) => isDue(event, nowMs()))
    .map(({ companyId, ambiente, eventId }) => ({ companyId, ambiente, eventId }));
  const waiting = new Map<string, DueContingency>();
  for (const { record } of formalDocuments(tables, rules)) {
    const { companyId, ambiente } = record;
    waiting.set(keyOf(companyId, ambiente), { companyId, ambiente, eventId: null });
  }
  const times = events.flatMap(({ nextAttemptMs, leaseUntilMs }) =>
    nextAttemptMs === null ? [] : [Math.max(nextAttemptMs, leaseUntilMs ?? 0)],
  );
  return { due: [...due, ...waiting.values()], nextMs: times.length === 0 ? null : Math.min(...times) };
}
