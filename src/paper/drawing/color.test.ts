import { describe, expect, it } from 'vitest';
import { contrastWithWhite, readableOnWhite } from './color.ts';

describe('readableOnWhite', () => {
  it.each(['#1f3a5f', '#000000', '#0b6e4f', '#a11d1d'])('keeps %s', (color) => {
    expect(readableOnWhite(color)).toBe(color);
  });

  it.each(['#ffe600', '#ffffff', '#00ff00', '#ff9900', '#c0c0c0'])(
    'darkens %s until it can be read',
    (color) => {
      const shown = readableOnWhite(color);
      expect(shown).toMatch(/^#[0-9a-f]{6}$/);
      const channels = [1, 3, 5].map((at) => Number.parseInt(shown.slice(at, at + 2), 16));
      expect(contrastWithWhite(channels)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('measures contrast as WCAG does', () => {
    expect(contrastWithWhite([0, 0, 0])).toBeCloseTo(21, 5);
    expect(contrastWithWhite([255, 255, 255])).toBeCloseTo(1, 5);
    expect(contrastWithWhite([0x76, 0x76, 0x76])).toBeCloseTo(4.54, 2);
  });
});
