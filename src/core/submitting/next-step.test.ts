import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FRESH } from '../../../test/support/fresh-run.ts';
import { codeOf } from '../../../test/support/identifiers.ts';
import type { Attempt } from './attempt.ts';
import { nextStep, type Progress, SENDS_PER_RUN, type Situation } from './next-step.ts';

const QUARANTINE_MS = 15 * 60_000;
const SENT_AT = 1_000_000_000;
const CODE = codeOf('11111111-2222-4333-8444-555555555555');

function attempt(changes: Partial<Attempt> = {}): Attempt {
  return {
    number: 1,
    codigoGeneracion: CODE,
    jws: 'header.first.signature',
    payloadHash: 'wanted',
    outcome: 'unknown',
    sends: 1,
    lastSentMs: SENT_AT,
    formal: false,
    ...changes,
  };
}

/** One second after the sending, long before the quarantine ends. */
function situation(attempts: readonly Attempt[], changes: Partial<Situation> = {}): Situation {
  return {
    attempts,
    payloadHash: 'wanted',
    codigoGeneracion: CODE,
    codesToAsk: 0,
    transmission: 'normal',
    doubt: null,
    nowMs: SENT_AT + 1000,
    quarantineMs: QUARANTINE_MS,
    ...changes,
  };
}

/** The authority has said "absent" to a query that left then. */
function absentSince(askedMs: number): Progress {
  return { ...FRESH, absentMs: { [CODE]: askedMs } };
}

const ABSENT = absentSince(SENT_AT + 500);
const LONG_AFTER = { nowMs: SENT_AT + QUARANTINE_MS };
const ABSENT_LONG_AFTER = absentSince(SENT_AT + QUARANTINE_MS);
/** It has said so after it had shown a document that is stamped. */
const CONTROLLED: Progress = { ...ABSENT_LONG_AFTER, controlledMs: SENT_AT + QUARANTINE_MS };

type Step = ReturnType<typeof nextStep>;
type Case = readonly [
  title: string,
  attempts: readonly Attempt[],
  changes: Partial<Situation>,
  progress: Progress,
  step: Step,
];

const WAIT: Step = { do: 'wait' };
const SIGN: Step = { do: 'sign' };
const PREPARE: Step = { do: 'prepare' };
const send = (one: Attempt): Step => ({ do: 'send', attempt: one });
const ask = (one: Attempt): Step => ({ do: 'ask', attempt: one, codigoGeneracion: CODE });
const settle = (one: Attempt): Step => ({ do: 'settle_absent', attempt: one });

function itDoes(cases: readonly Case[]): void {
  for (const [title, attempts, changes, progress, step] of cases)
    it(title, () => expect(nextStep(situation(attempts, changes), progress)).toEqual(step));
}

const OPEN = attempt();
const CHANGED = attempt({ payloadHash: 'old' });
const ABSENT_ONE = attempt({ outcome: 'absent' });
const UNDELIVERED = attempt({ outcome: 'not_delivered' });
const CHANGED_ABSENT = attempt({ outcome: 'absent', payloadHash: 'old' });
const CHANGED_UNDELIVERED = attempt({ outcome: 'not_delivered', payloadHash: 'old' });

describe('a document without an open attempt', () => {
  const otherCode = { ...UNDELIVERED, codigoGeneracion: codeOf(CODE.replaceAll('1', '9')) };
  const second = attempt({ number: 2, outcome: 'absent' });
  itDoes([
    ['that was never sent is signed', [], {}, FRESH, SIGN],
    ['whose bytes ended not_delivered sends them again', [UNDELIVERED], {}, FRESH, send(UNDELIVERED)],
    ['whose bytes ended absent sends them again', [ABSENT_ONE], {}, FRESH, send(ABSENT_ONE)],
    ['whose bytes ended not_delivered is signed anew when changed', [CHANGED_UNDELIVERED], {}, FRESH, SIGN],
    ['whose bytes ended absent is signed anew for a changed payload', [CHANGED_ABSENT], {}, FRESH, SIGN],
    ['whose bytes carry another generation code is signed anew', [otherCode], {}, FRESH, SIGN],
    ['that was rejected is signed anew', [attempt({ outcome: 'rejected' })], {}, FRESH, SIGN],
    ['never sends an earlier version', [ABSENT_ONE, { ...second, payloadHash: 'other' }], {}, FRESH, SIGN],
    ['sends the last version of its bytes', [ABSENT_ONE, second], {}, FRESH, send(second)],
  ]);
});

describe('bytes that may have arrived', () => {
  const silent = attempt({ sends: 3 });
  const later = attempt({ number: 2, outcome: 'not_delivered' });
  itDoes([
    ['are asked about first, for the same payload', [OPEN], {}, FRESH, ask(OPEN)],
    ['are asked about first, for a changed payload', [CHANGED], {}, FRESH, ask(CHANGED)],
    ['are asked about first, however long ago they were sent', [OPEN], LONG_AFTER, FRESH, ask(OPEN)],
    ['are asked about again after each silence', [silent], {}, { ...FRESH, sends: 2 }, ask(silent)],
    ['are asked about although a later attempt is settled', [OPEN, later], {}, FRESH, ask(OPEN)],
  ]);
});

