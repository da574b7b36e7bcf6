import { describe, expect, it } from 'vitest';
import { amountText, centsText, dollarsText, priceText, quantityText } from './amount-text.ts';

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

it.each([
  ['971.6814156', '971.68', '971.6814'],
  ['0.005', '0.01', '0.005'],
  ['0.00499999', '0.00', '0.005'],
  ['0.00004999', '0.00', '0.00'],
  ['-1234.565', '-1,234.57', '-1,234.565'],
  ['3.1', '3.10', '3.10'],
  ['99999999999.99999999', '100,000,000,000.00', '100,000,000,000.00'],
  ['1e3', '1e3', '1e3'],
])('rounds %s to cents as %s and to a price as %s', (digits, cents, price) => {
  expect([centsText(digits), priceText(digits)]).toEqual([cents, price]);
});
