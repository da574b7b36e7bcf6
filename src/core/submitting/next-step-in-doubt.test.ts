import { describe, expect, it } from 'vitest';
import { FRESH } from '../../../test/support/fresh-run.ts';
import { codeOf } from '../../../test/support/identifiers.ts';
import type { Attempt } from './attempt.ts';
import {
  CODE_KEPT_AFTER_REJECTION_MS,
  changedDataWaitMs,
  needsNewCode,
  nextStep,
  type Progress,
  type Situation,
} from './next-step.ts';

const QUARANTINE_MS = 15 * 60_000;
const SENT_AT = 1_000_000_000;
const CODE = codeOf('11111111-2222-4333-8444-555555555555');

const open: Attempt = {
  number: 1,
  codigoGeneracion: CODE,
  jws: 'header.first.signature',
  payloadHash: 'wanted',
  outcome: 'unknown',
  sends: 1,
  lastSentMs: SENT_AT,
  formal: false,
};

function bytes(changes: Partial<Attempt> = {}): Attempt {
  return { ...open, ...changes };
}

/** One second after the sending, long before the quarantine ends. */
const SITUATION: Situation = {
  attempts: [open],
  payloadHash: 'wanted',
  codigoGeneracion: CODE,
  transmission: 'normal',
  codesToAsk: 0,
  doubt: null,
  nowMs: SENT_AT + 1000,
  quarantineMs: QUARANTINE_MS,
};

const LONG_AFTER = { nowMs: SENT_AT + QUARANTINE_MS };

describe('an authority that says "absent" after the quarantine', () => {
  const asks = { do: 'ask', attempt: open, codigoGeneracion: CODE };
  const absent: Progress = { ...FRESH, absentMs: { [CODE]: SENT_AT + QUARANTINE_MS } };

  it('is asked about a document that it has stamped, and then about this one again', () => {
    const over = { ...SITUATION, ...LONG_AFTER };
    expect(nextStep(over, absent)).toEqual({ do: 'control' });
    const shown = { ...absent, controlledMs: SENT_AT + QUARANTINE_MS + 1 };
    expect(nextStep(over, shown)).toEqual(asks);
  });
});

describe('a rejection in doubt', () => {
  const OTHER = codeOf(CODE.replaceAll('1', '9'));
  const doubted = (changes: Partial<Situation> = {}): Situation => ({
    ...SITUATION,
    doubt: { about: 'copy', codes: [OTHER, CODE] },
    ...changes,
  });
  const absentMs = (otherMs: number, ownMs: number): Progress => ({
    ...FRESH,
    absentMs: { [OTHER]: otherMs, [CODE]: ownMs },
  });

  it('is asked about under every code, and nothing is sent meanwhile', () => {
    expect(nextStep(doubted(), FRESH)).toEqual({ do: 'ask', attempt: open, codigoGeneracion: OTHER });
    expect(nextStep(doubted(), { ...FRESH, absentMs: { [OTHER]: SENT_AT + 500 } })).toMatchObject({
      codigoGeneracion: CODE,
    });
    expect(nextStep(doubted(), absentMs(SENT_AT + 500, SENT_AT + 500))).toEqual({ do: 'wait' });
  });

  it('holds when each code is absent after the quarantine and after the control', () => {
    const endMs = SENT_AT + QUARANTINE_MS;
    expect(nextStep(doubted(LONG_AFTER), absentMs(endMs, endMs - 1))).toMatchObject({
      codigoGeneracion: CODE,
    });
    expect(nextStep(doubted(LONG_AFTER), absentMs(endMs, endMs))).toEqual({ do: 'control' });
    const shown = { ...absentMs(endMs + 2, endMs), controlledMs: endMs + 1 };
    expect(nextStep(doubted(LONG_AFTER), shown)).toMatchObject({ do: 'ask', codigoGeneracion: CODE });
    const twice = { ...absentMs(endMs + 2, endMs + 2), controlledMs: endMs + 1 };
    expect(nextStep(doubted(LONG_AFTER), twice)).toEqual({ do: 'uphold' });
    const aboutNumber = { about: 'number', codes: [OTHER, CODE] } as const;
    expect(nextStep(doubted({ ...LONG_AFTER, doubt: aboutNumber }), shown)).toMatchObject({ do: 'ask' });
    expect(nextStep(doubted({ ...LONG_AFTER, doubt: aboutNumber }), twice)).toEqual({ do: 'renumber' });
  });

  it('makes no document formal', () => {
    const overdue = doubted({ ...LONG_AFTER, transmission: 'overdue' });
    expect(nextStep(overdue, { ...FRESH, offline: true })).toEqual({ do: 'wait' });
  });
});

describe('data that changed', () => {
  const other = bytes({ payloadHash: 'sent' });
  const waits = (attempts: readonly Attempt[], ageMs: number) =>
    changedDataWaitMs({ ...SITUATION, attempts, nowMs: SENT_AT + ageMs });

  it('wait for the end of the quarantine of what may have arrived, to the millisecond', () => {
    expect(waits([other], 0)).toBe(QUARANTINE_MS);
    expect(waits([other], QUARANTINE_MS - 0.4)).toBe(1);
    expect(waits([other], QUARANTINE_MS)).toBeNull();
    expect(waits([bytes({ number: 0, outcome: 'rejected' }), other], 1)).toBe(QUARANTINE_MS - 1);
  });

  it('wait for nothing where nothing is in doubt, or what is says the same', () => {
    expect(waits([], 0)).toBeNull();
    expect(waits([bytes()], 0)).toBeNull();
    expect(waits([bytes({ payloadHash: 'sent', outcome: 'absent' })], 0)).toBeNull();
  });
});

describe('the generation code after a rejection', () => {
  it('is kept for 24 hours and new from then on', () => {
    expect(CODE_KEPT_AFTER_REJECTION_MS).toBe(86_400_000);
    expect(needsNewCode(0)).toBe(false);
    expect(needsNewCode(86_399_999)).toBe(false);
    expect(needsNewCode(86_400_000)).toBe(true);
  });

  it('is kept without a rejection', () => {
    expect(needsNewCode(null)).toBe(false);
  });
});
