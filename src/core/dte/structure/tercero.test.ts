import { describe, expect, it } from 'vitest';
import { foundBy, placesFoundBy } from '../../../../test/structure/found-by.ts';
import { compraTercero, ventaTerceroV1, ventaTerceroV2 } from './tercero.ts';

const NIT = '06140101900018';

describe('on whose behalf', () => {
  it('something is sold is said or left open', () => {
    const strict = ventaTerceroV1({ min: 3, max: 200 });
    for (const shape of [strict, ventaTerceroV2, compraTercero]) expect(foundBy(shape, null)).toEqual([]);
    expect(foundBy(strict, { nit: NIT, nombre: 'Ana' })).toEqual([]);
    expect(placesFoundBy(strict, { nit: '0614', nombre: 'Yo' })).toEqual(['#/nit', '#/nombre']);
    expect(placesFoundBy(strict, { nit: null, nombre: 'Ana' })).toEqual(['#/nit']);
  });

  it('may live abroad in v2', () => {
    expect(foundBy(ventaTerceroV2, { nit: null, nombre: 'Ana', codDomiciliado: 2 })).toEqual([]);
    expect(foundBy(ventaTerceroV2, { nit: 'X', nombre: 'A', codDomiciliado: null })).toEqual([]);
    expect(placesFoundBy(ventaTerceroV2, { nit: '', nombre: '', codDomiciliado: 1.5 })).toEqual([
      '#/nit',
      '#/nombre',
      '#/codDomiciliado',
    ]);
    expect(placesFoundBy(ventaTerceroV2, { nit: NIT, nombre: 'Ana' })).toEqual(['#/codDomiciliado']);
  });

  it('something is bought has a document', () => {
    expect(foundBy(compraTercero, { numDocumento: NIT, nombre: 'Ana' })).toEqual([]);
    expect(placesFoundBy(compraTercero, { numDocumento: null, nombre: 'Ana' })).toEqual(['#/numDocumento']);
  });
});
