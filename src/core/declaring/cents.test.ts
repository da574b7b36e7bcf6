import { expect, it } from 'vitest';
import { decimal } from '../money/decimal.ts';
import { annexAmount, centsCell, centsIn } from './cents.ts';

it('reads two decimals, and nothing else', () => {
  expect(centsIn('1000000000.00')).toBe(100_000_000_000n);
  expect(centsIn('-0.05')).toBe(-5n);
  for (const cell of ['', '1', '1.5', '1.500', '1,000.00', '$1.00', '.50', '+1.00', '1.00 '])
    expect(centsIn(cell)).toBe(null);
});

it('writes what it reads', () => {
  for (const cell of ['0.00', '0.05', '-0.05', '-1234.50', '99999999999.99'])
    expect(centsCell(centsIn(cell) ?? 1n)).toBe(cell);
  expect(annexAmount(decimal('0.005'))).toBe('0.01');
});
