import type { ContingencyContext } from '../../../src/operations/contingencies/report-contingency.ts';
import type {
  Clock,
  DocumentRecord,
  DocumentStore,
  HeldDocument,
} from '../../../src/operations/documents/ports.ts';
import { withAttempt } from '../../support/with-attempt.ts';
import { inNode, inPart, type PlantedBug } from './planted-bug.ts';

/** Remembers the documents that a node holds, by their identifiers. */
function remembering({ store, work }: ContingencyContext) {
  const held = new Map<string, HeldDocument>();
  const note = (document: HeldDocument | null) => {
    if (document !== null) held.set(document.record.documentId, document);
  };
  const remembered: Pick<ContingencyContext, 'store' | 'work'> = {
    store: {
      ...store,
      async claim(request) {
        const claim = await store.claim(request);
        if (claim.kind === 'held') note(claim.document);
        return claim;
      },
      async closeAttempt(lease, attempt, outcome) {
        const document = await store.closeAttempt(lease, attempt, outcome);
        note(document);
        return document;
      },
      async recordAttempt(lease, attempt, leaseMs) {
        const recorded = await store.recordAttempt(lease, attempt, leaseMs);
        const document = held.get(lease.documentId);
        if (recorded !== null && document !== undefined) note(withAttempt(document, recorded));
        return recorded;
      },
    },
    work: {
      ...work,
      async take(request) {
        const taking = await work.take(request);
        if (taking.kind === 'held') note(taking.held);
        return taking;
      },
    },
  };
  return { held, remembered };
}

/** The bytes leave first, and are recorded when the answer is there. */
function recordsAfterwards(context: ContingencyContext): Partial<ContingencyContext> {
  const { clock, authority } = context;
  const { held, remembered } = remembering(context);
  const unrecorded = new Map<string, () => Promise<unknown>>();
  return {
    ...remembered,
    store: {
      ...remembered.store,
      async recordAttempt(lease, attempt, leaseMs) {
        if (!held.has(lease.documentId)) return null;
        unrecorded.set(attempt.jws, () => remembered.store.recordAttempt(lease, attempt, leaseMs));
        const { contingencia, ...bytes } = attempt;
        const fate = { outcome: 'unknown', sends: 1, lastSentMs: clock.monotonic() } as const;
        return { ...bytes, ...fate, formal: contingencia !== null };
      },
    },
    authority: {
      ...authority,
      async submit(submission) {
        const reception = await authority.submit(submission);
        await unrecorded.get(submission.jws)?.();
        unrecorded.delete(submission.jws);
        return reception;
      },
    },
  };
}

/** The caller hears of the stamp while it is still on its way to the database. */
function answersBeforeCommit(context: ContingencyContext): Partial<ContingencyContext> {
  const { held, remembered } = remembering(context);
  const { store } = remembered;
  return {
    ...remembered,
    store: {
      ...store,
      async settle(lease, verdict) {
        const document = held.get(lease.documentId);
        if (verdict.kind !== 'stamped' || document === undefined) return store.settle(lease, verdict);
        store.settle(lease, verdict).catch(() => undefined);
        const { selloRecibido } = verdict.stamp;
        return { fields: { ...document.record, state: 'stamped', selloRecibido }, ccfStanding: null };
      },
    },
  };
}

/** Whoever asks for a stamped document gets the first stamped one that this node saw. */
function answersFromAnother({ claim: claims }: DocumentStore): Partial<DocumentStore> {
  let first: DocumentRecord | null = null;
  return {
    async claim(request) {
      const claim = await claims(request);
      if (claim.kind !== 'stamped') return claim;
      first ??= claim.record;
      return { kind: 'stamped', record: first };
    },
  };
}

/** Neither clock is looked at between the recording of bytes and their sending. */
function sendsAfterItsLease({ clock, store }: ContingencyContext): Partial<ContingencyContext> {
  let [before, wallBefore]: (number | null)[] = [null, null];
  const recording =
    <A extends readonly unknown[], R>(record: (...parts: A) => Promise<R>) =>
    async (...parts: A) => {
      const [startedMs, wallMs] = [clock.monotonic(), clock.now()];
      const result = await record(...parts);
      [before, wallBefore] = [startedMs, wallMs];
      return result;
    };
  const stopped: Clock = {
    ...clock,
    now() {
      const nowMs = wallBefore ?? clock.now();
      wallBefore = null;
      return nowMs;
    },
    monotonic() {
      const nowMs = before ?? clock.monotonic();
      before = null;
      return nowMs;
    },
  };
  return {
    clock: stopped,
    store: {
      ...store,
      recordAttempt: recording(store.recordAttempt),
      recordResend: recording(store.recordResend),
    },
  };
}

/** A query counts as if it had left when its answer came, in the worst case. */
function datesQueriesLate(
  { clock, store }: ContingencyContext,
  latestMs: number,
): Partial<ContingencyContext> {
  let asks = false;
  return {
    clock: {
      ...clock,
      monotonic() {
        const lateMs = asks ? latestMs : 0;
        asks = false;
        return clock.monotonic() + lateMs;
      },
    },
    store: {
      ...store,
      async renew(lease, leaseMs) {
        const kept = await store.renew(lease, leaseMs);
        asks = kept;
        return kept;
      },
    },
  };
}

/** Resending is not put on record: the quarantine counts from the first sending. */
function forgetsResends(context: ContingencyContext): Partial<ContingencyContext> {
  const { held, remembered } = remembering(context);
  const recordResend: DocumentStore['recordResend'] = async (lease) => held.get(lease.documentId) ?? null;
  return { ...remembered, store: { ...remembered.store, recordResend } };
}

/** Once open, the breaker of a node never closes again. */
function staysOpen({ isOpen }: ContingencyContext['breaker']): Partial<ContingencyContext['breaker']> {
  let opened = false;
  return {
    isOpen(account) {
      opened ||= isOpen(account);
      return opened;
    },
  };
}

/** Mistakes in the order of the steps and in what they leave behind. */
export const BUGS_IN_THE_STEPS: readonly PlantedBug[] = [
  inNode('an attempt is recorded after it was sent', 1, recordsAfterwards),
  inNode('a stamp is answered before it is committed', 1, answersBeforeCommit),
  inPart('store', 'a duplicate is answered from another reference', 1, answersFromAnother),
  inNode('a holder sends after its lease', 334, sendsAfterItsLease),
  inNode('the quarantine counts from the first sending', 1, forgetsResends),
  inNode('a query counts from its answer', 4_610, (context) =>
    datesQueriesLate(context, context.times.callTimeoutMs),
  ),
  inPart('store', 'a verdict is tied to the first attempt', 1, ({ settle }) => ({
    settle: (lease, verdict) => settle(lease, 'attempt' in verdict ? { ...verdict, attempt: 1 } : verdict),
  })),
  inPart('work', 'the background never comes back to a document', 75, () => ({
    take: async () => ({ kind: 'gone' }),
  })),
  inPart('breaker', 'the circuit breaker never closes', 75, staysOpen),
];
