import { describe, expect, it } from 'vitest';
import { amountText, dollarsText, quantityText } from './amount-text.ts';

describe('amountText', () => {
  it.each([
    ['0', '0.00'],
    ['0.1', '0.10'],
    ['999', '999.00'],
    ['1000', '1,000.00'],
    ['82070.3125', '82,070.3125'],
    ['99999999999.99999999', '99,999,999,999.99999999'],
    ['-1234.5', '-1,234.50'],
    ['1e3', '1e3'],
  ])('writes %s as %s', (digits, text) => {
    expect(amountText(digits)).toBe(text);
  });

  it('leaves whole quantities whole, and names the currency of money', () => {
    expect([quantityText('275'), quantityText('2.5'), dollarsText('5')]).toEqual(['275', '2.5', 'US$ 5.00']);
  });
});
