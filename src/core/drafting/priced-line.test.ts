import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleLine } from '../../../test/support/example-order.ts';
import { decimal, formatDecimal } from '../money/decimal.ts';
import type { OrderLine } from './order.ts';
import {
  ivaPerceived,
  ivaRetained,
  netItem,
  onePercent,
  pricedLines,
  readNumber,
  taxedTotal,
  untaxedTotals,
} from './priced-line.ts';

function priced(changes: Partial<OrderLine>) {
  const { value, problems } = pricedLines([exampleLine(changes)]);
  const [line] = value;
  if (line === undefined) return problems.map(({ path, message }) => `${path}: ${message}`);
  return { discount: formatDecimal(line.discount), amount: formatDecimal(line.amount) };
}

describe('amounts', () => {
  it.each([
    [[1, 1.13, 0], '0', '1.13'],
    [[3, 33.33, 0], '0', '99.99'],
    [[0.1, 0.2, 0], '0', '0.02'],
    [[1, 100, 100], '100', '0'],
    [[7, 14.29, 100], '100.03', '0'],
    [[1, 99.99, 33.333333], '33.32999967', '66.66000033'],
    [[3, 0.333333, 50], '0.4999995', '0.4999995'],
    [[0.000001, 0.000001, 0], '0', '0'],
    [[0.001, 0.00001, 0], '0', '0.00000001'],
    [[0.00123, 0.000125, 0], '0', '0.00000015'],
    [[0.0001, 0.00005, 0], '0', '0.00000001'],
    [[0.0001, 0.000049, 0], '0', '0'],
    [[0.0003, 0.00005, 50], '0.00000001', '0.00000001'],
    [[2.5, 0, 10], '0', '0'],
    [[99_999_999_999, 1, 0], '0', '99999999999'],
    [[99_999_999_999, 1, 0.000001], '999.99999999', '99999998999.00000001'],
    [[1, 0.000001, 99.99999999], '0.000001', '0'],
  ])(
    '%j (quantity, price, percent): discount %s, amount %s',
    ([quantity = 0, unitPrice = 0, discountPercentage = 0], discount, amount) => {
      expect(priced({ quantity, unitPrice, discountPercentage })).toEqual({ discount, amount });
    },
  );

  it('keep the numbers and the order they come from', () => {
    const order = exampleLine({ quantity: 2.5, unitPrice: 4, discountPercentage: 12.5 });
    expect(pricedLines([order]).value).toEqual([
      {
        order,
        path: 'lines[0]',
        quantity: 250_000_000n,
        unitPrice: 400_000_000n,
        discountPercentage: 1_250_000_000n,
        discount: 125_000_000n,
        amount: 875_000_000n,
      },
    ]);
  });
});

describe('problems', () => {
  it.each([
    [{ quantity: 0 }, 'lines[0].quantity: Debe ser mayor que cero; se redondea a 8 decimales.'],
    [{ quantity: -1 }, 'lines[0].quantity: Debe ser mayor que cero; se redondea a 8 decimales.'],
    [{ unitPrice: -0.01 }, 'lines[0].unit_price: No puede ser negativo.'],
    [{ discountPercentage: -1 }, 'lines[0].discount_percentage: Debe estar entre 0 y 100.'],
    [{ discountPercentage: 100.00000001 }, 'lines[0].discount_percentage: Debe estar entre 0 y 100.'],
    [{ quantity: 4e-9 }, 'lines[0].quantity: Debe ser mayor que cero; se redondea a 8 decimales.'],
    [{ unitPrice: 1e11 }, 'lines[0].unit_price: Admite como máximo 11 dígitos enteros.'],
    [{ discountPercentage: Number.NaN }, 'lines[0].discount_percentage: Debe ser un número, como 1.50.'],
    [
      { quantity: 50_000_000_000, unitPrice: 2 },
      'lines[0]: quantity × unit_price debe ser menor que 100,000,000,000.',
    ],
    [
      { quantity: 99_999_999_999, unitPrice: 99_999_999_999, discountPercentage: 100 },
      'lines[0]: quantity × unit_price debe ser menor que 100,000,000,000.',
    ],
  ])('%j', (changes, problem) => {
    expect(priced(changes)).toEqual([problem]);
  });

  it('name everything that is wrong with one line', () => {
    expect(priced({ quantity: 0, unitPrice: -1, discountPercentage: 120, unit: '98' })).toEqual([
      'lines[0].unit: No existe en el catálogo de unidades (CAT-014).',
      'lines[0].quantity: Debe ser mayor que cero; se redondea a 8 decimales.',
      'lines[0].unit_price: No puede ser negativo.',
      'lines[0].discount_percentage: Debe estar entre 0 y 100.',
    ]);
  });

  it('name every number that cannot be read, and every line in its place', () => {
    const unreadable = exampleLine({ quantity: '1,5', unitPrice: 1e21, discountPercentage: 1e300 });
    const wrong = [exampleLine(), unreadable, exampleLine(), exampleLine({ quantity: 0 })];
    const { value: lines, problems } = pricedLines(wrong);
    expect(problems.map(({ path }) => path)).toEqual([
      'lines[1].quantity',
      'lines[1].unit_price',
      'lines[1].discount_percentage',
      'lines[3].quantity',
    ]);
    expect(lines.map(({ path }) => path)).toEqual(['lines[0]', 'lines[2]']);
  });
});

const NO_NUMBER = 'Debe ser un número, como 1.50.';
const INTEGERS = 'Admite como máximo 11 dígitos enteros.';

describe('readNumber', () => {
  it.each([
    [-0, '0'],
    [1.005, '1.005'],
    [1e-7, '0.0000001'],
    [-9e-7, '-0.0000009'],
    [5e-324, '0'],
    [1 / 3, '0.33333333'],
    ['1.50', '1.5'],
    ['1.0E1', '10'],
  ])('%s is %s', (value, text) => {
    expect(readNumber(value)).toEqual({ kind: 'decimal', value: decimal(text) });
  });

  it.each([
    [Number.NaN, NO_NUMBER],
    [Number.POSITIVE_INFINITY, NO_NUMBER],
    ['', NO_NUMBER],
    ['1,50', NO_NUMBER],
    [100_000_000_000, INTEGERS],
    [1e21, INTEGERS],
  ])('%s is refused: %s', (value, message) => {
    const code = message === INTEGERS ? 'too_large' : 'not_a_number';
    expect(readNumber(value)).toEqual({ kind: 'problem', code, message });
  });

  it('takes every number that was printed with at most 8 decimals as what was printed', () => {
    const steps = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(steps, fc.boolean(), (step, negative) => {
        const text = formatDecimal(negative ? -step : step);
        expect(readNumber(Number(text))).toEqual({ kind: 'decimal', value: decimal(text) });
      }),
    );
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
