import { describe, expect, it } from 'vitest';
import { linesText, literalText } from './typescript-text.ts';

describe('literalText', () => {
  it.each([
    ['Cabañas', "'Cabañas'"],
    ["Campione d'Italia", '"Campione d\'Italia"'],
    ['back\\slash', "'back\\\\slash'"],
    [7, '7'],
    [true, 'true'],
    [null, 'null'],
    [['a', 1], "['a', 1]"],
    [{ code: '01', aliases: ['x'] }, "{ code: '01', aliases: ['x'] }"],
  ])('writes %j as %s', (value, text) => {
    expect(literalText(value)).toBe(text);
  });

  it('refuses control characters, which a catalog text never has', () => {
    expect(() => literalText('two\nlines')).toThrow('a control character in "two\\nlines"');
  });
});

describe('linesText', () => {
  it('writes one row a line', () => {
    expect(linesText([{ code: '1' }, { code: '2' }], '  ')).toBe(
      "[\n    { code: '1' },\n    { code: '2' },\n  ]",
    );
  });

  it('writes an empty list on two lines', () => {
    expect(linesText([], '')).toBe('[\n]');
  });
});
