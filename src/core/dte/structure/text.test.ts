import { describe, expect, it } from 'vitest';
import { foundBy } from '../../../../test/structure/found-by.ts';
import type { Shape } from './shape.ts';
import { date, email, text } from './text.ts';

/** The messages alone. */
function problemsOf(shape: Shape, value: unknown): readonly string[] {
  return foundBy(shape, value).map((sentence) => sentence.replace('# ', ''));
}

describe('text', () => {
  const limited = text({ min: 3, max: 5 });

  it.each(['abc', 'abcde', 'ñññññ', '👍👍👍', '👍👍👍👍👍', 'a👍b', '\ud800\ud800\ud800'])(
    'within its limits, counted in code points: %j',
    (value) => expect(problemsOf(limited, value)).toEqual([]),
  );

  it.each(['', 'ab', '👍👍', '👍a', 'abcdef', '👍👍👍👍👍👍', 'abcde👍'])(
    'beyond its limits: %j',
    (value) => {
      expect(problemsOf(limited, value)).toEqual(['must have 3 to 5 characters']);
    },
  );

  it.each([0, null, ['abc'], { length: 3 }, true, undefined])('is not %j', (value) => {
    expect(problemsOf(limited, value)).toEqual(['must be text']);
  });

  it('says its limits in words', () => {
    expect(problemsOf(text({ min: 4, max: 4 }), 'M01')).toEqual(['must have exactly 4 characters']);
    expect(problemsOf(text({ min: 1 }), '')).toEqual(['must have at least 1 characters']);
    expect(problemsOf(text({ max: 2 }), 'abc')).toEqual(['must have 0 to 2 characters']);
  });

  it('has its pattern, if one is given', () => {
    const digits = text({ pattern: /^[0-9]{2}$/ });
    expect(problemsOf(digits, '07')).toEqual([]);
    for (const value of ['7', '007', '07\n', '٠٧', '']) {
      expect(problemsOf(digits, value)).toEqual(['does not have its pattern']);
    }
  });

  it('may be anything without limits', () => {
    expect(problemsOf(text(), '')).toEqual([]);
    expect(problemsOf(text(), 'x'.repeat(100_000))).toEqual([]);
  });
});

describe('a date', () => {
  it.each(['2026-11-20', '2024-02-29', '2000-02-29', '0000-01-01', '9999-12-31'])('%s', (value) => {
    expect(problemsOf(date, value)).toEqual([]);
  });

  it.each(['2026-02-29', '2100-02-29', '2026-13-01', '2026-1-1', '2026-11-20T00:00:00', '', ' 2026-11-20'])(
    'is not %j',
    (value) => expect(problemsOf(date, value)).toEqual(['must be a date']),
  );

  it('is text', () => {
    expect(problemsOf(date, 20_261_120)).toEqual(['must be text']);
  });
});

describe('an e-mail address', () => {
  it('is what the product takes for one', () => {
    expect(problemsOf(email, 'facturas@ejemplo.com')).toEqual([]);
    expect(problemsOf(email, 'facturas@ejemplo')).toEqual(['must be an e-mail address']);
    expect(problemsOf(email, null)).toEqual(['must be text']);
  });
});
