import type {
  InvalidationAnswer,
  InvalidationAuthority,
  InvalidationSubmission,
} from '../../../src/operations/invalidations/ports.ts';
import { isJustClaimed } from './in-the-store.ts';
import {
  FOREIGN_STAMP,
  inPart,
  inStore,
  type PlantedBug,
  RAW,
  REJECTION,
  signedAgain,
} from './planted-bug.ts';

/** The answers to invalidations are read in another way. */
function hearing(
  name: string,
  nearSeed: number,
  read: (answer: InvalidationAnswer, sent: InvalidationSubmission) => InvalidationAnswer,
): PlantedBug {
  return inPart('invalidationAuthority', name, nearSeed, ({ invalidate }) => ({
    invalidate: async (submission) => read(await invalidate(submission), submission),
  }));
}

/** Gives each invalidation the seal that the one before it got. */
function swapsSeals({ invalidate }: InvalidationAuthority): Partial<InvalidationAuthority> {
  let latest: Extract<InvalidationAnswer, { kind: 'sealed' }> | null = null;
  return {
    async invalidate(submission) {
      const answer = await invalidate(submission);
      if (answer.kind !== 'sealed') return answer;
      const before = latest ?? answer;
      latest = answer;
      return before;
    },
  };
}

const FOR_EVER_MS = 1_000 * 24 * 3_600_000;

/** Mistakes in how documents are invalidated, and in what that does to notes and their CCF. */
export const BUGS_IN_INVALIDATIONS: readonly PlantedBug[] = [
  inStore('a stale holder writes to an invalidation', 112, () => ({ holdsInvalidation: () => true })),
  inStore('the lease of an invalidation never ends by itself', 80, () => ({
    isInvalidationLeased: ({ leaseUntilMs }) => leaseUntilMs !== null,
  })),
  inStore('another event takes the place of one that may have arrived', 110, () => ({
    mayReplaceEvent: () => true,
  })),
  inStore('an invalidation is registered without the lock of its document', 517, () => ({
    isSeenByInvalidation: (note, nowMs) => !isJustClaimed(note, nowMs),
  })),
  inStore('an invalidation counts only once it is sealed', 446, () => ({
    invalidationOf: (row) => (row?.record.state === 'open' ? null : (row?.record.state ?? null)),
  })),
  inStore('a sealed invalidation does nothing to its document', 1, () => ({
    invalidationOf: (row) => (row?.record.state === 'sealed' ? null : (row?.record.state ?? null)),
  })),
  inStore('a rejected invalidation still counts', 850, () => ({
    invalidationOf: (row) => (row?.record.state === 'rejected' ? 'open' : (row?.record.state ?? null)),
  })),
  inStore('a note gives back what it took when its invalidation is asked for', 204, () => ({
    invalidationOfNote: (row) => (row === undefined ? null : 'sealed'),
  })),
  inStore('an invalidated note keeps what it took', 440, () => ({ invalidationOfNote: () => null })),
  inStore('a rejected note keeps what it took', 65, () => ({
    stateOfNote: ({ record }) => (record.state === 'rejected' ? 'contingency' : record.state),
  })),
  hearing('"already invalidated" is taken for a rejection', 80, (answer) =>
    answer.kind === 'rejected' ? { ...answer, already: null } : answer,
  ),
  hearing('silence about an invalidation is taken for its seal', 82, (answer) =>
    answer.kind === 'silent' ? { kind: 'sealed', stamp: FOREIGN_STAMP, raw: RAW } : answer,
  ),
  hearing('silence about an invalidation is taken for its rejection', 80, (answer) =>
    answer.kind === 'silent' ? { kind: 'rejected', already: null, rejection: REJECTION, raw: RAW } : answer,
  ),
  hearing('silence about an invalidation is taken for a request that never left', 110, (answer) =>
    answer.kind === 'silent' ? { ...answer, kind: 'not_delivered' } : answer,
  ),
  inPart('invalidationAuthority', 'the seal of another invalidation is adopted', 130, swapsSeals),
  inPart('invalidations', 'what somebody else has invalidated is told as ours', 6_938, (store) => ({
    settle: (lease, verdict) =>
      store.settle(lease, verdict.kind === 'sealed' ? { ...verdict, ours: true } : verdict),
  })),
  hearing(
    'that its code exists is taken for a rejection of an event sent once',
    4_956,
    (answer, { idEnvio }) => {
      const isFirst = idEnvio === 1 && answer.kind === 'rejected';
      return isFirst && answer.already === 'registered' ? { ...answer, already: null } : answer;
    },
  ),
  inPart('invalidationAuthority', 'an event is signed again for a resend', 82, ({ invalidate }) => ({
    invalidate: (submission) => invalidate(signedAgain(submission)),
  })),
  inPart(
    'invalidations',
    'nobody comes back to an invalidation that could not be sent or signed',
    82,
    (store) => ({
      release: (lease) => store.release(lease, FOR_EVER_MS),
      settle: (lease, verdict) =>
        store.settle(lease, verdict.kind === 'silence' ? { ...verdict, retryMs: FOR_EVER_MS } : verdict),
    }),
  ),
  inPart('invalidations', 'the background never comes back to an invalidation', 130, () => ({
    take: async () => ({ kind: 'gone' }),
  })),
  inPart('invalidations', 'nobody looks at the window of an invalidation', 20, (store, { clock }) => ({
    async subject(companyId, documentId) {
      const subject = await store.subject(companyId, documentId);
      return subject === null ? null : { ...subject, sealedMs: clock.now() };
    },
  })),
];
