import { describe, expect, it } from 'vitest';
import { foundBy, placesFoundBy } from '../../../../test/structure/found-by.ts';
import { extension } from './extension.ts';
import { nothing } from './shape.ts';

const NAMES = ['nombEntrega', 'docuEntrega', 'nombRecibe', 'docuRecibe'];
const HANDED = {
  nombEntrega: 'Ana',
  docuEntrega: '1',
  nombRecibe: 'Eva',
  docuRecibe: '2',
  observaciones: '',
};

describe('the extension', () => {
  it('is null, empty or says who handed over and who received', () => {
    const empty = Object.fromEntries(Object.keys(HANDED).map((key) => [key, null]));
    for (const value of [null, empty, HANDED]) expect(foundBy(extension(1), value)).toEqual([]);
  });

  it('has texts of the lengths of its type', () => {
    expect(placesFoundBy(extension(5), HANDED)).toEqual(NAMES.map((name) => `#/${name}`));
    const long = { ...HANDED, nombRecibe: 'x'.repeat(101), docuRecibe: 'x'.repeat(26) };
    expect(placesFoundBy(extension(1), long)).toEqual(['#/nombRecibe', '#/docuRecibe']);
    expect(placesFoundBy(extension(1), { ...HANDED, observaciones: 'x'.repeat(3001) })).toEqual([
      '#/observaciones',
    ]);
  });

  it('has a field more where the type has one', () => {
    const withPlate = extension(1, { placaVehiculo: nothing });
    expect(placesFoundBy(withPlate, HANDED)).toEqual(['#/placaVehiculo']);
    expect(placesFoundBy(extension(1), { ...HANDED, placaVehiculo: null })).toEqual(['#/placaVehiculo']);
  });
});
