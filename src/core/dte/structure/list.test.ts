import { describe, expect, it } from 'vitest';
import { foundBy } from '../../../../test/structure/found-by.ts';
import { list } from './list.ts';
import { integer } from './number.ts';
import { object } from './shape.ts';
import { text } from './text.ts';

describe('a list', () => {
  const short = list(text(), { min: 1, max: 2 });

  it.each([[['a']], [['a', 'a']]])('may be %j', (value) => {
    expect(foundBy(short, value)).toEqual([]);
  });

  it.each<[unknown, readonly string[]]>([
    [[], ['# must have at least 1 entries']],
    [['a', 'b', 'c'], ['# must have at most 2 entries']],
    [['a', 1], ['#/1 must be text']],
    [{ 0: 'a', length: 1 }, ['# must be a list']],
    ['a', ['# must be a list']],
    [null, ['# must be a list']],
  ])('may not be %j', (value, expected) => {
    expect(foundBy(short, value)).toEqual(expected);
  });

  it('has no limits unless told', () => {
    expect(foundBy(list(integer()), [])).toEqual([]);
    expect(foundBy(list(integer()), Array(5000).fill(1))).toEqual([]);
  });
});

describe('a list without repetitions', () => {
  const codes = list(text(), { unique: true });
  const taxes = list(object({ codigo: text(), valor: integer() }), { unique: true });

  it('finds every repetition', () => {
    expect(foundBy(codes, ['20', 'C3', '20', '20'])).toEqual([
      '#/2 repeats an earlier entry',
      '#/3 repeats an earlier entry',
    ]);
    expect(foundBy(codes, ['20', 'C3', '2', '0'])).toEqual([]);
  });

  it('compares objects by content, whatever the order of their keys', () => {
    const tax = { codigo: '20', valor: 1 };
    expect(foundBy(taxes, [tax, { valor: 1, codigo: '20' }])).toEqual(['#/1 repeats an earlier entry']);
    expect(foundBy(taxes, [tax, { ...tax, valor: 2 }])).toEqual([]);
    expect(
      foundBy(taxes, [
        { ...tax, valor: 0 },
        { ...tax, valor: -0 },
      ]),
    ).toEqual(['#/1 repeats an earlier entry']);
  });

  it('does not compare what is wrong in itself', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(foundBy(codes, [deep, deep])).toEqual(['#/0 must be text', '#/1 must be text']);
  });

  it('takes time in proportion to its length', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => ({ codigo: String(index), valor: index }));
    const started = performance.now();
    expect(foundBy(taxes, many)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
