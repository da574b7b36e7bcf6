import { describe, expect, it } from 'vitest';
import { decodeStrict } from './strict-base64.ts';

describe('decodeStrict', () => {
  it('decodes canonical text', () => {
    expect(decodeStrict('AQID', 'base64')).toEqual(Buffer.from([1, 2, 3]));
    expect(decodeStrict('+/8=', 'base64')).toEqual(Buffer.from([0xfb, 0xff]));
    expect(decodeStrict('-_8', 'base64url')).toEqual(Buffer.from([0xfb, 0xff]));
  });

  it.each([
    ['empty text', '', 'base64'],
    ['missing padding', 'AQI', 'base64'],
    ['spare bits', 'AQJ=', 'base64'],
    ['a line end', 'AQ\nID', 'base64'],
    ['the URL alphabet', '-_8=', 'base64'],
    ['a foreign character', 'AQ!D', 'base64'],
    ['padding in a URL', '-_8=', 'base64url'],
    ['spare bits in a URL', '-_9', 'base64url'],
    ['the plain alphabet in a URL', '+/8', 'base64url'],
    ['one character too many', 'AQIDA', 'base64url'],
  ] as const)('refuses %s', (_, text, encoding) => {
    expect(decodeStrict(text, encoding)).toBeNull();
  });
});
