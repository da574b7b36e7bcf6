import { describe, expect, it } from 'vitest';
import { choicesIn, codeIn, entryNamed, hasCatalog, labelIn, whyNoEntry } from './catalogs.ts';

describe('a catalog', () => {
  it.each([
    ['activity_code', '46900', '46900'],
    ['activity_code', '46900 · lo que sea', '46900'],
    ['activity_code', 'venta', null],
    ['activity_code', 'VENTA AL POR MAYOR DE OTROS PRODUCTOS', '46900'],
    ['district', 'santa tecla, la libertad sur, la libertad', '052811'],
    ['district', '062314', '062314'],
    ['district', 'santa tecla', '052811'],
    ['district', 'Soyapango', '062217'],
    ['district', 'San Miguel', '122217'],
    ['district', 'san lorenzo', null],
    ['unit', 'unidad', '59'],
    ['country', 'us', 'US'],
    ['country', 'guatemala', 'GT'],
    ['country', 'a', null],
    ['unit', 'nada así', null],
  ])('of %s knows what %s names: %s', (catalog, text, code) => {
    expect(entryNamed(catalog, text)?.code ?? null).toBe(code);
  });

  it.each([
    ['activity_code', 'nada así', 'No hay nada así en la lista: escriba otras letras, o el código.'],
    ['activity_code', 'tienda', 'Elija una de la lista.'],
    ['district', 'san lorenzo', 'Elija uno de la lista.'],
    ['district', 'Soyapango', null],
  ])('of %s says of «%s» what to do: %s', (catalog, text, message) => {
    expect(whyNoEntry(catalog, text)).toBe(message);
  });

  it('has a name, and a code in front of the text of an entry', () => {
    expect([hasCatalog('unit'), hasCatalog('constructor')]).toEqual([true, false]);
    expect([codeIn('59 · Unidad'), codeIn(' 59 ')]).toEqual(['59', '59']);
  });

  it('offers a dozen of what it may mean', () => {
    expect(choicesIn('activity_code', 'venta')).toHaveLength(12);
    expect(choicesIn('nada', 'venta')).toEqual([]);
    expect(labelIn('unit', '59')).toBe('59 · Unidad');
    expect(labelIn('unit', 'x')).toBe('x');
  });
});
