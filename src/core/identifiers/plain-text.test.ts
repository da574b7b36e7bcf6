import { describe, expect, it } from 'vitest';
import { codePointCount, whyNotPlainText } from './plain-text.ts';

describe('plain text', () => {
  it('counts code points, not UTF-16 units', () => {
    expect(codePointCount('')).toBe(0);
    expect(codePointCount('ñandú')).toBe(5);
    expect(codePointCount('🧾🧾')).toBe(2);
  });

  it('names the first thing wrong', () => {
    const limits = { min: 2, max: 4 };
    expect(whyNotPlainText('', limits)).toBe('no puede estar vacío.');
    expect(whyNotPlainText('a', limits)).toBe('debe tener al menos 2 caracteres.');
    expect(whyNotPlainText('abcde', limits)).toBe('no puede tener más de 4 caracteres.');
    expect(whyNotPlainText('a'.repeat(9), limits)).toBe('no puede tener más de 4 caracteres.');
    expect(whyNotPlainText('🧾🧾🧾🧾', limits)).toBeNull();
    expect(whyNotPlainText('a\ud800', limits)).toBe('contiene caracteres Unicode incompletos.');
    expect(whyNotPlainText('a\tb', limits)).toBe('no puede contener caracteres de control.');
    expect(whyNotPlainText('ab', limits)).toBeNull();
  });
});

describe('text of blanks alone', () => {
  it.each([' ', '   ', '\u00a0\u00a0'])('is refused where something is asked for: %j', (text) => {
    expect(whyNotPlainText(text, { min: 1, max: 20 })).toBe('no puede estar en blanco.');
    expect(whyNotPlainText(text, { min: 0, max: 20 })).toBeNull();
  });
});
