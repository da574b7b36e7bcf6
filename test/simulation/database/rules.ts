import type { AdjustedAmounts } from '../../../src/core/adjusting/amounts.ts';
import { needsNewCode } from '../../../src/core/submitting/next-step.ts';
import type { DocumentState, InvalidationState } from '../../../src/core/submitting/states.ts';
import type { Lease } from '../../../src/operations/documents/ports.ts';
import { isLeased } from './leased-rows.ts';
import { mostAmounts } from './note-amounts.ts';
import {
  type AttemptRow,
  type DocumentRow,
  type InvalidationRow,
  type ItemRow,
  keyOf,
  type Tables,
  type Transaction,
} from './tables.ts';

/** What decides in the store; a planted bug replaces one of these. */
export interface StoreRules {
  /** Whether whoever takes something up tells what its clock shows. */
  readonly comparesClocks: boolean;
  /** Whether nothing is taken up in another log until it is reconciled. */
  readonly looksAtLog: boolean;
  /** Whether a reconciliation begins leases and quarantines anew. */
  readonly beginsAnew: boolean;
  /** What the database keeps for all nodes. */
  readonly quarantineMs: number;
  /** Whether a write under this fence counts. */
  readonly holds: (row: DocumentRow, fence: string) => boolean;
  readonly isLeased: (row: DocumentRow, nowMs: number) => boolean;
  /** Whether a payload may replace the document's own at once. */
  readonly mayReplace: (attempts: readonly AttemptRow[]) => boolean;
  /** Whether a document is beyond any further request. */
  readonly isFinal: (row: DocumentRow) => boolean;
  /** Takes a number of a series for good, in the transaction. */
  readonly number: (transaction: Transaction, seriesKey: string, last: number) => void;
  /** The same for a document whose number is another system's. */
  readonly renumber: StoreRules['number'];
  /** Whether a retry so long after the rejection takes a new generation code. */
  readonly needsNewCode: (sinceRejectionMs: number | null) => boolean;
  /** Whether the authority has sealed an event that lists the document. */
  readonly isReported: (row: DocumentRow) => boolean;
  /** Whether a live event lists the document already. */
  readonly isListed: (row: DocumentRow) => boolean;
  /** Whether whoever looks at a CCF sees this note on it. */
  readonly isSeen: (note: DocumentRow, nowMs: number) => boolean;
  /** The state of a note for whoever looks at its CCF. */
  readonly stateOfNote: (note: DocumentRow) => DocumentState;
  /** What a note counts as taking. */
  readonly mayTake: (note: DocumentRow) => AdjustedAmounts;
  /** What makes a reference the same. */
  readonly referenceKey: (companyId: string, externalRef: string) => string;
  /** What makes a listing in an event the same. */
  readonly listingKey: (companyId: string, item: ItemRow) => string;
  /** How whoever looks at a document sees that it is to be invalidated. */
  readonly invalidationOf: (row: InvalidationRow | undefined, nowMs: number) => InvalidationState | null;
  /** How whoever looks at a CCF sees that a note on it is to be invalidated. */
  readonly invalidationOfNote: (row: InvalidationRow | undefined) => InvalidationState | null;
  /** Whether an invalidation that is to be registered sees this note on its document. */
  readonly isSeenByInvalidation: (note: DocumentRow, nowMs: number) => boolean;
  readonly holdsInvalidation: (row: InvalidationRow, fence: string) => boolean;
  readonly isInvalidationLeased: (row: InvalidationRow, nowMs: number) => boolean;
  /** Whether another event may stand in the place of the one that these attempts were for. */
  readonly mayReplaceEvent: (attempts: InvalidationRow['attempts']) => boolean;
}

export const STORE_RULES: StoreRules = {
  comparesClocks: true,
  looksAtLog: true,
  beginsAnew: true,
  quarantineMs: 0,
  holds: (row, fence) => String(row.fence) === fence,
  isLeased,
  mayReplace: (attempts) => attempts.every(({ outcome }) => outcome !== 'unknown'),
  isFinal: ({ record }) => record.state === 'stamped',
  number: ({ tables, put }, seriesKey, last) => put(tables.series, seriesKey, last),
  renumber: ({ tables, put }, seriesKey, last) => put(tables.series, seriesKey, last),
  needsNewCode,
  isReported: ({ transmitUntilMs }) => transmitUntilMs !== null,
  isListed: ({ eventId }) => eventId !== null,
  isSeen: () => true,
  stateOfNote: ({ record }) => record.state,
  mayTake: mostAmounts,
  referenceKey: (companyId, externalRef) => keyOf(companyId, externalRef),
  listingKey: (companyId, { documentId, codigoGeneracion }) => keyOf(companyId, documentId, codigoGeneracion),
  invalidationOf: (row) => row?.record.state ?? null,
  invalidationOfNote: (row) => row?.record.state ?? null,
  isSeenByInvalidation: () => true,
  holdsInvalidation: (row, fence) => String(row.fence) === fence,
  isInvalidationLeased: isLeased,
  mayReplaceEvent: (attempts) => attempts.every(({ outcome }) => outcome !== 'unknown'),
};

/** What may be wrong with the server that is the database now. */
export interface DatabaseClock {
  /** How far the clock is ahead, as far as nodes could see. */
  aheadMs(): number;
  isInAnotherLog(): boolean;
}

/** One database that all nodes share; `nowMs` is its own clock, which never goes back. */
export interface Database {
  readonly tables: Tables;
  readonly rules: StoreRules;
  nowMs(): number;
  /** What clocks on the wall show at an instant of its own clock. */
  wallMs(atMs: number): number;
  /** How its clock and its log stand; a database without this is always right. */
  readonly clock?: DatabaseClock;
  /** Told of every write of a lease holder, with the row as it was before. */
  readonly onWrite?: (lease: Lease, before: DocumentRow) => void;
  /** The same of invalidations. */
  readonly onInvalidationWrite?: (lease: Lease, before: InvalidationRow) => void;
}
