import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { countDecimals, decimalsOf } from './decimal-keyword.ts';

describe('decimalsOf', () => {
  it.each([
    [0, 0],
    [-3, 0],
    [1.25, 2],
    [0.07, 2],
    [1e-8, 8],
    [1.5e-7, 8],
    [1e21, 0],
    [99999999999.99, 2],
  ])('%d needs %d', (value, decimals) => {
    expect(decimalsOf(value)).toBe(decimals);
  });
});

describe('countDecimals', () => {
  const cents = countDecimals(new Ajv()).compile({ type: 'number', multipleOf: 0.01 });
  const lines = countDecimals(new Ajv()).compile({ type: 'number', multipleOf: 1e-8 });

  it('accepts every amount of two decimals, where the built-in keyword does not', () => {
    const builtIn = new Ajv().compile({ type: 'number', multipleOf: 0.01 });
    const amounts = Array.from({ length: 20_000 }, (_, index) =>
      Number(`${index % 977}.${10 + (index % 90)}`),
    );
    expect(amounts.filter((amount) => !cents(amount))).toEqual([]);
    expect(amounts.some((amount) => !builtIn(amount))).toBe(true);
  });

  it('refuses one decimal too many, also below the point where numbers print exponents', () => {
    expect(cents(0.005)).toBe(false);
    expect(lines(0.00000001)).toBe(true);
    expect(lines(0.000000001)).toBe(false);
    expect(lines(1.5e-8)).toBe(false);
  });

  it('does not pretend to know other steps', () => {
    expect(() => countDecimals(new Ajv()).compile({ type: 'number', multipleOf: 0.05 })).toThrow(RangeError);
  });
});
