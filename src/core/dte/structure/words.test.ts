import { describe, expect, it } from 'vitest';
import { foundBy } from '../../../../test/structure/found-by.ts';
import { decimalsOf, pathOf, ROOT, readWords } from './words.ts';

/** The messages alone. */
function problemsOf(words: string, value: unknown): readonly string[] {
  return foundBy(words, value).map((sentence) => sentence.replace('# ', ''));
}

describe('words', () => {
  it.each([
    '',
    'texto',
    'text 1-5',
    'text 5',
    'number <',
    'whole 1..99 or nothing',
    'date  or null',
    'number = x',
  ])('of no table: %j', (words) => expect(() => readWords(words)).toThrow(RangeError));

  it('admit null, or say what stands there where nothing is given', () => {
    expect(readWords('text 1..5 or null')).toMatchObject({ orNull: true, fallback: undefined });
    expect(readWords('number 2 decimals 0.. <1e11 = 0')).toMatchObject({ orNull: false, fallback: 0 });
    expect(problemsOf('whole or null', null)).toEqual([]);
  });
});

describe('text', () => {
  const limited = 'text 3..5';

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
    expect(problemsOf('text 4..4', 'M01')).toEqual(['must have exactly 4 characters']);
    expect(problemsOf('text 1..', '')).toEqual(['must have at least 1 characters']);
    expect(problemsOf('text ..2', 'abc')).toEqual(['must have 0 to 2 characters']);
  });

  it('has its pattern, if one is given', () => {
    const digits = 'text like ^[0-9]{2}$';
    expect(problemsOf(digits, '07')).toEqual([]);
    for (const value of ['7', '007', '07\n', '٠٧', '']) {
      expect(problemsOf(digits, value)).toEqual(['does not have its pattern']);
    }
  });

  it('may be anything without limits', () => {
    expect(problemsOf('text', '')).toEqual([]);
    expect(problemsOf('text', 'x'.repeat(100_000))).toEqual([]);
  });
});

describe('a date', () => {
  it.each(['2026-11-20', '2024-02-29', '2000-02-29', '0000-01-01', '9999-12-31'])('%s', (value) => {
    expect(problemsOf('date', value)).toEqual([]);
  });

  it.each(['2026-02-29', '2100-02-29', '2026-13-01', '2026-1-1', '2026-11-20T00:00:00', '', ' 2026-11-20'])(
    'is not %j',
    (value) => expect(problemsOf('date', value)).toEqual(['must be a date']),
  );

  it('is text', () => {
    expect(problemsOf('date', 20_261_120)).toEqual(['must be text']);
  });
});

describe('an e-mail address', () => {
  it('is what the product takes for one', () => {
    expect(problemsOf('email', 'facturas@ejemplo.com')).toEqual([]);
    expect(problemsOf('email', 'facturas@ejemplo')).toEqual(['must be an e-mail address']);
    expect(problemsOf('email', null)).toEqual(['must be text']);
  });
});

const NO_NUMBERS = [
  '1',
  null,
  true,
  [],
  {},
  undefined,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  JSON.parse('1e400'),
];

describe('a number', () => {
  it.each([0, -0, 1, -1.5, 1e-300, 1e300])('may be %d', (value) => {
    expect(problemsOf('number', value)).toEqual([]);
  });

  it.each(NO_NUMBERS)('is not %j', (value) => {
    for (const words of ['number', 'number 0..', 'number 2 decimals']) {
      expect(problemsOf(words, value)).toEqual(['must be a number']);
    }
    expect(problemsOf('whole', value)).toEqual(['must be a whole number']);
  });

  it.each([
    ['0..', [0, -0, 0.1], [-0.1]],
    ['..0', [0, -5], [0.01]],
    ['>0', [1e-8], [0, -1]],
    ['<1e11', [99_999_999_999.99, -1e11], [1e11, 1e300]],
    ['>-1e11 <1e11', [-99_999_999_999.99, 0], [-1e11, 1e11]],
    ['0..100', [0, 100], [-0.01, 100.01]],
  ])('in the range %s', (range, inside, outside) => {
    for (const value of inside) expect(problemsOf(`number ${range}`, value)).toEqual([]);
    for (const value of outside)
      expect(problemsOf(`number ${range}`, value)).toEqual(['is out of its range']);
  });
});

describe('a whole number', () => {
  it('may be written with a point', () => {
    expect(problemsOf('whole', JSON.parse('2.0'))).toEqual([]);
    expect(problemsOf('whole', JSON.parse('2e3'))).toEqual([]);
    expect(problemsOf('whole', 2.5)).toEqual(['must be a whole number']);
  });

  it('has a range', () => {
    expect(problemsOf('whole 1..99', 99)).toEqual([]);
    expect(problemsOf('whole 1..99', 100)).toEqual(['is out of its range']);
  });
});

describe('the decimals of a number', () => {
  it.each([
    [0, 0],
    [-0, 0],
    [100, 0],
    [1e21, 0],
    [1.5e21, 0],
    [0.1, 1],
    [0.07, 2],
    [-0.29, 2],
    [1234.5678, 4],
    [1e-8, 8],
    [1e-7, 7],
    [1.5e-7, 8],
    [1.25e-7, 9],
    [0.1 + 0.2, 17],
    [5e-324, 324],
    [99_999_999_999.99, 2],
  ])('%d has %d', (value, expected) => {
    expect(decimalsOf(value)).toBe(expected);
  });

  it('are counted right for every cent and every hundred-millionth', () => {
    const wrong = [];
    for (let cents = 0; cents < 100_000; cents += 1) {
      const [inCents, inTiny] = [Number(`${cents}e-2`), Number(`${cents}e-8`)];
      if (problemsOf('number 2 decimals', inCents).length > 0) wrong.push(inCents);
      if (problemsOf('number 8 decimals', inTiny).length > 0) wrong.push(inTiny);
    }
    expect(wrong).toEqual([]);
  });

  it('are limited in an amount', () => {
    expect(problemsOf('number 2 decimals 0..', 1.001)).toEqual(['has more than 2 decimals']);
    expect(problemsOf('number 8 decimals 0..', 1e-9)).toEqual(['has more than 8 decimals']);
    expect(problemsOf('number 2 decimals 0..', -1.001)).toEqual(['is out of its range']);
  });
});

describe('a place', () => {
  it('is written as the Ministry writes it', () => {
    const pagos = { parent: { parent: ROOT, step: 'resumen' }, step: 'pagos' };
    expect(pathOf({ parent: { parent: pagos, step: 0 }, step: 'periodo' })).toBe('#/resumen/pagos/0/periodo');
  });

  it('tells a slash in a key from one between keys', () => {
    expect(pathOf({ parent: ROOT, step: 'a/b~c' })).toBe('#/a~1b~0c');
  });
});
