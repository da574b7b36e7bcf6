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

describe('a document without an open attempt', () => {
  it('that was never sent is signed', () => {
    expect(nextStep(situation([]), FRESH)).toEqual({ do: 'sign' });
  });

  it.each(['not_delivered', 'absent'] as const)('whose bytes ended %s sends them again', (outcome) => {
    const last = attempt({ outcome });
    expect(nextStep(situation([last]), FRESH)).toEqual({ do: 'send', attempt: last });
  });

  it.each(['not_delivered', 'absent'] as const)(
    'whose bytes ended %s is signed anew for a changed payload',
    (outcome) => {
      const last = attempt({ outcome, payloadHash: 'old' });
      expect(nextStep(situation([last]), FRESH)).toEqual({ do: 'sign' });
    },
  );

  it('whose bytes carry another generation code is signed anew', () => {
    const last = attempt({ outcome: 'not_delivered', codigoGeneracion: codeOf(CODE.replaceAll('1', '9')) });
    expect(nextStep(situation([last]), FRESH)).toEqual({ do: 'sign' });
  });

  it('that was rejected is signed anew, even for the same payload', () => {
    expect(nextStep(situation([attempt({ outcome: 'rejected' })]), FRESH)).toEqual({ do: 'sign' });
  });

  it('sends the last version of its bytes, never an earlier one', () => {
    const first = attempt({ outcome: 'absent' });
    const second = attempt({ number: 2, outcome: 'absent', payloadHash: 'other' });
    expect(nextStep(situation([first, second]), FRESH)).toEqual({ do: 'sign' });
    const again = { ...second, payloadHash: 'wanted' };
    expect(nextStep(situation([first, again]), FRESH)).toEqual({ do: 'send', attempt: again });
  });
});

describe('bytes that may have arrived', () => {
  it('are asked about first, for the same payload', () => {
    const open = attempt();
    expect(nextStep(situation([open]), FRESH)).toEqual({ do: 'ask', attempt: open, codigoGeneracion: CODE });
  });

  it('are asked about first, for a changed payload', () => {
    const open = attempt({ payloadHash: 'old' });
    expect(nextStep(situation([open]), FRESH)).toEqual({ do: 'ask', attempt: open, codigoGeneracion: CODE });
  });

  it('are asked about first, however long ago they were sent', () => {
    const open = attempt();
    expect(nextStep(situation([open], LONG_AFTER), FRESH)).toEqual({
      do: 'ask',
      attempt: open,
      codigoGeneracion: CODE,
    });
  });

  it('are asked about again after each sending that met silence', () => {
    const open = attempt({ sends: 3 });
    const afterSilence = { ...FRESH, sends: 2 };
    expect(nextStep(situation([open]), afterSilence)).toEqual({
      do: 'ask',
      attempt: open,
      codigoGeneracion: CODE,
    });
  });

  it('are asked about although a later attempt is settled', () => {
    const open = attempt();
    const later = attempt({ number: 2, outcome: 'not_delivered' });
    expect(nextStep(situation([open, later]), FRESH)).toEqual({
      do: 'ask',
      attempt: open,
      codigoGeneracion: CODE,
    });
  });
});

