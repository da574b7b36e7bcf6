import { describe, expect, it } from 'vitest';
import { foundBy, placesFoundBy } from '../../../../test/structure/found-by.ts';
import { direccionV1, direccionV2 } from './direccion.ts';

const V1 = { departamento: '06', municipio: '23', complemento: 'Calle' };
const V2 = { ...V1, distrito: '14' };

describe('an address of v1', () => {
  it.each(['01', '09', '10', '14', '0199', 'x14'])(
    'has a department that begins or ends right: %s',
    (departamento) => {
      expect(foundBy(direccionV1(1), { ...V1, departamento })).toEqual([]);
    },
  );

  it.each(['00', '15', '1', '', 'A1'])('has no department %j', (departamento) => {
    expect(placesFoundBy(direccionV1(1), { ...V1, departamento })).toEqual(['#/departamento']);
  });

  it('has a municipality of two digits, of whichever year', () => {
    for (const municipio of ['01', '13', '36', '99'])
      expect(foundBy(direccionV1(1), { ...V1, municipio })).toEqual([]);
    expect(placesFoundBy(direccionV1(1), { ...V1, municipio: '0623' })).toEqual(['#/municipio']);
  });

  it('has a street line as long as the block demands', () => {
    expect(foundBy(direccionV1(5), V1)).toEqual([]);
    expect(placesFoundBy(direccionV1(6), V1)).toEqual(['#/complemento']);
    expect(placesFoundBy(direccionV1(1), { ...V1, complemento: 'x'.repeat(201) })).toEqual(['#/complemento']);
  });

  it('has no district, which v2 demands', () => {
    expect(placesFoundBy(direccionV1(1), V2)).toEqual(['#/distrito']);
    expect(placesFoundBy(direccionV2(), V1)).toEqual(['#/distrito']);
  });
});

describe('an address of v2', () => {
  it('has any codes, unless their length is bound', () => {
    const odd = { ...V2, departamento: 'San Salvador', municipio: '', distrito: '' };
    expect(foundBy(direccionV2(), odd)).toEqual([]);
    expect(placesFoundBy(direccionV2({ min: 1, max: 2 }), odd)).toEqual(['#/departamento', '#/municipio']);
    expect(placesFoundBy(direccionV2(), { ...V2, complemento: '' })).toEqual(['#/complemento']);
  });
});
