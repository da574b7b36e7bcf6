import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FRESH } from '../../../test/support/fresh-run.ts';
import { codeOf } from '../../../test/support/identifiers.ts';
import type { SentBytes } from './attempt.ts';
import { nextInvalidationStep, nextReportStep, type Report } from './next-event-step.ts';
import type { Progress } from './next-step.ts';

const MINUTE_MS = 60_000;

const [A, B] = [codeOf(randomUUID()), codeOf(randomUUID())];

function bytes(outcome: SentBytes['outcome'], codigoGeneracion = A): SentBytes {
  return { number: 1, codigoGeneracion, jws: 'a.b.c', outcome, sends: 1 };
}

function report(outcome: SentBytes['outcome'], ageMs: number): Report {
  return { ...bytes(outcome), ageMs };
}

const OVER: readonly (readonly [string, Partial<Progress>])[] = [
  ['the authority could not be reached', { gaveUp: true }],
  ['there is no time', { outOfTime: true }],
  ['the authority is known to be down', { offline: true }],
];

describe('an invalidation', () => {
  const next = (attempts: readonly SentBytes[], progress: Partial<Progress> = {}) =>
    nextInvalidationStep({ attempts, codigoGeneracion: A }, { ...FRESH, ...progress });

  it.each(['unknown', 'not_delivered'] as const)('is sent with its %s bytes', (outcome) => {
    expect(next([bytes(outcome)])).toEqual({ do: 'send', attempt: bytes(outcome) });
  });

  it('is signed without bytes, after a verdict, and under another code', () => {
    for (const attempts of [[], [bytes('rejected')], [bytes('not_delivered', B)]])
      expect(next(attempts)).toEqual({ do: 'sign' });
  });

  it('is sent three times in a run', () => {
    expect([1, 2, 3].map((sends) => next([bytes('unknown')], { sends }).do)).toEqual([
      'send',
      'send',
      'wait',
    ]);
  });

  it.each(OVER)('waits where %s', (_, progress) => {
    expect(next([], progress)).toEqual({ do: 'wait' });
    expect(next([bytes('unknown')], progress)).toEqual({ do: 'wait' });
  });
});

describe('an event that reports a contingency', () => {
  const next = (attempts: readonly Report[], progress: Partial<Progress> = {}) =>
    nextReportStep(attempts, { ...FRESH, ...progress });

  it('is sent with the same bytes for 20 minutes', () => {
    const [fresh, old] = [report('unknown', 20 * MINUTE_MS - 1), report('unknown', 20 * MINUTE_MS)];
    expect(next([fresh])).toEqual({ do: 'send', attempt: fresh });
    expect(next([old])).toEqual({ do: 'sign' });
  });

  it('is signed without bytes, and where they never left or got a verdict', () => {
    for (const attempts of [[], [report('not_delivered', 0)], [report('rejected', 0)]])
      expect(next(attempts)).toEqual({ do: 'sign' });
  });

  it('is sent once in a run', () => {
    expect(next([report('unknown', 0)], { sends: 1 })).toEqual({ do: 'wait' });
  });

  it.each(OVER)('waits where %s', (_, progress) => {
    expect(next([], progress)).toEqual({ do: 'wait' });
  });
});
