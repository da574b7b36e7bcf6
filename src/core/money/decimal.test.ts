import { Decimal as Exact } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { NetItem } from '../drafting/net-lines.ts';
import {
  type Amount,
  type Cents,
  type Decimal,
  decimal,
  divideRounded,
  formatCents,
  formatDecimal,
  fromInteger,
  NUMBER_FORM,
  numeralIn,
  numeralOf,
  ONE,
  type Percentage,
  parseDecimal,
  product8,
  type Quantity,
  readDecimal,
  round2,
  sum,
  ZERO,
} from './decimal.ts';
import { type Rate, vatOn } from './rates.ts';

/** Enough digits for three factors of 19 digits each. */
const Wide = Exact.clone({ precision: 80, rounding: Exact.ROUND_HALF_UP });

/** Up to the widest amount of the schemas, of either sign, in steps of 1e-8. */
const anyDecimal = fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n });

function exact(value: bigint): Exact {
  return new Wide(value.toString()).div(1e8);
}

describe('divideRounded', () => {
  it.each([
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [-1n, -2n, 1n],
    [5n, 2n, 3n],
    [50n, 100n, 1n],
    [0n, 7n, 0n],
    [10n ** 60n + 1n, 2n, 5n * 10n ** 59n + 1n],
  ])('%s / %s is %s', (numerator, divisor, quotient) => {
    expect(divideRounded(numerator, divisor)).toBe(quotient);
  });

  it('throws on a zero divisor', () => {
    expect(() => divideRounded(1n, 0n)).toThrow(RangeError);
    expect(() => divideRounded(0n, 0n)).toThrow(RangeError);
  });

  it('agrees with decimal.js and is odd in each argument', () => {
    const divisor = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(anyDecimal, divisor, (numerator, by) => {
        const quotient = divideRounded(numerator, by);
        const expected = new Wide(numerator.toString()).div(by.toString()).toFixed(0, Exact.ROUND_HALF_UP);
        expect(quotient).toBe(BigInt(expected));
        expect(divideRounded(-numerator, by)).toBe(-quotient);
        expect(divideRounded(numerator, -by)).toBe(-quotient);
      }),
    );
  });
});

describe('products', () => {
  it.each([
    ['0.1', '0.2', '0.02'],
    ['0.00000001', '0.5', '0.00000001'],
    ['0.00000001', '0.49999999', '0'],
    ['-0.00000001', '0.5', '-0.00000001'],
    ['99999999999.99999999', '99999999999.99999999', '9999999999999999998000'],
  ])('%s x %s is %s', (a, b, product) => {
    expect(formatDecimal(product8(decimal(a), decimal(b)))).toBe(product);
  });

  it('rounds once, however many factors', () => {
    const half = decimal('0.00005');
    expect(product8(half, half, decimal('2'))).toBe(1n);
    expect(product8(half, half)).toBe(0n);
  });

  it('of nothing is one, and of one factor that factor', () => {
    expect(product8()).toBe(ONE);
    expect(product8(decimal('-7.5'))).toBe(decimal('-7.5'));
  });

  it('agree with decimal.js for two and three factors', () => {
    fc.assert(
      fc.property(fc.array(anyDecimal, { minLength: 2, maxLength: 3 }), (factors) => {
        const expected = factors.map(exact).reduce((product, factor) => product.mul(factor), new Wide(1));
        expect(formatDecimal(product8(...factors))).toBe(new Wide(expected.toFixed(8)).toFixed());
      }),
    );
  });
});

describe('round2', () => {
  it.each([
    ['0.005', '0.01'],
    ['0.00499999', '0'],
    ['-0.005', '-0.01'],
    ['-0.00499999', '0'],
    ['1.005', '1.01'],
    ['2.675', '2.68'],
    ['0.995', '1'],
    ['99999999999.995', '100000000000'],
    ['0', '0'],
  ])('%s is %s', (value, cents) => {
    expect(formatDecimal(round2(decimal(value)))).toBe(cents);
  });

  it('never moves a value by more than half a cent, and cents not at all', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        const difference = round2(value) - value;
        expect(difference >= -500_000n && difference <= 500_000n).toBe(true);
        expect(round2(round2(value))).toBe(round2(value));
      }),
    );
  });
});

describe('sum and fromInteger', () => {
  it('add without loss', () => {
    expect(sum([])).toBe(ZERO);
    expect(formatDecimal(sum([decimal('0.1'), decimal('0.2'), decimal('-0.3')]))).toBe('0');
    expect(formatDecimal(sum(Array.from({ length: 1000 }, () => decimal('0.001'))))).toBe('1');
  });

  it('take whole units', () => {
    expect(fromInteger(3)).toBe(300_000_000n);
    expect(fromInteger(-3n)).toBe(-300_000_000n);
    expect(() => fromInteger(1.5)).toThrow(RangeError);
  });
});