describe('bytes that the authority calls absent', () => {
  it('are resent identically within the quarantine', () => {
    const open = attempt();
    expect(nextStep(situation([open]), ABSENT)).toEqual({ do: 'send', attempt: open });
  });

  it('wait in contingency within the quarantine where the payload changed', () => {
    const open = attempt({ payloadHash: 'old' });
    expect(nextStep(situation([open]), ABSENT)).toEqual({ do: 'wait' });
  });

  it('are not settled one millisecond before the quarantine ends', () => {
    const changed = attempt({ payloadHash: 'old' });
    const nowMs = SENT_AT + QUARANTINE_MS - 1;
    const justNow = absentSince(nowMs);
    expect(nextStep(situation([changed], { nowMs }), justNow)).toEqual({ do: 'wait' });
  });

  it.each(['wanted', 'old'])(
    'are asked about again where the query left before the quarantine ended, payload %s',
    (payloadHash) => {
      const open = attempt({ payloadHash });
      const tooEarly = absentSince(SENT_AT + QUARANTINE_MS - 1);
      expect(nextStep(situation([open], LONG_AFTER), tooEarly)).toEqual({
        do: 'ask',
        attempt: open,
        codigoGeneracion: CODE,
      });
    },
  );

  it.each(['wanted', 'old'])('are settled when the quarantine is over, payload %s', (payloadHash) => {
    const open = attempt({ payloadHash });
    const step = nextStep(situation([open], LONG_AFTER), CONTROLLED);
    expect(step).toEqual({ do: 'settle_absent', attempt: open });
  });

  it('count their quarantine from the last sending', () => {
    const open = attempt({ payloadHash: 'old', sends: 2, lastSentMs: SENT_AT + 60_000 });
    expect(nextStep(situation([open], LONG_AFTER), ABSENT_LONG_AFTER)).toEqual({ do: 'wait' });
  });

  it('are not settled by a clock that went back', () => {
    const open = attempt({ payloadHash: 'old' });
    const step = nextStep(situation([open], { nowMs: SENT_AT - 10 * QUARANTINE_MS }), ABSENT);
    expect(step).toEqual({ do: 'wait' });
  });

  it('are settled at once without a quarantine', () => {
    const open = attempt();
    const known = { ...ABSENT, controlledMs: SENT_AT };
    expect(nextStep(situation([open], { nowMs: SENT_AT, quarantineMs: 0 }), known)).toEqual({
      do: 'settle_absent',
      attempt: open,
    });
  });

  it('make room for the changed payload once settled', () => {
    const settled = attempt({ payloadHash: 'old', outcome: 'absent' });
    expect(nextStep(situation([settled], LONG_AFTER), ABSENT)).toEqual({ do: 'sign' });
  });
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

  it('the limit holds for bytes that never arrived and for new ones too', () => {
    const spent = { ...FRESH, sends: SENDS_PER_RUN };
    expect(nextStep(situation([]), spent)).toEqual({ do: 'wait' });
    const undelivered = attempt({ outcome: 'not_delivered' });
    expect(nextStep(situation([undelivered]), spent)).toEqual({ do: 'wait' });
  });

  it('after three silent sendings the authority is still asked', () => {
    const open = attempt({ sends: 3 });
    const spent = { ...FRESH, sends: SENDS_PER_RUN };
    expect(nextStep(situation([open]), spent)).toEqual({ do: 'ask', attempt: open, codigoGeneracion: CODE });
  });
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
        if (one.transmission === 'unreported') {
          expect(step.do).not.toBe('sign');
          expect(step.do).not.toBe('send');
        }
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
  const overdue = (attempts: readonly Attempt[]) =>
    situation(attempts, { ...LONG_AFTER, transmission: 'overdue' });

  it('that was never sent, or never arrived, is signed as formal and kept', () => {
    expect(nextStep(overdue([]), FRESH)).toEqual({ do: 'prepare' });
    expect(nextStep(overdue([attempt({ outcome: 'absent' })]), FRESH)).toEqual({ do: 'prepare' });
    expect(nextStep(overdue([attempt({ outcome: 'not_delivered' })]), FRESH)).toEqual({ do: 'prepare' });
  });

  it('with bytes in doubt is asked about first, and not sent again', () => {
    const open = attempt();
    expect(nextStep(overdue([open]), FRESH)).toEqual({ do: 'ask', attempt: open, codigoGeneracion: CODE });
    expect(nextStep(overdue([open]), CONTROLLED)).toEqual({ do: 'settle_absent', attempt: open });
    const early = situation([open], { transmission: 'overdue' });
    expect(nextStep(early, ABSENT)).toEqual({ do: 'wait' });
  });

  it('waits for the seal of its event once it is formal', () => {
    const kept = attempt({ outcome: 'not_delivered', formal: true });
    expect(nextStep(situation([kept], { transmission: 'unreported' }), FRESH)).toEqual({ do: 'wait' });
    expect(nextStep(situation([kept], { transmission: 'reported' }), FRESH)).toEqual({
      do: 'send',
      attempt: kept,
    });
  });

  it('is signed as formal again for a changed payload, also before its event is sealed', () => {
    const kept = attempt({ outcome: 'not_delivered', formal: true, payloadHash: 'old' });
    expect(nextStep(situation([kept], { transmission: 'unreported' }), FRESH)).toEqual({ do: 'prepare' });
    expect(nextStep(situation([kept], { transmission: 'reported' }), FRESH)).toEqual({ do: 'sign' });
  });
});

describe('while the authority is known to be down', () => {
  const OFFLINE: Progress = { ...FRESH, offline: true };

  it('a document that was never signed is signed and kept', () => {
    expect(nextStep(situation([]), OFFLINE)).toEqual({ do: 'prepare' });
  });

  it.each(['not_delivered', 'absent'] as const)('bytes that ended %s wait', (outcome) => {
    expect(nextStep(situation([attempt({ outcome })]), OFFLINE)).toEqual({ do: 'wait' });
  });

  it('a changed payload is signed and kept in their place', () => {
    const last = attempt({ outcome: 'not_delivered', payloadHash: 'old' });
    expect(nextStep(situation([last]), OFFLINE)).toEqual({ do: 'prepare' });
  });

  it('bytes of unknown fate are neither asked about nor sent', () => {
    expect(nextStep(situation([attempt()], LONG_AFTER), OFFLINE)).toEqual({ do: 'wait' });
  });
});
