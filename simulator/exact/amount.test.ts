import { describe, expect, it } from 'vitest';
import { isAmount, readAmount } from './amount.ts';
import { compare, ratio } from './rational.ts';

describe('readAmount', () => {
  it.each([
    ['0', 0n, 1n, 0],
    ['-0', 0n, 1n, 0],
    ['0.10', 1n, 10n, 1],
    ['1.250', 125n, 100n, 2],
    ['100', 100n, 1n, 0],
    ['1e2', 100n, 1n, 0],
    ['1.0E-4', 1n, 10_000n, 4],
    ['10e-1', 1n, 1n, 0],
    ['1.234567891E7', 1_234_567_891n, 100n, 2],
    ['-12345678901.12345678', -1_234_567_890_112_345_678n, 100_000_000n, 8],
    ['12345678901234567890', 12_345_678_901_234_567_890n, 1n, 0],
  ])('%s', (source, numerator, denominator, decimals) => {
    const amount = readAmount(source);
    expect(amount?.decimals).toBe(decimals);
    expect(amount && compare(amount, ratio(numerator, denominator))).toBe(0);
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
