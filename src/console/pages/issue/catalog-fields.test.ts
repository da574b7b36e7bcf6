import { describe, expect, it } from 'vitest';
import { catalogOf, withCatalogs } from './catalog-fields.ts';

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

  it('is read for what it means alone, and left as it is where it may mean several things', () => {
    const fields = { 'customer.name': 'Soyapango', 'customer.district': 'Soyapango', 'lines[0].unit': 'x' };
    expect(withCatalogs(fields)).toEqual({
      ...fields,
      'customer.district': expect.stringMatching(/^062217 · Soyapango/),
    });
  });
});
