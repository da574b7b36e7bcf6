import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from './decimal.ts';
import { vatOn, vatWithin, withoutVat } from './vat.ts';

describe('VAT', () => {
  it.each([
    ['1.13', '0.13', '1'],
    ['100', '11.50442478', '88.49557522'],
    ['0.01', '0.00115044', '0.00884956'],
    ['0', '0', '0'],
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
