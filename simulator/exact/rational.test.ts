import { describe, expect, it } from 'vitest';
import {
  add,
  agree,
  agreeEitherWay,
  compare,
  isZero,
  multiply,
  ratio,
  subtract,
  toCents,
  total,
  ZERO,
} from './rational.ts';

const half = ratio(1n, 2n);
const third = ratio(1n, 3n);

describe('fractions', () => {
  it('are exact where decimals are not', () => {
    expect(compare(total([third, third, third]), ratio(1n, 1n))).toBe(0);
    expect(compare(add(ratio(1n, 10n), ratio(2n, 10n)), ratio(3n, 10n))).toBe(0);
  });

  it.each([
    [add(half, third), ratio(5n, 6n)],
    [add(half, ratio(1n, 4n)), ratio(3n, 4n)],
    [add(ratio(1n, 4n), half), ratio(3n, 4n)],
    [subtract(third, half), ratio(-1n, 6n)],
    [multiply(half, third), ratio(1n, 6n)],
    [ratio(1n, -2n), ratio(-1n, 2n)],
    [total([]), ZERO],
  ])('%o equals %o', (actual, expected) => {
    expect(compare(actual, expected)).toBe(0);
  });

  it('are ordered', () => {
    expect(compare(third, half)).toBe(-1);
    expect(compare(half, third)).toBe(1);
    expect(isZero(subtract(half, ratio(2n, 4n)))).toBe(true);
  });

  it('have no zero denominator', () => {
    expect(() => ratio(1n, 0n)).toThrow(RangeError);
  });
});

describe('toCents', () => {
  it.each([
    [ratio(5n, 1000n), 1n],
    [ratio(-5n, 1000n), -1n],
    [ratio(4999n, 1_000_000n), 0n],
    [ratio(2n, 3n), 67n],
    [ratio(1005n, 1000n), 101n],
  ])('%o is %d cents', (value, cents) => {
    expect(toCents(value)).toEqual({ numerator: cents, denominator: 100n });
  });
});

describe('agree', () => {
  it('holds up to exactly one cent either way', () => {
    expect(agree(ratio(101n, 100n), ratio(1n, 1n))).toBe(true);
    expect(agree(ratio(1n, 1n), ratio(101n, 100n))).toBe(true);
    expect(agree(ratio(101_000_001n, 100_000_000n), ratio(1n, 1n))).toBe(false);
    expect(agree(ratio(1n, 1n), ratio(102n, 100n))).toBe(false);
  });
});

describe('an amount rounded either way', () => {
  const exact = ratio(169_013n, 10_000n);

  it.each([
    [1688n, false],
    [1689n, true],
    [1690n, true],
    [1691n, true],
    [1692n, true],
    [1693n, false],
  ])('%i cents for 16.9013: %s', (cents, expected) => {
    expect(agreeEitherWay(ratio(cents, 100n), exact)).toBe(expected);
  });

  it('has the plain tolerance where nothing is to be rounded', () => {
    const [below, above] = [ratio(1689n, 100n), ratio(1692n, 100n)];
    expect([agreeEitherWay(below, ratio(169n, 10n)), agreeEitherWay(above, ratio(169n, 10n))]).toEqual([
      true,
      false,
    ]);
  });
});
