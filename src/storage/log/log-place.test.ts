import { expect, it } from 'vitest';
import { bytesBefore, laterOf } from './log-place.ts';

it('counts the bytes of log before a place', () => {
  expect(bytesBefore('0/0')).toBe(0n);
  expect(bytesBefore('16/B374D848')).toBe(0x16_b374_d848n);
  expect(bytesBefore('FFFFFFFF/FFFFFFFF')).toBe(2n ** 64n - 1n);
  for (const text of ['', '1', '1/', '/1', '1/G', '1/123456789', '1/2/3'])
    expect(() => bytesBefore(text)).toThrow(RangeError);
});

it('takes the later of two places, by their bytes and not by their text', () => {
  expect(laterOf('9/1', 'A/0')).toBe('A/0');
  expect(laterOf('10/0', '9/FFFFFFFF')).toBe('10/0');
  expect(laterOf('0/AB', '0/AB')).toBe('0/AB');
  expect(laterOf(null, '0/1')).toBe('0/1');
});
