import { describe, expect, it } from 'vitest';
import { parseJsonObject } from './json-object.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

describe('parsing an answer', () => {
  it('reads an object, with or without a byte order mark', () => {
    expect(parseJsonObject(bytes('{"estado":"PROCESADO"}'))).toEqual({ estado: 'PROCESADO' });
    expect(parseJsonObject(bytes('\uFEFF{"a":1}'))).toEqual({ a: 1 });
  });

  it.each(['', ' ', 'null', '[]', '"x"', '1', '{', '{"a":1', '<html></html>', '{"a":"\u0000"}', '{}{}'])(
    'makes nothing of %j',
    (text) => {
      expect(parseJsonObject(bytes(text))).toBeNull();
    },
  );

  it('makes nothing of bytes that are no UTF-8', () => {
    expect(parseJsonObject(Buffer.from('{"a":"\u00f1"}', 'latin1'))).toBeNull();
  });
});
