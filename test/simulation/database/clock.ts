import type { StoreClock } from '../../../src/storage/documents/numbering.ts';
import type { Database } from './rules.ts';
import type { Tables } from './tables.ts';

/** As far as a node's clock may be from the database's. */
const TOLERANCE_MS = 5_000;

/** Nothing is numbered or taken up: the database has forgotten something, or its clock is not the node's. */
export class RefusedStanding extends Error {
  override readonly name = 'RefusedStanding';
}

/** What of a database and a node decides whether anything is taken up. */
export type Standing = Pick<Database, 'rules' | 'nowMs' | 'wallMs' | 'clock'>;

/** Throws where a node with this clock may take up nothing. */
export function refuseStanding({ rules, nowMs, wallMs, clock }: Standing, node: StoreClock): void {
  if (rules.looksAtLog && clock?.isInAnotherLog() === true) throw new RefusedStanding('another log');
  const apartMs = wallMs(nowMs()) + (clock?.aheadMs() ?? 0) - node.now();
  if (clock !== undefined && rules.comparesClocks && Math.abs(apartMs) > TOLERANCE_MS)
    throw new RefusedStanding(`the clocks are ${apartMs} ms apart`);
}

/**
 * The database's clock is set by so much: instants in the tables are told as they seem by the clock of now, so that what was
 * written before is so much older.
 */
export function setClock(tables: Tables, byMs: number): void {
  const older = (atMs: number | null) => (atMs === null ? null : atMs - byMs);
  changeInstants(tables, {
    lease: older,
    sent: (atMs) => atMs - byMs,
    earlier: older,
  });
}

/** Leases and quarantines begin now, as a reconciliation has it. */
export function beginAnew(tables: Tables, nowMs: number, leaseMs: number): void {
  changeInstants(tables, {
    lease: (untilMs) => (untilMs === null ? null : nowMs + leaseMs),
    sent: () => nowMs,
    earlier: (atMs) => (atMs === null ? null : nowMs),
  });
}

interface Changes {
  readonly lease: (untilMs: number | null) => number | null;
  readonly sent: (atMs: number) => number;
  readonly earlier: (atMs: number | null) => number | null;
}

function changeInstants(tables: Tables, { lease, sent, earlier }: Changes): void {
  const ofBytes = <Bytes extends { lastSentMs: number; earlierSentMs: number | null; outcome: string }>(
    bytes: Bytes,
  ): Bytes =>
    bytes.outcome === 'unknown'
      ? { ...bytes, lastSentMs: sent(bytes.lastSentMs), earlierSentMs: earlier(bytes.earlierSentMs) }
      : bytes;
  for (const [key, row] of tables.documents)
    tables.documents.set(key, { ...row, leaseUntilMs: lease(row.leaseUntilMs) });
  for (const [key, attempts] of tables.attempts) tables.attempts.set(key, attempts.map(ofBytes));
  for (const [key, row] of tables.events)
    tables.events.set(key, { ...row, leaseUntilMs: lease(row.leaseUntilMs) });
  for (const [key, row] of tables.invalidations)
    tables.invalidations.set(key, {
      ...row,
      leaseUntilMs: lease(row.leaseUntilMs),
      attempts: row.attempts.map(ofBytes),
    });
}
