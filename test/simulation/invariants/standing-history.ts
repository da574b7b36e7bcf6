import { isLive } from '../../../src/core/adjusting/standing.ts';
import { type Decimal, sum } from '../../../src/core/money/decimal.ts';
import { mostAmounts } from '../database/note-amounts.ts';
import { type DocumentRow, documentKeyOf, keyOf, type Tables } from '../database/tables.ts';
import { COMPANY_ID } from '../orders.ts';
import type { World } from '../world.ts';

/**
 * How documents have stood since the world began. A refusal says how a document stands; requests overlap, so it is true
 * if that was so at some moment of its request.
 */
export interface StandingHistory {
  check(): void;
  existedBefore(documentId: string, atMs: number): boolean;
  stampedBefore(documentId: string, atMs: number): boolean;
  /** The notes on a CCF that counted at some moment since, each as often as what it took has changed. */
  liveSince(ccfId: string, atMs: number): readonly DocumentRow[];
  /** Whether its invalidation was on its way, or sealed, at some moment since. */
  wasInvalidatedSince(documentId: string, atMs: number): boolean;
}

interface Moment {
  readonly row: DocumentRow;
  untilMs: number;
}

export function watchHistory(world: World, tables: Tables): StandingHistory {
  const [found, stamped, invalidated] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const notes = new Map<string, Moment[]>();
  const isBefore = (moments: ReadonlyMap<string, number>, documentId: string, atMs: number) =>
    (moments.get(keyOf(COMPANY_ID, documentId)) ?? Number.POSITIVE_INFINITY) < atMs;
  return {
    check() {
      const nowMs = world.nowMs();
      for (const [key, row] of tables.documents) {
        if (!found.has(key)) found.set(key, nowMs);
        if (row.record.state === 'stamped' && !stamped.has(key)) stamped.set(key, nowMs);
        if (row.adjusts !== null && isLiveNow(tables, row)) noteMoment(notes, row, nowMs);
      }
      for (const [key, { record }] of tables.invalidations)
        if (record.state !== 'rejected') invalidated.set(key, nowMs);
    },
    existedBefore: (documentId, atMs) => isBefore(found, documentId, atMs),
    stampedBefore: (documentId, atMs) => isBefore(stamped, documentId, atMs),
    liveSince: (ccfId, atMs) =>
      [...notes.values()]
        .flat()
        .filter(({ row, untilMs }) => row.adjusts === ccfId && untilMs >= atMs)
        .map(({ row }) => row),
    wasInvalidatedSince: (documentId, atMs) =>
      (invalidated.get(keyOf(COMPANY_ID, documentId)) ?? Number.NEGATIVE_INFINITY) >= atMs,
  };
}

/** Whether a note counts against its CCF, its own invalidation considered. */
export function isLiveNow({ invalidations }: Tables, note: DocumentRow): boolean {
  const invalidation = invalidations.get(documentKeyOf(note))?.record.state ?? null;
  return isLive({ state: note.record.state, invalidation });
}

function noteMoment(notes: Map<string, Moment[]>, row: DocumentRow, nowMs: number): void {
  const key = documentKeyOf(row);
  const moments = notes.get(key) ?? [];
  const last = moments.at(-1);
  if (last !== undefined && last.row.adjusted === row.adjusted && last.row.wanted === row.wanted)
    last.untilMs = nowMs;
  else notes.set(key, [...moments, { row, untilMs: nowMs }]);
}

/** The most that these notes can have taken together, one of them left out. */
export function mostTaken(rows: readonly DocumentRow[], without: string | null): Decimal {
  const most = new Map<string, Decimal>();
  for (const row of rows) {
    const { externalRef } = row.record;
    const { gross } = mostAmounts(row);
    const before = most.get(externalRef) ?? 0n;
    if (externalRef !== without) most.set(externalRef, before > gross ? before : gross);
  }
  return sum([...most.values()]);
}
