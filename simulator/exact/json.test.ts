import { describe, expect, it } from 'vitest';
import { isAmount } from './amount.ts';
import {
  amountIn,
  integerIn,
  isRecord,
  readExactJson,
  readPlainJson,
  recordIn,
  recordsIn,
  textIn,
  textsIn,
} from './json.ts';

const read = (text: string) => {
  const value = readExactJson(text);
  return isRecord(value) ? value : {};
};

describe('readExactJson', () => {
  it('keeps digits that a binary float would lose', () => {
    const record = read('{"a":12345678901.123456789,"b":[0.1,{"c":1e-7}]}');
    expect(amountIn(record, 'a').numerator).toBe(12_345_678_901_123_456_789n);
    expect(amountIn(recordsIn(record, 'b')[0] ?? {}, 'c').decimals).toBe(7);
  });

  it.each(['', '{', '{"a":NaN}', '[1e999]', '{"a":01}'])('has no value for %s', (text) => {
    expect(readExactJson(text)).toBeUndefined();
  });

  it('survives a key that means something to JavaScript', () => {
    const record = read('{"__proto__":{"x":1},"a":2}');
    expect(Object.keys(record)).toEqual(['__proto__', 'a']);
    expect('x' in record).toBe(false);
  });
});

describe('readPlainJson', () => {
  it('reads ordinary numbers and gives undefined for other text', () => {
    expect(readPlainJson('{"a":1.5}')).toEqual({ a: 1.5 });
    expect(readPlainJson('nothing')).toBeUndefined();
  });
});

describe('fields of a record', () => {
  const record = read('{"o":{},"l":[{},1,null],"t":"text","n":3,"h":2.5,"z":null}');

  it('are found by kind', () => {
    expect(recordIn(record, 'o')).toEqual({});
    expect(recordsIn(record, 'l')).toHaveLength(1);
    expect(textIn(record, 't')).toBe('text');
    expect(textsIn(read('{"l":["a",1,"b"]}'), 'l')).toEqual(['a', 'b']);
    expect(textsIn(record, 't')).toEqual([]);
    expect(integerIn(record, 'n')).toBe(3);
    expect(integerIn(record, 'h')).toBe(2.5);
  });

  it('are empty, null or refused where the kind differs', () => {
    expect(recordIn(record, 'n')).toEqual({});
    expect(recordsIn(record, 't')).toEqual([]);
    expect(textIn(record, 'n')).toBeNull();
    expect(integerIn(record, 'z')).toBeNull();
    expect(() => amountIn(record, 't')).toThrow(TypeError);
  });

  it('are records only when they are objects', () => {
    expect([null, [], 'a', 1, record['n']].some(isRecord)).toBe(false);
    expect(isAmount(record['n'])).toBe(true);
  });
});