describe('bytes that the authority calls absent', () => {
  const justBeforeMs = SENT_AT + QUARANTINE_MS - 1;
  const tooEarly = absentSince(justBeforeMs);
  const wentBack = { nowMs: SENT_AT - 10 * QUARANTINE_MS };
  const resent = attempt({ payloadHash: 'old', sends: 2, lastSentMs: SENT_AT + 60_000 });
  const known = { ...ABSENT, controlledMs: SENT_AT };
  itDoes([
    ['are resent identically within the quarantine', [OPEN], {}, ABSENT, send(OPEN)],
    ['wait within the quarantine where the payload changed', [CHANGED], {}, ABSENT, WAIT],
    ['wait one millisecond before the quarantine ends', [CHANGED], { nowMs: justBeforeMs }, tooEarly, WAIT],
    ['are asked about again where the query left too early', [OPEN], LONG_AFTER, tooEarly, ask(OPEN)],
    ['are asked about again, also when changed', [CHANGED], LONG_AFTER, tooEarly, ask(CHANGED)],
    ['are settled when the quarantine is over', [OPEN], LONG_AFTER, CONTROLLED, settle(OPEN)],
    ['are settled then, also when changed', [CHANGED], LONG_AFTER, CONTROLLED, settle(CHANGED)],
    ['count their quarantine from the last sending', [resent], LONG_AFTER, ABSENT_LONG_AFTER, WAIT],
    ['are not settled by a clock that went back', [CHANGED], wentBack, ABSENT, WAIT],
    ['need no quarantine of 0', [OPEN], { nowMs: SENT_AT, quarantineMs: 0 }, known, settle(OPEN)],
    ['make room for the changed payload once settled', [CHANGED_ABSENT], LONG_AFTER, ABSENT, SIGN],
  ]);
});

describe('the ends of a run', () => {
  it.each([[[]], [[attempt()]], [[attempt({ outcome: 'not_delivered' })]]])(
    'a query without an answer or an unreachable authority ends it: %#',
    (attempts) => {
      expect(nextStep(situation(attempts), { ...FRESH, gaveUp: true })).toEqual({ do: 'wait' });
    },
  );

  it.each([[[]], [[attempt()]], [[attempt({ outcome: 'absent' })]]])(
    'a spent budget ends it: %#',
    (attempts) => {
      const late = { ...ABSENT, outOfTime: true };
      expect(nextStep(situation(attempts, LONG_AFTER), late)).toEqual({ do: 'wait' });
    },
  );

  it('one sending and two resends are all that the Ministry allows', () => {
    expect(SENDS_PER_RUN).toBe(3);
    const open = attempt();
    const steps = [1, 2, 3].map((sends) => nextStep(situation([open]), { ...ABSENT, sends }).do);
    expect(steps).toEqual(['send', 'send', 'wait']);
  });

  const spent = { ...FRESH, sends: SENDS_PER_RUN };
  const silent = attempt({ sends: 3 });
  itDoes([
    ['the limit holds for new bytes', [], {}, spent, WAIT],
    ['the limit holds for bytes that never arrived', [UNDELIVERED], {}, spent, WAIT],
    ['after three silent sendings the authority is still asked', [silent], {}, spent, ask(silent)],
  ]);
});

