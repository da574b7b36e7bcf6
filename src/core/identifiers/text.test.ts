import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Nit, parseNit } from './nit.ts';
import { parseNrc } from './nrc.ts';
import { codePointCount, identifier, trimmed, whyNotPlainText, withoutSeparators } from './text.ts';

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

describe('blanks at the ends', () => {
  it.each([
    ['of a CHAR column', 'venta 1          '],
    ['of a fixed length, filled with NUL', 'venta 1\0\0\0'],
    ['that PHP’s trim removes', ' \n\r\t\v\0venta 1\0\v\t\r\n '],
    ['of no break', '\u00a0venta 1\u202f\u2007'],
    ['of other scripts', '\u3000\u1680venta 1\u205f'],
    ['that begin a file', '\ufeffventa 1'],
    ['that end lines', '\u2028venta 1\u2029\f'],
  ])('go: those %s', (_, text) => {
    expect(trimmed(text)).toBe('venta 1');
  });

  it('go alone: what is inside, and what has no width, stays', () => {
    expect(trimmed('uno  dos\n\n tres')).toBe('uno  dos\n\n tres');
    expect(trimmed('\u200buno\u200b')).toBe('\u200buno\u200b');
    expect(trimmed(' \0\t ')).toBe('');
  });

  it('are all that JavaScript’s own trim removes, and NUL', () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
    const gone = units.filter((unit) => trimmed(unit) === '');
    expect(gone).toEqual(units.filter((unit) => unit === '\0' || unit.trim() === ''));
  });

  it('are found in linear time', () => {
    const started = performance.now();
    expect(trimmed(`a${' '.repeat(2_000_000)}b`)).toHaveLength(2_000_002);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe('separators', () => {
  it('removes hyphens, blanks and no-break spaces, and nothing else', () => {
    expect(withoutSeparators(' 0614-010190\u00a0001-8 ')).toBe('06140101900018');
    expect(withoutSeparators('06.14_01\t0190\n')).toBe('06.14_01\t0190\n');
    expect(withoutSeparators('--- ')).toBe('');
  });
});

describe('what is an identifier for sure', () => {
  it('is the parsed text', () => {
    expect(identifier(parseNit, '0614-010190-101-2')).toBe('06140101901012');
  });

  it('throws on a text that is none', () => {
    expect(() => identifier(parseNit, '12')).toThrow(RangeError);
  });

  it('is of the kind that its parser tells, which no text and no other kind is', () => {
    const nit = identifier(parseNit, '06140101901012');
    expectTypeOf(nit).toEqualTypeOf<Nit>();
    expectTypeOf<string>().not.toExtend<Nit>();
    expectTypeOf(identifier(parseNrc, '1234')).not.toExtend<Nit>();
  });
});
