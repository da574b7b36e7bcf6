import type {
  InvalidationAnswer,
  InvalidationSubmission,
} from '../../../src/operations/invalidations/ports.ts';
import { isJustClaimed } from './in-the-store.ts';
import {
  type Change,
  FOREIGN_STAMP,
  inNode,
  inPart,
  inStore,
  type PlantedBug,
  RAW,
  REJECTION,
  signedAgain,
} from './planted-bug.ts';

/** The authority with its answers to invalidations read in another way. */
function hearing(
  read: (answer: InvalidationAnswer, sent: InvalidationSubmission) => InvalidationAnswer,
): Change {
  return inPart('invalidationAuthority', ({ invalidate }) => ({
    invalidate: async (submission) => read(await invalidate(submission), submission),
  }));
}

/** Gives each invalidation the seal that the one before it got. */
function swapsSeals(): (answer: InvalidationAnswer) => InvalidationAnswer {
  let latest: Extract<InvalidationAnswer, { kind: 'sealed' }> | null = null;
  return (answer) => {
    if (answer.kind !== 'sealed') return answer;
    const before = latest ?? answer;
    latest = answer;
    return before;
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
  inStore('an invalidated note keeps what it took', 130, () => ({ invalidationOfNote: () => null })),
  inStore('a rejected note keeps what it took', 65, () => ({
    stateOfNote: ({ record }) => (record.state === 'rejected' ? 'contingency' : record.state),
  })),
  inNode(
    '"already invalidated" is taken for a rejection',
    80,
    hearing((answer) => (answer.kind === 'rejected' ? { ...answer, already: null } : answer)),
  ),
  inNode(
    'silence about an invalidation is taken for its seal',
    82,
    hearing((answer) =>
      answer.kind === 'silent' ? { kind: 'sealed', stamp: FOREIGN_STAMP, raw: RAW } : answer,
    ),
  ),
  inNode(
    'silence about an invalidation is taken for its rejection',
    80,
    hearing((answer) =>
      answer.kind === 'silent' ? { kind: 'rejected', already: null, rejection: REJECTION, raw: RAW } : answer,
    ),
  ),
  inNode(
    'silence about an invalidation is taken for a request that never left',
    110,
    hearing((answer) => (answer.kind === 'silent' ? { ...answer, kind: 'not_delivered' } : answer)),
  ),
  inNode('the seal of another invalidation is adopted', 130, (context) => hearing(swapsSeals())(context)),
  inNode(
    'what somebody else has invalidated is told as ours',
    6_938,
    inPart('invalidations', (store) => ({
      settle: (lease, verdict) =>
        store.settle(lease, verdict.kind === 'sealed' ? { ...verdict, ours: true } : verdict),
    })),
  ),
  inNode(
    'that its code exists is taken for a rejection of an event sent once',
    4_956,
    hearing((answer, { idEnvio }) => {
      const isFirst = idEnvio === 1 && answer.kind === 'rejected';
      return isFirst && answer.already === 'registered' ? { ...answer, already: null } : answer;
    }),
  ),
  inNode(
    'an event is signed again for a resend',
    82,
    inPart('invalidationAuthority', ({ invalidate }) => ({
      invalidate: (submission) => invalidate(signedAgain(submission)),
    })),
  ),
  inNode(
    'nobody comes back to an invalidation that could not be sent or signed',
    82,
    inPart('invalidations', (store) => ({
      release: (lease) => store.release(lease, FOR_EVER_MS),
      settle: (lease, verdict) =>
        store.settle(lease, verdict.kind === 'silence' ? { ...verdict, retryMs: FOR_EVER_MS } : verdict),
    })),
  ),
  inNode(
    'the background never comes back to an invalidation',
    130,
    inPart('invalidations', () => ({ take: async () => ({ kind: 'gone' }) })),
  ),
  inNode(
    'nobody looks at the window of an invalidation',
    20,
    inPart('invalidations', (store, { clock }) => ({
      async subject(companyId, documentId) {
        const subject = await store.subject(companyId, documentId);
        return subject === null ? null : { ...subject, sealedMs: clock.now() };
      },
    })),
  ),
];
