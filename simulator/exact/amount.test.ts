import { describe, expect, it } from 'vitest';
import { isAmount, readAmount } from './amount.ts';

describe('readAmount', () => {
  it.each([
    ['0', { numerator: 0n, denominator: 1n, decimals: 0 }],
    ['-0', { numerator: 0n, denominator: 1n, decimals: 0 }],
    ['0.10', { numerator: 1n, denominator: 10n, decimals: 1 }],
    ['1.250', { numerator: 125n, denominator: 100n, decimals: 2 }],
    ['100', { numerator: 100n, denominator: 1n, decimals: 0 }],
    ['1e2', { numerator: 100n, denominator: 1n, decimals: 0 }],
    ['1.0E-4', { numerator: 1n, denominator: 10_000n, decimals: 4 }],
    ['10e-1', { numerator: 1n, denominator: 1n, decimals: 0 }],
    ['1.234567891E7', { numerator: 1_234_567_891n, denominator: 100n, decimals: 2 }],
    [
      '-12345678901.12345678',
      { numerator: -1_234_567_890_112_345_678n, denominator: 100_000_000n, decimals: 8 },
    ],
    ['12345678901234567890', { numerator: 12_345_678_901_234_567_890n, denominator: 1n, decimals: 0 }],
  ])('%s', (source, expected) => {
    expect(readAmount(source)).toMatchObject({ ...expected, source });
  });

  it.each(['', '+1', '.5', '1.', '0x10', 'NaN', '1e401', `1e-${'9'.repeat(30)}`, '9'.repeat(401)])(
    'does not read %s',
    (source) => {
      expect(readAmount(source)).toBeNull();
    },
  );
});

describe('isAmount', () => {
  it('knows an amount from a record that only looks like one', () => {
    expect(isAmount(readAmount('1'))).toBe(true);
    expect(isAmount({ numerator: 1n, denominator: 1n, decimals: 0 })).toBe(false);
    expect(isAmount(null)).toBe(false);
    expect(isAmount(1)).toBe(false);
  });
});
