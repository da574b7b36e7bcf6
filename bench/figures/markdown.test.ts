import { describe, expect, it } from 'vitest';
import { show, showSpread, table } from './markdown.ts';

describe('a figure', () => {
  it('has three digits', () =>
    expect([0.012345, 1.5, 12.345, 99.96, 123.4, 12_345.6].map(show)).toEqual([
      '0.0123',
      '1.5',
      '12.3',
      '100',
      '123',
      '12,346',
    ]));
  it('that is none is a dash', () => expect(show(Number.NaN)).toBe('-'));
  it('comes with its noise', () =>
    expect(showSpread({ least: 1, median: 2.5, most: 3 })).toBe('2.5 (1 to 3)'));
});

describe('a table', () => {
  it('has heads, a rule and rows, with pipes escaped', () =>
    expect(table(['a', 'b'], [['1', 'x|y']])).toBe('| a | b |\n|---|---|\n| 1 | x\\|y |'));
});
