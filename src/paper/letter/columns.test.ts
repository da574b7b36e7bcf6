import { expect, it } from 'vitest';
import { evened } from './columns.ts';

it.each([
  [
    ['120', '2.5', '0.125'],
    ['120.000', '2.500', '0.125'],
  ],
  [
    ['1,234.50', '3.1416'],
    ['1,234.5000', '3.1416'],
  ],
  [
    ['1', '2'],
    ['1', '2'],
  ],
  [[], []],
])('gives %j the same decimals: %j', (numbers, even) => {
  expect(evened(numbers)).toEqual(even);
});
