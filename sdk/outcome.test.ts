import { describe, expect, it } from 'vitest';
import { isInContingency, isRejected, isStamped, outcomeOf } from './outcome.ts';

const FLAGS = { dte_success: false, contingency: false, rejected: false, observaciones: [] };
const stamped = { ...FLAGS, dte_success: true };
const waiting = { ...FLAGS, contingency: true };
const rejected = { ...FLAGS, rejected: true, observaciones: ['Campo #/receptor/correo no cumple'] };

describe('the outcome of an answer', () => {
  it('is stamped, in contingency or rejected with its reasons', () => {
    expect(outcomeOf(stamped)).toEqual({ kind: 'stamped', answer: stamped });
    expect(outcomeOf(waiting)).toEqual({ kind: 'contingency', answer: waiting });
    expect(outcomeOf(rejected)).toEqual({
      kind: 'rejected',
      answer: rejected,
      reasons: ['Campo #/receptor/correo no cumple'],
    });
  });

  it('is one of the three', () => {
    const asked = [stamped, waiting, rejected].map((one) => [
      isStamped(one),
      isInContingency(one),
      isRejected(one),
    ]);
    expect(asked).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
  });

  it('is none where the flags say nothing', () => {
    expect(() => outcomeOf(FLAGS)).toThrow(/neither stamped/);
  });
});
