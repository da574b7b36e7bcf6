import { describe, expect, it } from 'vitest';
import { amountAt, isSomething, listAt, membersAt, readOfficial, textAt } from './official-json.ts';

const DOCUMENT = readOfficial(
  '{"a":99999999999.99999999,"b":0.10,"c":"x","d":" ","e":null,"f":{"g":1},"h":[{"i":2},3],"j":true}',
);

describe('an official document', () => {
  it('keeps every digit of its numbers', () => {
    expect(textAt(DOCUMENT, 'a')).toBe('99999999999.99999999');
    expect(textAt(DOCUMENT, 'b')).toBe('0.10');
  });

  it('has nothing where a text is absent, null, blank or no text', () => {
    expect(['c', 'd', 'e', 'f', 'j', 'z'].map((key) => textAt(DOCUMENT, key))).toEqual([
      'x',
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(textAt(null, 'a')).toBe(null);
  });

  it('has objects and lists of objects, or none', () => {
    expect(textAt(membersAt(DOCUMENT, 'f'), 'g')).toBe('1');
    expect(membersAt(DOCUMENT, 'h')).toBe(null);
    expect(listAt(DOCUMENT, 'h').map((each) => textAt(each, 'i'))).toEqual(['2']);
    expect(listAt(DOCUMENT, 'f')).toEqual([]);
  });

  it('takes an absent amount for nothing', () => {
    expect([amountAt(DOCUMENT, 'e'), isSomething('0.00'), isSomething('0.01'), isSomething('-1')]).toEqual([
      '0',
      false,
      true,
      true,
    ]);
  });

  it.each(['[]', 'null', '1', '"x"', '{'])('is not %s', (text) => {
    expect(() => readOfficial(text)).toThrow();
  });
});
