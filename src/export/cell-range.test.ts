import { expect, it } from 'vitest';
import { rangeOf } from './cell-range.ts';

it.each([
  [1, 1, 'A1:A1'],
  [26, 20, 'A1:Z20'],
  [27, 1_000_000, 'A1:AA1000000'],
  [703, 2, 'A1:AAA2'],
])('%i columns and %i rows', (columns, rows, range) => {
  expect(rangeOf(columns, rows)).toBe(range);
});

it('may begin further down', () => {
  expect(rangeOf(2, 9, 4)).toBe('A4:B9');
});
