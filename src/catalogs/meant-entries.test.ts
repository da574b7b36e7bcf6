import { describe, expect, it } from 'vitest';
import { countries } from './data/countries.ts';
import { meantEntries } from './meant-entries.ts';

const COLOURS = [
  { code: '1', description: 'Azul' },
  { code: '2', description: 'Azul marino', otherNames: ['Navy'] },
  { code: '3', description: 'Verde olivo (claro)' },
  { code: '4', description: 'Olivo' },
];

const meant = (text: string) => meantEntries(COLOURS, text).map(({ code }) => code);

describe('the entries that words may mean', () => {
  it.each([
    ['azul', ['1']],
    ['AZUL MARINO', ['2']],
    ['  Ázul   marino. ', ['2']],
    ['navy', ['2']],
    ['marinos', []],
    ['marino azul', []],
    ['azules marinos', ['2']],
    ['verde', ['3']],
    ['claro verde', []],
    ['olivo', ['4']],
    ['oliva', []],
    ['mar', []],
    ['rojo', []],
    ['', []],
    [' . ', []],
    ['azul'.repeat(1000), []],
  ])('%j: %j', (text, codes) => {
    expect(meant(text)).toEqual(codes);
  });

  it('are all that fit equally well', () => {
    const guineas = meantEntries(countries.rows, 'Guinea').map(({ code }) => code);
    expect(guineas).toEqual(['GN']);
    expect(meantEntries(countries.rows, 'Islas').length).toBeGreaterThan(5);
  });

  it('are each country by its own name', () => {
    for (const { code, description } of countries.rows)
      expect(meantEntries(countries.rows, description.toLowerCase()).map((entry) => entry.code)).toContain(
        code,
      );
  });
});
