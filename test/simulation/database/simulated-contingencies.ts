import type { Report } from '../../../src/core/submitting/next-event-step.ts';
import type { Offline } from '../../../src/operations/background/ports.ts';
import type {
  ContingencyStore,
  DueContingency,
  EventLease,
} from '../../../src/operations/contingencies/ports.ts';
import { refuseStanding } from './clock.ts';
import { type Connected, inTransaction } from './connected.ts';
import {
  countUnreported,
  documentsOf,
  formalDocuments,
  isInDoubt,
  openEvent,
  putEvent,
  seenReport,
  toHeldEvent,
  wasSentFormally,
} from './events.ts';
import { changed, isLeased, isPast, nextDueMs, settledAs, taken } from './leased-rows.ts';
import type { Database } from './rules.ts';
import { createSimulatedSending, type EventTable, writesOf } from './simulated-sending.ts';
import { type EventRow, keyOf, putDocument, type Transaction } from './tables.ts';

/** How long a document of a sealed event leaves the first word to the event. */
const EVENT_FIRST_MS = 5 * 60_000;

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
      run('take event', (transaction) => {
        const event = take(transaction, keyOf(companyId, eventId), leaseMs);
        if (event !== null) refuseStanding(connected.database, connected.clock);
        return event;
      }),
    wake: (companyId, ambiente) =>
      run('wake events', (transaction) => {
        const { tables, nowMs } = transaction;
        for (const event of tables.events.values())
          if (
            event.companyId === companyId &&
            event.ambiente === ambiente &&
            (event.nextAttemptMs ?? 0) > nowMs
          )
            putEvent(transaction, { ...event, nextAttemptMs: nowMs });
      }),
    ...createSimulatedSending(connected, eventsOf(connected)),
    ...verdictMethods(connected),
    ...transmissionMethods(connected),
  };
}

function take(transaction: Transaction, key: string, leaseMs: number) {
  const { tables, nowMs } = transaction;
  const event = tables.events.get(key);
  if (event === undefined || !isDue(event, nowMs)) return null;
  // Nobody counts who takes an event.
  const leased = { ...taken(event, nowMs, leaseMs), takings: 0 };
  putEvent(transaction, leased);
  return toHeldEvent(transaction, leased);
}

function isDue(event: EventRow, nowMs: number): boolean {
  return isPast(event, nowMs) && !isLeased(event, nowMs);
}

/** The events as their lease holders write them; there is no state to look at while somebody is to come back. */
function eventsOf({
  database: { tables },
}: Pick<Connected, 'database'>): EventTable<EventLease, EventRow, Report> {
  return {
    of: 'event',
    heldRow({ companyId, eventId, fence }) {
      const event = tables.events.get(keyOf(companyId, eventId));
      return event !== undefined && String(event.fence) === fence ? event : null;
    },
    isOpen: ({ nextAttemptMs }) => nextAttemptMs !== null,
    codeOf: ({ codigoGeneracion }) => codigoGeneracion,
    put: putEvent,
    seen: seenReport,
  };
}

type VerdictMethods = Pick<ContingencyStore, 'seal' | 'reject'>;
type TransmissionMethods = Pick<ContingencyStore, 'waiting' | 'bringForward' | 'noteWarning' | 'finish'>;

/** What a lease holder writes about what was said to the latest bytes. */
function verdictMethods(connected: Connected): VerdictMethods {
  const change = changesOf(connected);
  const { wallMs } = connected.database;
  const closed = ({ attempts }: EventRow, outcome: 'sealed' | 'rejected') =>
    changed(attempts, attempts.at(-1)?.number, settledAs(outcome));
  return {
    seal: (lease, { selloRecibido, transmitMs }) =>
      change('seal', lease, (transaction, event) => {
        const after = sealed(transaction, { ...event, selloRecibido }, { transmitMs, wallMs });
        putEvent(transaction, after);
        return { ...after, attempts: closed(event, 'sealed') };
      }),
    reject: (lease, { codigoGeneracion, retryMs }) =>
      change('reject', lease, ({ nowMs }, event) => ({
        ...event,
        codigoGeneracion,
        attempts: closed(event, 'rejected'),
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
  const sent = event.attempts.filter(({ outcome }) => outcome !== 'rejected').map(({ signedMs }) => signedMs);
  const transmitUntilMs = sent.length === 0 ? null : wallMs(Math.min(...sent)) + transmitMs;
  for (const row of documentsOf(tables, event).filter(({ record }) => record.state !== 'stamped'))
    putDocument(transaction, {
      ...row,
      transmitUntilMs,
      nextAttemptMs: row.nextAttemptMs === null ? null : Math.max(row.nextAttemptMs, nowMs + EVENT_FIRST_MS),
    });
  return { ...event, transmitUntilMs, warned: 0, tries: 0, leaseUntilMs: null, nextAttemptMs: nowMs };
}

/** How a sealed event brings its documents on, and any event its next time. */
function transmissionMethods(connected: Connected): TransmissionMethods {
  const change = changesOf(connected);
  const { database, session } = connected;
  const { tables, rules } = database;
  return {
    waiting: (lease, { limit, restMs }) =>
      session.run('waiting', () => {
        const own = documentsOf(tables, lease);
        const flying = own.filter(({ record: { state } }) => state === 'claimed' || state === 'in_flight');
        const waiting = own
          .filter(({ record, nextAttemptMs }) => record.state === 'contingency' && nextAttemptMs !== null)
          .toSorted((a, b) => a.record.postedMs - b.record.postedMs);
        const sinceMs = database.nowMs() - restMs;
        const free = waiting
          .filter((row) => !rules.isLeased(row, database.nowMs()) && !isInDoubt(tables, row))
          .filter((row) => !wasSentFormally(tables, row, sinceMs))
          .slice(0, limit)
          .map(({ record: { companyId, documentId } }) => ({ companyId, documentId }));
        return { open: waiting.length + flying.length, free };
      }),
    bringForward: async (lease, documents) =>
      void (await change('bringForward', lease, (transaction, event) => {
        for (const row of documentsOf(tables, lease))
          if (documents.some(({ documentId }) => documentId === row.record.documentId))
            putDocument(transaction, { ...row, nextAttemptMs: transaction.nowMs });
        return event;
      })),
    noteWarning: async (lease, warned) =>
      void (await change('noteWarning', lease, (_, event) => ({ ...event, warned }))),
    finish: async (lease) =>
      void (await change('finish', lease, (_, event) => ({
        ...event,
        leaseUntilMs: null,
        nextAttemptMs: null,
      }))),
  };
}

/** Changes of an event by its lease holder; false, and nothing written, where the lease is somebody else's. */
function changesOf(connected: Connected) {
  const write = writesOf(connected, eventsOf(connected));
  return async (
    what: string,
    lease: EventLease,
    after: (transaction: Transaction, event: EventRow) => EventRow,
  ): Promise<boolean> => {
    const kept = await write(what, lease, (transaction, event) => {
      putEvent(transaction, after(transaction, event));
      return true;
    });
    return kept === true;
  };
}

/** The events that are due and the companies that are to have one, and otherwise the first instant of either. */
export function dueContingencies(
  { tables, rules, nowMs }: Database,
  offline: Offline['accounts'] = [],
): {
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
    if (offline.some((one) => one.companyId === companyId && one.ambiente === ambiente)) continue;
    waiting.set(keyOf(companyId, ambiente), { companyId, ambiente, eventId: null });
  }
  return { due: [...due, ...waiting.values()], nextMs: nextDueMs(events) };
}
