import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from './decimal.ts';
import { incomeTaxOn, onePercent, taxOn, VAT, vatOn, vatWithin, withoutVat } from './rates.ts';

describe('VAT', () => {
  it.each([
    ['1.13', '0.13', '1'],
    ['100', '11.50442478', '88.49557522'],
    ['0.01', '0.00115044', '0.00884956'],
    ['0', '0', '0'],
    ['1', '0.11504425', '0.88495575'],
    ['-1', '-0.11504425', '-0.88495575'],
    ['99999999999.99999999', '11504424778.76106195', '88495575221.23893804'],
  ])('within %s is %s, and the rest %s', (amount, vat, rest) => {
    expect(formatDecimal(vatWithin(decimal(amount)))).toBe(vat);
    expect(formatDecimal(withoutVat(decimal(amount)))).toBe(rest);
  });

  it.each([
    ['1', '0.13'],
    ['88.49557522', '11.50442478'],
  ])('on %s is %s', (base, vat) => {
    expect(formatDecimal(vatOn(decimal(base)))).toBe(vat);
  });
});

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

describe('income tax', () => {
  it.each([
    ['0', '0'],
    ['10.05', '1.01'],
    ['10.04', '1'],
    ['275', '27.5'],
  ])('on services of %s is %s', (services, tax) => {
    expect(formatDecimal(incomeTaxOn(decimal(services)))).toBe(tax);
  });
});

it('is rounded to cents where the base is cents, halves away from zero', () => {
  expect([taxOn(50n, VAT), taxOn(-50n, VAT), taxOn(1_149n, VAT), withoutVat(113n)]).toEqual([
    7n,
    -7n,
    149n,
    100n,
  ]);
});
