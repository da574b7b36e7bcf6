import type { SendingStore } from '../../../src/operations/sending/ports.ts';
import { type Connected, inTransaction } from './connected.ts';
import {
  changed,
  type EventBytes,
  type EventRowOfBytes,
  eventResent,
  mattering,
  released,
  settledAs,
} from './leased-rows.ts';
import type { Transaction } from './tables.ts';

/** Events of one kind, and how their holders write them. */
export interface EventTable<Lease, Row, Bytes> {
  readonly of: string;
  /** Null where the lease is somebody else's. */
  heldRow(lease: Lease): Row | null;
  isOpen(row: Row): boolean;
  codeOf(row: Row): string;
  put(transaction: Transaction, row: Row): void;
  /** Told of every write of a holder, with the row as it was before. */
  onWrite?(lease: Lease, before: Row): void;
  /** How a holder sees an attempt. */
  seen(attempt: EventBytes, nowMs: number): Bytes;
}

/** Transactions of lease holders; null, and nothing written, where the lease is somebody else's. */
export function writesOf<Lease, Row>(
  connected: Connected,
  { of, heldRow, onWrite }: Pick<EventTable<Lease, Row, unknown>, 'of' | 'heldRow' | 'onWrite'>,
) {
  return <T>(
    what: string,
    lease: Lease,
    work: (transaction: Transaction, row: Row) => T,
  ): Promise<T | null> =>
    inTransaction(connected, `${what} of the ${of}`, (transaction) => {
      const row = heldRow(lease);
      if (row === null) return null;
      const result = work(transaction, row);
      onWrite?.(lease, row);
      return result;
    });
}

/** What a holder writes about the bytes of an event and about its lease. */
export function createSimulatedSending<Lease, Row extends EventRowOfBytes, Bytes>(
  connected: Connected,
  { isOpen, codeOf, put, seen, ...table }: EventTable<Lease, Row, Bytes>,
): SendingStore<Lease, Bytes> {
  const write = writesOf(connected, table);
  const renewed = (row: Row, untilMs: number): Row | null =>
    isOpen(row) ? { ...row, leaseUntilMs: untilMs } : null;
  const bytes = (what: string, lease: Lease, work: (row: Row, nowMs: number) => Row | null) =>
    write(what, lease, (transaction, row) => {
      const after = work(row, transaction.nowMs);
      if (after === null) return null;
      put(transaction, after);
      return mattering(after.attempts).map((attempt) => seen(attempt, transaction.nowMs));
    });
  return {
    recordAttempt: (lease, jws, leaseMs) =>
      bytes('recordAttempt', lease, (row, nowMs) => {
        const number = (row.attempts.at(-1)?.number ?? 0) + 1;
        const fresh = { number, codigoGeneracion: codeOf(row), jws, outcome: 'unknown', sends: 1 } as const;
        const kept = renewed(row, nowMs + leaseMs);
        return (
          kept && {
            ...kept,
            attempts: [
              ...row.attempts,
              { ...fresh, signedMs: nowMs, lastSentMs: nowMs, earlierSentMs: null },
            ],
          }
        );
      }),
    recordResend: (lease, number, leaseMs) =>
      bytes('recordResend', lease, (row, nowMs) => {
        const kept = renewed(row, nowMs + leaseMs);
        return kept && { ...kept, attempts: changed(row.attempts, number, (one) => eventResent(one, nowMs)) };
      }),
    closeAttempt: (lease, number) =>
      bytes('closeAttempt', lease, (row) => ({
        ...row,
        attempts: changed(row.attempts, number, settledAs('not_delivered')),
      })),
    async renew(lease, leaseMs) {
      const kept = await write('renew', lease, (transaction, row) => {
        const after = renewed(row, transaction.nowMs + leaseMs);
        if (after !== null) put(transaction, after);
        return after !== null;
      });
      return kept === true;
    },
    release: async (lease, retryMs) =>
      void (await write('release', lease, (transaction, row) => {
        if (isOpen(row)) put(transaction, released(row, transaction.nowMs, retryMs));
      })),
  };
}
