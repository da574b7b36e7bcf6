import { leaseMs } from '../../../src/operations/sending/send.ts';
import { sentAmounts } from '../database/note-amounts.ts';
import { type DocumentRow, keyOf } from '../database/tables.ts';
import { TIMES } from '../run-seed.ts';
import { inStore, type PlantedBug } from './planted-bug.ts';

/** About as long as a transaction takes. */
const TRANSACTION_MS = 40;

/** Whether a claim has taken the document up only just now. */
export function isJustClaimed({ record, nextAttemptMs }: DocumentRow, nowMs: number): boolean {
  const youngestMs = nowMs + leaseMs(TIMES) - TRANSACTION_MS;
  return record.state === 'claimed' && nextAttemptMs !== null && nextAttemptMs > youngestMs;
}

/** Mistakes in what the database decides. */
export const BUGS_IN_THE_STORE: readonly PlantedBug[] = [
  inStore('a stale fence is accepted', 1, () => ({ holds: () => true })),
  inStore('a lease never ends by itself', 22, () => ({
    isLeased: ({ leaseUntilMs }) => leaseUntilMs !== null,
  })),
  inStore('a changed payload is applied while bytes are of unknown fate', 1_110, () => ({
    mayReplace: () => true,
  })),
  inStore('a stamped document is taken up again', 1, () => ({ isFinal: () => false })),
  inStore('the number is taken outside the transaction', 1, () => ({
    number: ({ tables }, seriesKey, last) => void tables.series.set(seriesKey, last),
  })),
  inStore('two transactions read the same counter', 1, () => {
    let writtenMs = Number.NEGATIVE_INFINITY;
    return {
      number({ tables, nowMs, put }, seriesKey, last) {
        if (nowMs - writtenMs > 5_000) put(tables.series, seriesKey, last);
        writtenMs = nowMs;
      },
    };
  }),
  inStore('the generation code changes with every retry', 1, () => ({
    needsNewCode: (sinceRejectionMs) => sinceRejectionMs !== null,
  })),
  inStore('the generation code is never renewed', 87, () => ({ needsNewCode: () => false })),
  inStore('a formal document is sent before its event is sealed', 40, () => ({
    isReported: ({ declared }) => declared !== null,
  })),
  inStore('a claim looks at its CCF without a lock', 40, () => ({
    isSeen: (note, nowMs) => !isJustClaimed(note, nowMs),
  })),
  inStore('a waiting payload of a note does not count', 283, () => ({ mayTake: sentAmounts })),
  inStore('a reference is not unique', 1, () => {
    let claims = 0;
    return {
      referenceKey(companyId, externalRef) {
        claims += 1;
        return keyOf(companyId, externalRef, claims);
      },
    };
  }),
];
