import { describe, expect, it } from 'vitest';
import { createPartReader, lengthPrefixed, partsOf } from './length-prefixed.ts';

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

  it('takes bytes as they are', () => {
    expect(lengthPrefixed(Uint8Array.of(0xff, 0), 'a').toString('hex')).toBe('00000002ff000000000161');
  });
});

describe('partsOf', () => {
  it('gives back what was put together', () => {
    expect(partsOf(lengthPrefixed('ñ', '', 'abc')).map(String)).toEqual(['ñ', '', 'abc']);
    expect(partsOf(Buffer.alloc(0))).toEqual([]);
  });

  it.each(['00', '000000', '00000001', '0000000261', 'ffffffff61'])('refuses %s', (hex) => {
    expect(() => partsOf(Buffer.from(hex, 'hex'))).toThrow(RangeError);
  });
});

describe('createPartReader', () => {
  const texts = ['ab', '', 'ñandú', 'x'.repeat(300)];
  const stream = lengthPrefixed(...texts);

  it.each([1, 2, 3, 4, 5, 7, 11, 64, stream.length])(
    'tells the same parts, in chunks of %i bytes',
    (size) => {
      const told: string[] = [];
      const read = createPartReader(300, (part) => told.push(String(part)));
      for (let at = 0; at < stream.length; at += size) read(stream.subarray(at, at + size));
      expect(told).toEqual(texts);
    },
  );

  it('refuses a part as soon as it says that it is too long', () => {
    const read = createPartReader(299, () => undefined);
    expect(() => read(stream.subarray(0, -290))).toThrow(RangeError);
  });
});
