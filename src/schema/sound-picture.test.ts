import { describe, expect, it } from 'vitest';
import { BROKEN, png, rows, SOUND } from '../../test/support/png.ts';
import { isSoundPicture } from './sound-picture.ts';

describe('isSoundPicture', () => {
  it.each([SOUND, png({ colorType: 2, pixels: rows(6) }), png({ colorType: 0, pixels: rows(2, 4) })])(
    'takes picture %#',
    (bytes) => {
      expect(isSoundPicture(bytes)).toBe(true);
    },
  );

  it.each(BROKEN)('refuses one with %s', (_name, bytes) => {
    expect(isSoundPicture(bytes)).toBe(false);
  });
});
