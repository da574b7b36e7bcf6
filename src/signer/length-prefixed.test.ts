import { describe, expect, it } from 'vitest';
import { lengthPrefixed } from './length-prefixed.ts';

describe('lengthPrefixed', () => {
  it('puts the length of each text before it', () => {
    expect(lengthPrefixed('ab', '').toString('hex')).toBe('00000002616200000000');
    expect(lengthPrefixed('ñ').toString('hex')).toBe('00000002c3b1');
    expect(lengthPrefixed()).toHaveLength(0);
  });

  it('differs for every way to split the same characters', () => {
    const splits = [['abc'], ['a', 'bc'], ['ab', 'c'], ['', 'abc'], ['abc', ''], ['a', 'b', 'c']];
    const encoded = splits.map((texts) => lengthPrefixed(...texts).toString('hex'));
    expect(new Set(encoded).size).toBe(splits.length);
  });
});
