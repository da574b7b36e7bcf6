import type { SentBytes } from '../../../src/core/submitting/attempt.ts';

/** What every row has that somebody brings to a verdict under a lease. */
export interface LeasedRow {
  readonly leaseUntilMs: number | null;
  readonly fence: number;
  /** When somebody looks at it; null where nothing is left to do, and where it was put aside. */
  readonly nextAttemptMs: number | null;
  /** Runs in a row that ended in silence. */
  readonly tries: number;
  /** Runs in a row that did not end orderly. */
  readonly takings: number;
}

export function isLeased({ leaseUntilMs }: LeasedRow, nowMs: number): boolean {
  return leaseUntilMs !== null && leaseUntilMs > nowMs;
}

export function isPast({ nextAttemptMs }: LeasedRow, nowMs: number): boolean {
  return nextAttemptMs !== null && nextAttemptMs <= nowMs;
}

/** Under a new lease; the next time is set before the work begins, so that whoever does not come back has it backed off. */
export function taken<Row extends LeasedRow>(row: Row, nowMs: number, leaseMs: number): Row {
  const leaseUntilMs = nowMs + leaseMs;
  const nextAttemptMs = leaseUntilMs + Math.min(10 * 2 ** row.takings, 600) * 1000;
  return { ...row, fence: row.fence + 1, takings: row.takings + 1, leaseUntilMs, nextAttemptMs };
}

/** Without a result; as it was where the lease has ended. */
export function released<Row extends LeasedRow>(row: Row, nowMs: number, retryMs: number): Row {
  if (row.leaseUntilMs === null) return row;
  const nextAttemptMs = nowMs + retryMs;
  return { ...row, leaseUntilMs: null, tries: row.tries + 1, takings: 0, nextAttemptMs };
}

/** The first instant at which one of the rows may be due; null where none will be. */
export function nextDueMs(rows: readonly LeasedRow[]): number | null {
  const times = rows.flatMap(({ nextAttemptMs, leaseUntilMs }) =>
    nextAttemptMs === null ? [] : [Math.max(nextAttemptMs, leaseUntilMs ?? 0)],
  );
  return times.length === 0 ? null : Math.min(...times);
}

/** The latest bytes and those of unknown fate. */
export function mattering<Bytes extends SentBytes>(attempts: readonly Bytes[]): readonly Bytes[] {
  return attempts.filter((attempt) => attempt.outcome === 'unknown' || attempt === attempts.at(-1));
}

/** The bytes sent once more; sendings that were settled no longer count. */
export function resent<Bytes extends SentBytes>({ outcome, sends, ...bytes }: Bytes) {
  return { ...bytes, outcome: 'unknown', sends: outcome === 'unknown' ? sends + 1 : 1 } as const;
}

/** Changes the attempt of this number; throws where there is none, or where it is not for the change. */
export function changed<Bytes extends SentBytes>(
  attempts: readonly Bytes[],
  number: number | undefined,
  change: (attempt: Bytes) => Bytes | null,
): readonly Bytes[] {
  const attempt = attempts.find((one) => one.number === number);
  const after = attempt === undefined ? null : change(attempt);
  if (after === null) throw new Error(`attempt ${number} is missing, or not open`);
  return attempts.map((one) => (one === attempt ? after : one));
}

/** Bytes of unknown fate with another outcome. */
export function settledAs(outcome: SentBytes['outcome']) {
  return <Bytes extends SentBytes>(attempt: Bytes): Bytes | null =>
    attempt.outcome === 'unknown' ? { ...attempt, outcome } : null;
}

/** The bytes of an event, of whichever kind. */
export interface EventBytes extends SentBytes {
  readonly signedMs: number;
  readonly lastSentMs: number;
  /** The sending before the last one. */
  readonly earlierSentMs: number | null;
}

/** The bytes of an event sent once more. */
export function eventResent(bytes: EventBytes, nowMs: number): EventBytes {
  const earlierSentMs = bytes.outcome === 'unknown' ? bytes.lastSentMs : null;
  return { ...resent(bytes), earlierSentMs, lastSentMs: nowMs };
}

export interface EventRowOfBytes extends LeasedRow {
  readonly attempts: readonly EventBytes[];
}
