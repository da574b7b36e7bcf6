import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from '../money/decimal.ts';
import { readNumber } from './read-number.ts';

const NO_NUMBER = 'Debe ser un número, como 1.50.';
const INTEGERS = 'Admite como máximo 11 dígitos enteros.';

describe('readNumber', () => {
  it.each([
    [-0, '0'],
    [1.005, '1.005'],
    [1e-7, '0.0000001'],
    [-9e-7, '-0.0000009'],
    [5e-324, '0'],
    [1 / 3, '0.33333333'],
    ['1.50', '1.5'],
    ['1.0E1', '10'],
  ])('%s is %s', (value, text) => {
    expect(readNumber(value)).toEqual({ kind: 'decimal', value: decimal(text) });
  });

  it.each([
    [Number.NaN, NO_NUMBER],
    [Number.POSITIVE_INFINITY, NO_NUMBER],
    ['', NO_NUMBER],
    ['1,50', NO_NUMBER],
    [100_000_000_000, INTEGERS],
    [1e21, INTEGERS],
  ])('%s is refused: %s', (value, message) => {
    const code = message === INTEGERS ? 'too_large' : 'not_a_number';
    expect(readNumber(value)).toEqual({ kind: 'problem', code, message });
  });

  it('takes every number that was printed with at most 8 decimals as what was printed', () => {
    const steps = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(steps, fc.boolean(), (step, negative) => {
        const text = formatDecimal(negative ? -step : step);
        expect(readNumber(Number(text))).toEqual({ kind: 'decimal', value: decimal(text) });
      }),
    );
  });
});
