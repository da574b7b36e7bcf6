import { Decimal as Exact } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal } from './decimal.ts';
import { NUMBER_FORM, readDecimal } from './read-decimal.ts';

/** Enough digits for every text that is generated here. */
const Wide = Exact.clone({ precision: 400, rounding: Exact.ROUND_HALF_UP, toExpNeg: -9e15, toExpPos: 9e15 });

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
        const rounded = new Wide(new Wide(number).toFixed(8));
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
