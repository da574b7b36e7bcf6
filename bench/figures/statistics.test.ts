import { describe, expect, it } from 'vitest';
import { median, quantile, ratioOf, spreadOf } from './statistics.ts';

describe('a quantile', () => {
  it('is a value that at least the share does not exceed', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([0, 0.5, 0.99, 0.999, 1].map((share) => quantile(values, share))).toEqual([1, 50, 99, 100, 100]);
  });
  it('orders by size and not as text', () => expect(quantile([9, 10, 11], 1)).toBe(11));
  it('of nothing is 0', () => expect(quantile([], 0.5)).toBe(0));
});

describe('a median', () => {
  it('is the value in the middle', () => expect(median([3, 1, 2])).toBe(2));
  it('of an even number is the mean of the two in the middle', () => expect(median([4, 1, 3, 2])).toBe(2.5));
  it('of nothing is 0', () => expect(median([])).toBe(0));
});

describe('a spread', () => {
  it('has least, median and most', () =>
    expect(spreadOf([5, 1, 3])).toEqual({ least: 1, median: 3, most: 5 }));
  it('of nothing is 0', () => expect(spreadOf([])).toEqual({ least: 0, median: 0, most: 0 }));
});

describe('a ratio', () => {
  it('is that of the medians, with the extremes within a turn', () =>
    expect(ratioOf([2, 8, 6], [1, 2, 3])).toEqual({ least: 2, median: 3, most: 4 }));
  it('leaves out turns without a base', () =>
    expect(ratioOf([2, 2, 2], [0, 1, 1])).toEqual({ least: 2, median: 2, most: 2 }));
  it('to nothing is 0', () => expect(ratioOf([1], [])).toEqual({ least: 0, median: 0, most: 0 }));
});
