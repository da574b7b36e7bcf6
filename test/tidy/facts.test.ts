import { describe, expect, it } from 'vitest';
import { factsOutsideTheirHome } from './facts.ts';
import { planted, told } from './planted.ts';

const check = (text: string, path = 'src/http/a.ts') => told(factsOutsideTheirHome(planted(path, text)));

describe('a fact', () => {
  it.each([
    ['const a = base * 13n;', 'VAT'],
    ['const a = divideRounded(b * 100n, 113n);', 'VAT'],
    ['const a = 86_400_000;', 'DAY_MS'],
    ['const a = 24 * 60 * 60 * 1000;', 'DAY_MS'],
    ['const a = 2 * 3_600_000;', 'HOUR_MS'],
    ["const a = '2026-11-20T10:15:00-06:00';", 'OFFSET_TEXT'],
    [`const a = \`\${b}T\${c}-06:00\`;`, 'OFFSET_TEXT'],
    ['const a = /T(?:-06:00)?$/;', 'OFFSET_TEXT'],
    ["const a = `AT TIME ZONE interval '-06:00') AS b`;", 'OFFSET_TEXT'],
  ])('may not be written in %s', (text, name) => {
    expect(check(text)).toEqual([`1 ${name}`]);
  });

  it.each([
    '// 13n of -06:00',
    "const a = 'ISO 8601 con -06:00.';",
    "const a = 'ISO 8601 con -06:00 y milisegundos.';",
    'const a = 130n * 24n;',
    'const a = 24 * HOUR_MS;',
  ])('is not written in %s', (text) => {
    expect(check(text)).toEqual([]);
  });

  it('has its home, and no home in tests', () => {
    expect(check('const a = 13n;', 'src/core/money/rates.ts')).toEqual([]);
    expect(check('const a = 13n;', 'src/core/calendar/spans.ts')).toHaveLength(1);
    expect(check('const a = 13n;', 'src/core/a.test.ts')).toEqual([]);
    expect(check('const a = 13n;', 'simulator/a.ts')).toEqual([]);
  });
});
