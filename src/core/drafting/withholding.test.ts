import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from '../money/decimal.ts';
import { ivaPerceived, ivaRetained, onePercent } from './withholding.ts';

describe('one per cent', () => {
  it.each([
    ['0', '0'],
    ['0.49', '0'],
    ['0.5', '0.01'],
    ['100', '1'],
    ['149.49', '1.49'],
    ['149.5', '1.5'],
    ['99999999999.99', '1000000000'],
  ])('of %s is %s', (base, share) => {
    expect(formatDecimal(onePercent(decimal(base)))).toBe(share);
  });
});

describe('what a buyer retains', () => {
  it.each([
    [3, '100', '1'],
    [4, '100', '1'],
    [3, '99.99', '0'],
    [4, '250.55', '2.51'],
    [1, '1000', '0'],
    [2, '1000', '0'],
    [null, '1000', '0'],
  ])('of kind %s, from %s, is %s', (kind, base, retained) => {
    expect(formatDecimal(ivaRetained(kind, decimal(base)))).toBe(retained);
  });
});

describe('what an agent perceives', () => {
  it.each([
    [true, 1, '100', '1'],
    [true, 2, '100', '1'],
    [true, 1, '99.99', '0'],
    [true, 3, '100', '0'],
    [true, 4, '100', '0'],
    [true, null, '100', '0'],
    [false, 1, '100', '0'],
  ])('where it is one (%s), from kind %s and %s, is %s', (...[agent, kind, base, perceived]) => {
    expect(formatDecimal(ivaPerceived(agent, kind, decimal(base)))).toBe(perceived);
  });
});