describe('in every situation', () => {
  const anyAttempt = fc.record({
    outcome: fc.constantFrom('unknown', 'rejected', 'not_delivered', 'absent') satisfies fc.Arbitrary<
      Attempt['outcome']
    >,
    payloadHash: fc.constantFrom('wanted', 'old', 'older'),
    lastSentMs: fc.integer({ min: SENT_AT - 2 * QUARANTINE_MS, max: SENT_AT }),
    formal: fc.boolean(),
  });
  const anySituation = fc
    .array(anyAttempt, { maxLength: 4 })
    .map((list) => list.map((changes, index) => attempt({ ...changes, number: index + 1 })))
    .chain((attempts) =>
      fc.record({
        attempts: fc.constant(attempts),
        payloadHash: fc.constantFrom('wanted', 'old'),
        codigoGeneracion: fc.constant(CODE),
        codesToAsk: fc.constantFrom(0, 0, 3),
        doubt: fc.constantFrom<Situation['doubt']>(
          null,
          { about: 'copy', codes: [CODE] },
          { about: 'number', codes: [CODE] },
        ),
        transmission: fc.constantFrom('normal', 'overdue', 'unreported', 'reported') satisfies fc.Arbitrary<
          Situation['transmission']
        >,
        nowMs: fc.integer({ min: SENT_AT - QUARANTINE_MS, max: SENT_AT + 2 * QUARANTINE_MS }),
        quarantineMs: fc.constantFrom(0, 1, QUARANTINE_MS),
      }),
    );
  const anyInstant = fc.integer({ min: SENT_AT - QUARANTINE_MS, max: SENT_AT + 2 * QUARANTINE_MS });
  const anyProgress = fc.record({
    sends: fc.integer({ min: 0, max: 4 }),
    absentMs: fc.dictionary(fc.constant(CODE), anyInstant),
    controlledMs: fc.option(anyInstant),
    gaveUp: fc.boolean(),
    outOfTime: fc.boolean(),
    offline: fc.boolean(),
  });

  it('new bytes are signed only when every attempt is settled', () => {
    fc.assert(
      fc.property(anySituation, anyProgress, (one, progress) => {
        const step = nextStep(one, progress);
        const open = one.attempts.filter(({ outcome }) => outcome === 'unknown');
        if (step.do === 'sign' || step.do === 'prepare') expect(open).toEqual([]);
        if (progress.offline) expect(['prepare', 'wait']).toContain(step.do);
        if (one.codesToAsk > 0) expect(['ask_codes', 'wait']).toContain(step.do);
        if (step.do === 'send') expect(step.attempt.payloadHash).toBe(one.payloadHash);
        if (step.do === 'send' && open.length > 0) expect(open).toContain(step.attempt);
      }),
    );
  });

  it('a formal document travels only once its event is sealed, and none becomes formal with bytes in doubt', () => {
    fc.assert(
      fc.property(anySituation, anyProgress, (one, progress) => {
        const step = nextStep(one, progress);
        const open = one.attempts.find(({ outcome }) => outcome === 'unknown');
        if (one.transmission === 'overdue') expect(['sign', 'send']).not.toContain(step.do);
        if (one.transmission === 'unreported') expect(['sign', 'send']).not.toContain(step.do);
        if (step.do === 'send' && step.attempt !== open)
          expect(step.attempt.formal).toBe(one.transmission === 'reported');
      }),
    );
  });

  it('bytes are called absent only on the authority’s word and after the quarantine', () => {
    fc.assert(
      fc.property(anySituation, anyProgress, (one, progress) => {
        const step = nextStep(one, progress);
        if (!['settle_absent', 'uphold', 'renumber'].includes(step.do)) return;
        const askedMs = progress.absentMs[CODE] ?? Number.NEGATIVE_INFINITY;
        const open = one.attempts.find(({ outcome }) => outcome === 'unknown');
        expect(askedMs - (open?.lastSentMs ?? 0)).toBeGreaterThanOrEqual(one.quarantineMs);
        expect(askedMs).toBeGreaterThanOrEqual(progress.controlledMs ?? Number.POSITIVE_INFINITY);
        const steps = { copy: 'uphold', number: 'renumber' };
        expect(step.do).toBe(one.doubt === null ? 'settle_absent' : steps[one.doubt.about]);
      }),
    );
  });

  it('no verdict is overturned: rejected and stamped bytes are never sent or asked about', () => {
    fc.assert(
      fc.property(anySituation, anyProgress, (one, progress) => {
        const step = nextStep(one, progress);
        if ('attempt' in step) expect(['unknown', 'not_delivered', 'absent']).toContain(step.attempt.outcome);
        if (progress.gaveUp || progress.outOfTime) expect(step.do).toBe('wait');
      }),
    );
  });
});

describe('a document in contingency for longer than the quarantine', () => {
  const overdue = { ...LONG_AFTER, transmission: 'overdue' } as const;
  const early = { transmission: 'overdue' } as const;
  const unreported = { transmission: 'unreported' } as const;
  const reported = { transmission: 'reported' } as const;
  const kept = attempt({ outcome: 'not_delivered', formal: true });
  const changed = { ...kept, payloadHash: 'old' };
  itDoes([
    ['that was never sent is signed as formal and kept', [], overdue, FRESH, PREPARE],
    ['that is absent is signed as formal and kept', [ABSENT_ONE], overdue, FRESH, PREPARE],
    ['that never arrived is signed as formal and kept', [UNDELIVERED], overdue, FRESH, PREPARE],
    ['with bytes in doubt is asked about first', [OPEN], overdue, FRESH, ask(OPEN)],
    ['with bytes in doubt is settled', [OPEN], overdue, CONTROLLED, settle(OPEN)],
    ['with bytes in doubt is not sent again', [OPEN], early, ABSENT, WAIT],
    ['waits for the seal of its event once it is formal', [kept], unreported, FRESH, WAIT],
    ['is sent once its event is sealed', [kept], reported, FRESH, send(kept)],
    ['is signed as formal for a changed payload before the seal', [changed], unreported, FRESH, PREPARE],
    ['is signed as formal for a changed payload after the seal', [changed], reported, FRESH, SIGN],
  ]);
});

describe('while the authority is known to be down', () => {
  const OFFLINE: Progress = { ...FRESH, offline: true };
  itDoes([
    ['a document that was never signed is signed and kept', [], {}, OFFLINE, PREPARE],
    ['bytes that ended not_delivered wait', [UNDELIVERED], {}, OFFLINE, WAIT],
    ['bytes that ended absent wait', [ABSENT_ONE], {}, OFFLINE, WAIT],
    ['a changed payload is signed and kept in their place', [CHANGED_UNDELIVERED], {}, OFFLINE, PREPARE],
    ['bytes of unknown fate are neither asked about nor sent', [OPEN], LONG_AFTER, OFFLINE, WAIT],
  ]);
});
