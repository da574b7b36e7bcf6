import { describe, expect, it } from 'vitest';
import { foundBy } from '../../../../test/structure/found-by.ts';
import { amount, anyNumber, decimalsOf, integer, LIMIT, number } from './number.ts';
import type { Shape } from './shape.ts';

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

/** The messages alone. */
function problemsOf(shape: Shape, value: unknown): readonly string[] {
  return foundBy(shape, value).map((sentence) => sentence.replace('# ', ''));
}

describe('a number', () => {
  it.each([0, -0, 1, -1.5, 1e-300, 1e300])('may be %d', (value) => {
    expect(problemsOf(anyNumber, value)).toEqual([]);
  });

  it.each(NO_NUMBERS)('is not %j', (value) => {
    for (const shape of [anyNumber, number({ min: 0 }), amount(2, {})]) {
      expect(problemsOf(shape, value)).toEqual(['must be a number']);
    }
    expect(problemsOf(integer(), value)).toEqual(['must be a whole number']);
  });

  it.each([
    [{ min: 0 }, [0, -0, 0.1], [-0.1]],
    [{ max: 0 }, [0, -5], [0.01]],
    [{ above: 0 }, [1e-8], [0, -1]],
    [{ below: LIMIT }, [99_999_999_999.99, -LIMIT], [LIMIT, 1e300]],
    [{ above: -LIMIT, below: LIMIT }, [-99_999_999_999.99, 0], [-LIMIT, LIMIT]],
    [{ min: 0, max: 100 }, [0, 100], [-0.01, 100.01]],
  ])('in the range %j', (range, inside, outside) => {
    for (const value of inside) expect(problemsOf(number(range), value)).toEqual([]);
    for (const value of outside) expect(problemsOf(number(range), value)).toEqual(['is out of its range']);
  });
});

describe('a whole number', () => {
  it('may be written with a point', () => {
    expect(problemsOf(integer(), JSON.parse('2.0'))).toEqual([]);
    expect(problemsOf(integer(), JSON.parse('2e3'))).toEqual([]);
    expect(problemsOf(integer(), 2.5)).toEqual(['must be a whole number']);
  });

  it('has a range', () => {
    expect(problemsOf(integer({ min: 1, max: 99 }), 99)).toEqual([]);
    expect(problemsOf(integer({ min: 1, max: 99 }), 100)).toEqual(['is out of its range']);
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
      if (problemsOf(amount(2, {}), inCents).length > 0) wrong.push(inCents);
      if (problemsOf(amount(8, {}), inTiny).length > 0) wrong.push(inTiny);
    }
    expect(wrong).toEqual([]);
  });

  it('are limited in an amount', () => {
    expect(problemsOf(amount(2, { min: 0 }), 1.001)).toEqual(['has more than 2 decimals']);
    expect(problemsOf(amount(8, { min: 0 }), 1e-9)).toEqual(['has more than 8 decimals']);
    expect(problemsOf(amount(2, { min: 0 }), -1.001)).toEqual(['is out of its range']);
  });
});
