import { describe, expect, it } from 'vitest';
import { readText } from './read-text.ts';

describe('reading a text field', () => {
  it.each([
    ['  hola ', 'hola'],
    [7, '7'],
    ['a\u0000b\r\nc', 'a b c'],
    ['\uD800x', '\uFFFDx'],
    [null, null],
    [undefined, null],
    [{}, null],
    [[], null],
    [true, null],
  ])('%j becomes %j', (value, expected) => {
    expect(readText(value)).toBe(expected);
  });
});
