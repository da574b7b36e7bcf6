import { beforeEach, describe, expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { codeOf, nitOf } from '../../../test/support/identifiers.ts';
import {
  ABSENT,
  handClock,
  NOT_DELIVERED,
  type ScriptedAuthority,
  SILENT,
  STAMPED,
  scriptedAuthority,
} from '../../../test/support/issuing-bench.ts';
import type { ConsultQuery } from '../authority/ports.ts';
import type { InvalidationAnswer } from '../invalidations/ports.ts';
import {
  createCircuitBreaker,
  FAILURES_TO_OPEN,
  observed,
  observedInvalidations,
} from './circuit-breaker.ts';

const HERE = { companyId: 'a', ambiente: '00', nit: nitOf('06140101900018') } as const;
const QUERY: ConsultQuery = {
  account: HERE,
  tipoDte: '01',
  generation: 'v2',
  codigoGeneracion: codeOf('CODE'),
};

describe('the circuit of a company', () => {
  let clock = handClock();
  let breaker = createCircuitBreaker(clock);
  beforeEach(() => {
    clock = handClock();
    breaker = createCircuitBreaker(clock);
  });
  const fail = (times: number, query = QUERY) => {
    for (let count = 0; count < times; count += 1) breaker.note(query, false);
  };

  it('opens after four calls in a row without an answer', () => {
    fail(FAILURES_TO_OPEN - 1);
    expect(breaker.isOpen(HERE)).toBe(false);
    fail(1);
    expect(breaker.isOpen(HERE)).toBe(true);
  });

  it('forgets failures at any answer', () => {
    fail(FAILURES_TO_OPEN - 1);
    breaker.note(QUERY, true);
    fail(FAILURES_TO_OPEN - 1);
    expect(breaker.isOpen(HERE)).toBe(false);
  });

  it('is nobody else’s: neither another company’s nor the same company’s in the other environment', () => {
    fail(FAILURES_TO_OPEN);
    expect(breaker.isOpen({ ...HERE, companyId: 'b' })).toBe(false);
    expect(breaker.isOpen({ ...HERE, ambiente: '01' })).toBe(false);
  });

  it('is probed by questions that go round, one at a time, ever more seldom', () => {
    fail(FAILURES_TO_OPEN);
    expect(breaker.dueProbes()).toEqual([]);
    const waits: number[] = [];
    for (let probes = 0, waited = 0; probes < 8; waited += 500) {
      clock.advance(500);
      const due = breaker.dueProbes();
      if (due.length === 0) continue;
      expect(due).toEqual([{ query: QUERY, turn: probes }]);
      expect(breaker.dueProbes()).toEqual([]);
      waits.push(waited + 500);
      waited = -500;
      probes += 1;
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('tells which accounts are offline, and once which have returned', () => {
    const there = { ...QUERY, account: { ...HERE, companyId: 'b' } };
    fail(FAILURES_TO_OPEN);
    fail(FAILURES_TO_OPEN - 1, there);
    expect(breaker.offline()).toEqual([HERE]);
    expect(breaker.returned()).toEqual([]);
    breaker.note(there, true);
    breaker.note(QUERY, true);
    breaker.note(QUERY, true);
    expect(breaker.offline()).toEqual([]);
    expect(breaker.returned()).toEqual([HERE]);
    expect(breaker.returned()).toEqual([]);
  });

  it('tells why its last call got no answer, while it is open', () => {
    for (let count = 1; count < FAILURES_TO_OPEN; count += 1) breaker.note(QUERY, false, 'sign_in_refused');
    expect(breaker.causeOf(HERE)).toBeUndefined();
    breaker.note(QUERY, false, 'sign_in_refused');
    clock.advance(1_000);
    expect(breaker.dueProbes()).toEqual([{ query: QUERY, turn: 0 }]);
    expect(breaker.causeOf(HERE)).toBe('sign_in_refused');
    expect(breaker.causeOf({ ...HERE, ambiente: '01' })).toBeUndefined();
    breaker.note(QUERY, false);
    expect(breaker.causeOf(HERE)).toBeUndefined();
  });

  it('closes at any answer, and is no longer probed', () => {
    fail(FAILURES_TO_OPEN + 3);
    breaker.note(QUERY, true);
    clock.advance(60_000);
    expect(breaker.isOpen(HERE)).toBe(false);
    expect(breaker.dueProbes()).toEqual([]);
  });
});

describe('an observed authority', () => {
  let authority: ScriptedAuthority = scriptedAuthority();
  beforeEach(() => {
    authority = scriptedAuthority();
  });
  const submission = { ...QUERY, version: 2, jws: 'x', idEnvio: 1 };

  it.each([
    ['silence', SILENT],
    ['what was not delivered', NOT_DELIVERED],
  ])('opens the circuit after repeated %s, and passes the answers on', async (_name, answer) => {
    const breaker = createCircuitBreaker(handClock());
    authority.answer({ submit: Array.from({ length: FAILURES_TO_OPEN }, () => answer) });
    for (let count = 0; count < FAILURES_TO_OPEN; count += 1) {
      expect(breaker.isOpen(HERE)).toBe(false);
      expect(await observed(authority, breaker).submit(submission)).toBe(answer);
    }
    expect(breaker.isOpen(HERE)).toBe(true);
  });

  it('stays closed while the authority speaks of what it is sent, whatever it says', async () => {
    const breaker = createCircuitBreaker(handClock());
    const spoke = { kind: 'silent', reason: '004 without a field', raw: REJECTED_RAW, spoke: true } as const;
    authority.answer({ submit: Array.from({ length: FAILURES_TO_OPEN }, () => spoke) });
    for (let count = 0; count < FAILURES_TO_OPEN; count += 1)
      await observed(authority, breaker).submit(submission);
    expect(breaker.isOpen(HERE)).toBe(false);
  });

  it('is told why there was no answer', async () => {
    const breaker = createCircuitBreaker(handClock());
    for (let count = 0; count < FAILURES_TO_OPEN; count += 1) breaker.note(QUERY, false);
    const cause = 'sign_in_refused' as const;
    authority.answer({
      submit: [{ kind: 'not_delivered', reason: 'x', cause, raw: null }],
      consult: [{ kind: 'silent', reason: 'x', cause, raw: null }],
    });
    await observed(authority, breaker).submit(submission);
    expect(breaker.causeOf(HERE)).toBe(cause);
    breaker.note(QUERY, false);
    await observed(authority, breaker).consult(QUERY);
    expect(breaker.causeOf(HERE)).toBe(cause);
  });

  it.each([
    ['a stamp', STAMPED],
    ['an "absent"', ABSENT],
    ['a document that is known', { kind: 'known', invalidated: false, raw: REJECTED_RAW } as const],
    ['words that decide nothing', { ...SILENT, spoke: true } as const],
  ])('closes it at %s', async (_name, answer) => {
    const breaker = createCircuitBreaker(handClock());
    for (let count = 0; count < FAILURES_TO_OPEN; count += 1) breaker.note(QUERY, false);
    authority.answer({ consult: [SILENT, answer] });
    await observed(authority, breaker).consult(QUERY);
    expect(breaker.isOpen(HERE)).toBe(true);
    await observed(authority, breaker).consult(QUERY);
    expect(breaker.isOpen(HERE)).toBe(false);
  });
});

describe('an observed authority for invalidations', () => {
  const submission = {
    account: HERE,
    version: 3,
    codigoGeneracion: codeOf('Y'),
    invalidated: QUERY,
    jws: 'a.b.c',
    idEnvio: 1,
  };

  it.each<[string, InvalidationAnswer, readonly boolean[]]>([
    ['a seal', { kind: 'sealed', stamp: STAMP, raw: STAMPED_RAW }, [true]],
    ['a rejection', { kind: 'rejected', already: null, rejection: REJECTION, raw: REJECTED_RAW }, [true]],
    ['an authority out of reach', { kind: 'not_delivered', reason: 'ECONNREFUSED', raw: null }, [false]],
    ['a silent service', { kind: 'silent', reason: 'time-out', raw: null }, []],
  ])('tells the breaker of %s what it says about the whole', async (_, answer, told) => {
    const noted: unknown[] = [];
    const note = (...what: readonly unknown[]) => void noted.push(what.slice(0, 2));
    const authority = { invalidate: async () => answer, speaksOf: async () => true };
    expect(await observedInvalidations(authority, { note }).invalidate(submission)).toBe(answer);
    expect(noted).toEqual(told.map((answered) => [QUERY, answered]));
  });

  it.each([true, false])('tells the breaker whether a question was answered: %s', async (spoke) => {
    const noted: unknown[] = [];
    const note = (...what: readonly unknown[]) => void noted.push(what);
    const invalidate = () => Promise.reject(new Error('nothing is to be sent'));
    const authority = { invalidate, speaksOf: async () => spoke };
    expect(await observedInvalidations(authority, { note }).speaksOf(QUERY)).toBe(spoke);
    expect(noted).toEqual([[QUERY, spoke]]);
  });
});
