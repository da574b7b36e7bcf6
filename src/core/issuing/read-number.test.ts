import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from '../money/decimal.ts';
import { readNumber } from './read-number.ts';

const FINITE = 'Debe ser un número finito.';
const SMALL = 'Está demasiado cerca de cero: lo mínimo es 0.000001.';
const INTEGERS = 'Admite como máximo 11 dígitos enteros.';
const DECIMALS = 'Admite como máximo 8 decimales.';

describe('readNumber', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [-2.5, '-2.5'],
    [0.1, '0.1'],
    [1.005, '1.005'],
    [0.00000125, '0.00000125'],
    [0.000001, '0.000001'],
    [-0.000001, '-0.000001'],
    [123456.12345678, '123456.12345678'],
    [99_999_999_999, '99999999999'],
    [99_999_999_999.5, '99999999999.5'],
  ])('%d is %s', (value, text) => {
    expect(readNumber(value)).toEqual({ kind: 'decimal', value: decimal(text) });
  });

  it.each([
    [Number.NaN, FINITE],
    [Number.POSITIVE_INFINITY, FINITE],
    [Number.NEGATIVE_INFINITY, FINITE],
    [Number('1e400'), FINITE],
    [1e-7, SMALL],
    [-9e-7, SMALL],
    [5e-324, SMALL],
    [100_000_000_000, INTEGERS],
    [-100_000_000_000, INTEGERS],
    [Number('12345678901234567890'), INTEGERS],
    [1e21, INTEGERS],
    [-1e308, INTEGERS],
    [0.123456789, DECIMALS],
    [0.1 + 0.2, DECIMALS],
    [1 / 3, DECIMALS],
  ])('%d is refused: %s', (value, message) => {
    expect(readNumber(value)).toEqual({ kind: 'problem', message });
  });

  it('takes a number as the decimal it prints, or says why not', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const reading = readNumber(value);
        if (reading.kind === 'problem') expect(reading.message).toMatch(/^[A-ZÁÉÍÓÚ].+\.$/);
        else expect(formatDecimal(reading.value)).toBe(String(value === 0 ? 0 : value));
      }),
    );
  });

  it('takes every number that was printed with at most 8 decimals from 0.000001 on', () => {
    const steps = fc.bigInt({ min: 100n, max: 10n ** 15n });
    fc.assert(
      fc.property(steps, fc.boolean(), (step, negative) => {
        const text = formatDecimal(negative ? -step : step);
        expect(readNumber(Number(text))).toEqual({ kind: 'decimal', value: decimal(text) });
      }),
    );
  });
});
