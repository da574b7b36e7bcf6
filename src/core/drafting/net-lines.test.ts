import { describe, expect, it } from 'vitest';
import { exampleLine } from '../../../test/support/example-order.ts';
import { formatDecimal } from '../money/decimal.ts';
import { netItem, taxedTotal, untaxedTotals } from './net-lines.ts';
import type { OrderLine } from './order.ts';
import { pricedLines } from './priced-line.ts';

function netOf(...changes: readonly Partial<OrderLine>[]) {
  const { value: lines, problems } = pricedLines(changes.map(exampleLine));
  expect(problems).toEqual([]);
  return { lines, items: lines.map(netItem) };
}

function item(changes: Partial<OrderLine>) {
  const [first] = netOf(changes).items;
  if (first === undefined) throw new Error('one line was given');
  const { precioUni, montoDescu, ventaNoSuj, ventaExenta, ventaGravada } = first;
  return [precioUni, montoDescu, ventaNoSuj, ventaExenta, ventaGravada].map(formatDecimal).join(' ');
}

function total(...changes: readonly Partial<OrderLine>[]) {
  const { lines, items } = netOf(...changes);
  const { totalGravada, iva } = taxedTotal(lines, items);
  return [totalGravada, iva, totalGravada + iva].map(formatDecimal).join(' ');
}

describe('a line of types 03 and 05', () => {
  it.each([
    ['loses its VAT', { unitPrice: 1.13 }, '1 0 0 0 1'],
    ['rounds the price to 8 decimals', { unitPrice: 1 }, '0.88495575 0 0 0 0.88495575'],
    ['rounds up at half', { unitPrice: 0.00000113 * 2 }, '0.000002 0 0 0 0.000002'],
    ['multiplies the rounded price', { unitPrice: 1, quantity: 3 }, '0.88495575 0 0 0 2.65486725'],
    ['has a discount', { unitPrice: 113, discountPercentage: 12.5 }, '100 12.5 0 0 87.5'],
    ['can be given away', { unitPrice: 113, discountPercentage: 100 }, '100 100 0 0 0'],
    [
      'has a discount of a fraction',
      { unitPrice: 113, discountPercentage: 33.333333 },
      '100 33.333333 0 0 66.666667',
    ],
    ['costs nothing', { unitPrice: 0 }, '0 0 0 0 0'],
    ['keeps an exempt price', { unitPrice: 1.13, saleType: 'exempt' }, '1.13 0 0 1.13 0'],
    [
      'keeps a price that is not subject',
      { unitPrice: 10, discountPercentage: 10, saleType: 'non_subject' },
      '10 1 9 0 0',
    ],
  ] as const)('%s', (_, changes, expected) => expect(item(changes)).toBe(expected));
});

describe('the taxed total', () => {
  it.each([
    ['of nothing', [], '0 0 0'],
    ['of one price', [{ unitPrice: 1.13 }], '1 0.13 1.13'],
    ['of a cent has no VAT', [{ unitPrice: 0.01 }], '0.01 0 0.01'],
    ['of four cents too', [{ unitPrice: 0.04 }], '0.04 0 0.04'],
    ['of five cents has one', [{ unitPrice: 0.05 }], '0.04 0.01 0.05'],
    ['of ten dollars', [{ unitPrice: 10 }], '8.85 1.15 10'],
    ['of three at 3.33', [{ unitPrice: 3.33, quantity: 3 }], '8.84 1.15 9.99'],
    ['of lines below half a cent', Array.from({ length: 3 }, () => ({ unitPrice: 0.004 })), '0.01 0 0.01'],
    [
      'leaves what carries no VAT out',
      [{ unitPrice: 10, saleType: 'exempt' }, { unitPrice: 1.13 }],
      '1 0.13 1.13',
    ],
    ['of ten thousand', [{ unitPrice: 0.99, quantity: 10_000 }], '8761.06 1138.94 9900'],
  ] as const)('%s', (_, lines, expected) => expect(total(...lines)).toBe(expected));

  it('is what was quoted although each line rounds its price', () => {
    const lines = Array.from({ length: 2000 }, () => ({ unitPrice: 0.99, quantity: 7 }));
    expect(total(...lines)).toBe('12265.49 1594.51 13860');
  });

  it('is rebuilt from the lines where the rounding of prices moved them by more than a cent', () => {
    // The price without VAT is 0.00884956, which is 1.77e-9 too much, eighty million times.
    expect(total({ unitPrice: 0.01, quantity: 80_000_000 })).toBe('707964.8 92035.42 800000.22');
    expect(total({ unitPrice: 0.01, quantity: 80_000 })).toBe('707.96 92.04 800');
  });

  it('is rebuilt from a hair beyond the cent on, above the quoted total or below it', () => {
    // Quoted 45980.70 and 67797.87.
    expect(total({ unitPrice: 0.36632466, quantity: 125_519 })).toBe('40690.89 5289.82 45980.71');
    expect(total({ unitPrice: 0.40812093, quantity: 166_122 })).toBe('59998.11 7799.75 67797.86');
  });
});

describe('the other totals', () => {
  it('are rounded once, each', () => {
    const { items } = netOf(
      { unitPrice: 0.004, saleType: 'exempt' },
      { unitPrice: 0.004, saleType: 'exempt' },
      { unitPrice: 0.005, saleType: 'non_subject' },
      { unitPrice: 113, discountPercentage: 10 },
      { unitPrice: 10, discountPercentage: 1.05, saleType: 'exempt' },
    );
    const { totalNoSuj, totalExenta, totalDescu } = untaxedTotals(items);
    expect([totalNoSuj, totalExenta, totalDescu].map(formatDecimal)).toEqual(['0.01', '9.9', '10.11']);
  });

  it('of nothing are zero', () => {
    expect(untaxedTotals([])).toEqual({ totalNoSuj: 0n, totalExenta: 0n, totalDescu: 0n });
  });
});