describe('text', () => {
  it.each([
    ['0', 0n],
    ['-0', 0n],
    ['007', 700_000_000n],
    ['0.00000001', 1n],
    ['-12.5', -1_250_000_000n],
    ['99999999999.99999999', 9_999_999_999_999_999_999n],
  ])('%s is read', (text, value) => {
    expect(parseDecimal(text)).toBe(value);
    expect(decimal(text)).toBe(value);
  });

  it.each([
    '',
    ' ',
    '1.',
    '.5',
    '+1',
    '1e3',
    '1E-7',
    '1,5',
    ' 1',
    '1\n',
    '--1',
    '0.123456789',
    'NaN',
    'Infinity',
    '٣',
  ])('%j is not read', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
    expect(() => decimal(text)).toThrow(TypeError);
  });

  it.each([
    [1n, '0.00000001', '0.00'],
    [-1n, '-0.00000001', '0.00'],
    [10_000_000n, '0.1', '0.10'],
    [-300_000_000n, '-3', '-3.00'],
    [10_000_000_000n, '100', '100.00'],
    [500_000n, '0.005', '0.01'],
    [-500_000n, '-0.005', '-0.01'],
    [10n ** 30n, '10000000000000000000000', '10000000000000000000000.00'],
  ])('%s prints as %s and %s', (value, text, cents) => {
    expect(formatDecimal(value)).toBe(text);
    expect(formatCents(value)).toBe(cents);
  });

  it('comes back as it went, with no exponent and no needless zero', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        const text = formatDecimal(value);
        expect(text).toMatch(/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]{0,7}[1-9])?$/);
        expect(parseDecimal(text)).toBe(value);
        expect(text).toBe(exact(value).toFixed());
        expect(formatCents(value)).toBe(
          exact(value)
            .toFixed(2)
            .replace(/^-(0\.00)$/, '$1'),
        );
      }),
    );
  });
});

describe('what a decimal measures', () => {
  it('is not taken for anything else, while a result of arithmetic takes any meaning', () => {
    expectTypeOf<Quantity>().not.toExtend<Amount>();
    expectTypeOf<Amount>().not.toExtend<Quantity>();
    expectTypeOf<Percentage>().not.toExtend<Amount>();
    expectTypeOf<Decimal>().toExtend<Amount>();
    expectTypeOf(vatOn).parameter(0).toEqualTypeOf<Amount>();
    expectTypeOf<Cents>().not.toExtend<Amount>();
    expectTypeOf<Rate>().not.toExtend<Cents>();
    expectTypeOf<NetItem['cantidad']>().not.toExtend<NetItem['precioUni']>();
  });
});

describe('numeralIn', () => {
  it.each([
    ['1.50', 1.5],
    ['1.5e0', 1.5],
    ['0.30000000000000004', 0.3],
    ['-0', 0],
    ['99999999999.99999999', '99999999999.99999999'],
    ['1e-8', '0.00000001'],
    ['1e11', '1e11'],
    ['1,50', '1,50'],
    ['', ''],
  ])('is of %j %j', (text, numeral) => {
    expect(numeralIn(text)).toBe(numeral);
  });
});

describe('numeralOf', () => {
  it('keeps every decimal exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 19n) + 1n, max: 10n ** 19n - 1n }), (value) => {
        expect(readDecimal(String(numeralOf(value)))).toEqual({ kind: 'decimal', value });
      }),
    );
  });
});

/** Enough digits for every text that is generated here. */
const AnyText = Exact.clone({
  precision: 400,
  rounding: Exact.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});

function read(text: string): string {
  const reading = readDecimal(text);
  return reading.kind === 'decimal' ? formatDecimal(reading.value) : reading.kind;
}

describe('readDecimal', () => {
  it.each([
    ['3.3333333333333335', '3.33333333'],
    ['5.0E-4', '0.0005'],
    ['1e-05', '0.00001'],
    ['0.000000005', '0.00000001'],
    ['0.00000000499999999999', '0'],
    ['1e-400', '0'],
    ['-0', '0'],
    ['0e999999999999', '0'],
    ['007.50', '7.5'],
    ['99999999999.999999994', '99999999999.99999999'],
    ['0.1000000000000000055511151231257827', '0.1'],
    ['0.00000000000000000000000000000000000000001e41', '1'],
  ])('reads %s as %s', (text, value) => {
    expect(read(text)).toBe(value);
  });

  it.each([
    '99999999999.999999995',
    '100000000000',
    '1e11',
    '-1e11',
    '12345678901234567890',
    '1e400',
    '1e999999999999',
  ])('finds %s too large', (text) => {
    expect(read(text)).toBe('too_large');
  });

  it.each([
    '',
    ' ',
    '1,5',
    '.5',
    '5.',
    '+1',
    '1e',
    'e5',
    '0x10',
    ' 1',
    '1 ',
    '1\n',
    '--1',
    'NaN',
    'Infinity',
    '٣',
    '$1',
    '1e5.5',
  ])('finds no number in %j', (text) => {
    expect(read(text)).toBe('not_a_number');
    expect(new RegExp(NUMBER_FORM, 'u').test(text)).toBe(false);
  });

  it('agrees with decimal.js, which shares none of its arithmetic', () => {
    const text = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.stringMatching(/^[0-9]{1,14}(\.[0-9]{1,24})?$/),
        fc.integer({ min: -30, max: 14 }),
      )
      .map(([sign, digits, exponent]) => `${sign}${digits}${exponent === 0 ? '' : `E${exponent}`}`);
    fc.assert(
      fc.property(text, (number) => {
        const rounded = new AnyText(new AnyText(number).toFixed(8));
        const expected = rounded.abs().gte('1e11') ? 'too_large' : rounded.isZero() ? '0' : rounded.toFixed();
        expect(read(number)).toBe(expected);
        expect(new RegExp(NUMBER_FORM, 'u').test(number)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('takes linear time, however long the number is', () => {
    const started = performance.now();
    for (const text of [
      '9'.repeat(5_000_000),
      `0.${'1'.repeat(5_000_000)}`,
      `${'0'.repeat(5_000_000)}1`,
      `1e${'9'.repeat(5_000_000)}`,
      `0.${'0'.repeat(5_000_000)}1`,
    ])
      read(text);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
