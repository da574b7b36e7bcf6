import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numeralIn, numeralOf } from './numeral.ts';
import { readDecimal } from './read-decimal.ts';

describe('numeralIn', () => {
  it.each([
    ['1.50', 1.5],
    ['1.5e0', 1.5],
    ['0.30000000000000004', 0.3],
    ['-0', 0],
    ['99999999999.99999999', '99999999999.99999999'],
    ['1e-8', '0.00000001'],
    ['1e11', '1e11'],
    ['1,50', '1,50'],
    ['', ''],
  ])('is of %j %j', (text, numeral) => {
    expect(numeralIn(text)).toBe(numeral);
  });
});

describe('numeralOf', () => {
  it('keeps every decimal exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 19n) + 1n, max: 10n ** 19n - 1n }), (value) => {
        expect(readDecimal(String(numeralOf(value)))).toEqual({ kind: 'decimal', value });
      }),
    );
  });
});
