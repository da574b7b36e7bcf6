import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearestName } from './nearest-name.ts';

const LINE_FIELDS = [
  'description',
  'quantity',
  'unit_price',
  'discount_percentage',
  'code',
  'unit',
  'item_type',
];

describe('nearestName', () => {
  it.each([
    ['discount_percentaje', 'discount_percentage'],
    ['discountPercentage', 'discount_percentage'],
    ['unitPrice', 'unit_price'],
    ['unit-price', 'unit_price'],
    ['Quantity', 'quantity'],
    ['quantiy', 'quantity'],
    ['qauntity', 'quantity'],
    ['descripcion', 'description'],
    ['cod', 'code'],
    ['units', 'unit'],
  ])('%s stands for %s', (name, expected) => {
    expect(nearestName(name, LINE_FIELDS)).toBe(expected);
  });

  it.each(['', '_', 'x', 'total', 'cantidad', 'precio', '__proto__', 'quantity'.repeat(9)])(
    '%j stands for none',
    (name) => {
      expect(nearestName(name, LINE_FIELDS)).toBeNull();
    },
  );

  it('takes the first of equally near names', () => {
    expect(nearestName('ab', ['ax', 'ay'])).toBe('ax');
    expect(nearestName('code', [])).toBeNull();
  });

  it('costs nothing for a name of a megabyte', () => {
    const start = performance.now();
    expect(nearestName('a'.repeat(1_000_000), LINE_FIELDS)).toBeNull();
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
    ['ca', 'abc', 3],
    ['abcdef', 'abdcef', 1],
  ])('%j to %j is %i', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  it('is symmetric, zero only for equals, and bounded by the longer length', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (from, to) => {
        const distance = editDistance(from, to);
        expect(editDistance(to, from)).toBe(distance);
        expect(distance === 0).toBe(from === to);
        expect(distance).toBeLessThanOrEqual(Math.max(from.length, to.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(from.length - to.length));
      }),
    );
  });
});

describe('a name that was cut short', () => {
  it('finds the known name that it begins', () => {
    expect(nearestName('discount', ['description', 'discount_percentage'])).toBe('discount_percentage');
    expect(nearestName('disc', ['description', 'discount_percentage'])).toBe('discount_percentage');
  });

  it('finds nothing from a few letters, or where nothing begins so', () => {
    expect(nearestName('dis', ['discount_percentage'])).toBeNull();
    expect(nearestName('percentage', ['discount_percentage'])).toBeNull();
  });
});
