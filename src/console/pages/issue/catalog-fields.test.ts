import { describe, expect, it } from 'vitest';
import { catalogOf, choicesIn, entryNamed, labelIn } from './catalog-fields.ts';

describe('a field with a catalog behind it', () => {
  it.each([
    ['customer.activity_code', 'activity_code'],
    ['lines[3].unit', 'unit'],
    ['export.regime', 'regime'],
    ['customer.name', null],
    ['constructor', null],
    ['', null],
  ])('%s is of %s', (name, catalog) => {
    expect(catalogOf(name)).toBe(catalog);
  });

  it.each([
    ['activity_code', '46900', '46900'],
    ['activity_code', '46900 · lo que sea', '46900'],
    ['activity_code', 'venta', null],
    ['district', '062314', '062314'],
    ['district', 'santa tecla', '052811'],
    ['unit', 'unidad', '59'],
    ['country', 'us', 'US'],
    ['country', 'guatemala', 'GT'],
    ['country', 'a', null],
    ['unit', 'nada así', null],
  ])('of %s knows what %s names: %s', (catalog, text, code) => {
    expect(entryNamed(catalog, text)?.code ?? null).toBe(code);
  });

  it('offers a dozen of what it may mean', () => {
    expect(choicesIn('activity_code', 'venta')).toHaveLength(12);
    expect(choicesIn('nada', 'venta')).toEqual([]);
    expect(labelIn('unit', '59')).toBe('59 · Unidad');
    expect(labelIn('unit', 'x')).toBe('x');
  });
});
