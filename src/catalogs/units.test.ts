import { describe, expect, it } from 'vitest';
import { units } from './data/units.ts';
import { unitByCode } from './units.ts';

describe('unitByCode', () => {
  it.each([
    ['1', 'Metro'],
    ['22', 'Galón'],
    ['59', 'Unidad'],
    ['99', 'Otra'],
  ])('knows %s as %s, without the footnote marks of the Ministry’s table', (code, description) => {
    expect(unitByCode(code)).toEqual({ code, description });
  });

  it('knows 40 units', () => {
    expect(units.rows).toHaveLength(40);
    expect(new Set(units.rows.map((entry) => entry.code)).size).toBe(40);
    for (const entry of units.rows) expect(String(Number(entry.code))).toBe(entry.code);
  });

  it.each(['', '0', '01', '3', '100'])('does not know %j', (code) => {
    expect(unitByCode(code)).toBeNull();
  });
});
