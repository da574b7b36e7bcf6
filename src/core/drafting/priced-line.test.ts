import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleLine } from '../../../test/support/example-order.ts';
import { decimal, formatDecimal } from '../money/decimal.ts';
import type { OrderLine } from './order.ts';
import { ivaPerceived, ivaRetained, pricedLines, readNumber } from './priced-line.ts';

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
      'lines[0].unit: No existe el código «98»; vea /catalogs/units.',
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
    expect(readNumber(value, 'here')).toEqual({ value: decimal(text), problems: [] });
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
    expect(readNumber(value, 'here')).toEqual({ value: null, problems: [{ path: 'here', code, message }] });
  });

  it('takes every number that was printed with at most 8 decimals as what was printed', () => {
    const steps = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(steps, fc.boolean(), (step, negative) => {
        const text = formatDecimal(negative ? -step : step);
        expect(readNumber(Number(text), 'here').value).toBe(decimal(text));
      }),
    );
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
