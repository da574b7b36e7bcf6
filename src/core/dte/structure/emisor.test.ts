import { describe, expect, it } from 'vitest';
import { foundBy, placesFoundBy } from '../../../../test/structure/found-by.ts';
import { businessV1, issuerV1, issuerV2, placeV1, placeV2, strictIssuerV1, tradeNameV2 } from './emisor.ts';
import { object } from './shape.ts';

const IDENTITY = {
  nit: '06140101900018',
  nrc: '1234567',
  nombre: 'Tienda Ejemplo',
  codActividad: '47111',
  descActividad: 'Venta al por menor',
  telefono: '2222-3333',
  correo: 'facturas@ejemplo.com',
};
const V1 = {
  ...IDENTITY,
  direccion: { departamento: '06', municipio: '23', complemento: 'Calle 1' },
  nombreComercial: null,
  tipoEstablecimiento: '02',
  codEstableMH: 'M001',
  codEstable: 'M001',
  codPuntoVentaMH: 'P001',
  codPuntoVenta: 'P001',
};
const V2 = {
  ...IDENTITY,
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
  nombreComercial: null,
  codEstable: 'M001',
  codPuntoVenta: 'P001',
};

const lenient = object({ ...issuerV1, ...businessV1, ...placeV1 });
const strict = object(strictIssuerV1);
const later = object({ ...issuerV2, ...tradeNameV2, ...placeV2 });

describe('the issuer', () => {
  it('is the same person in every description', () => {
    expect(foundBy(lenient, V1)).toEqual([]);
    expect(foundBy(strict, V1)).toEqual([]);
    expect(foundBy(later, V2)).toEqual([]);
  });

  it.each([
    [{ nit: '0614-010190-001-8' }, 'nit'],
    [{ nit: '0614010190' }, 'nit'],
    [{ nrc: '123456-7' }, 'nrc'],
    [{ nombre: 'x'.repeat(251) }, 'nombre'],
    [{ codActividad: '4711A' }, 'codActividad'],
    [{ descActividad: '' }, 'descActividad'],
    [{ tipoEstablecimiento: '03' }, 'tipoEstablecimiento'],
    [{ telefono: '2222333' }, 'telefono'],
    [{ telefono: null }, 'telefono'],
    [{ correo: 'facturas' }, 'correo'],
    [{ correo: null }, 'correo'],
    [{ codEstableMH: 'M01' }, 'codEstableMH'],
    [{ codPuntoVentaMH: 'P0001' }, 'codPuntoVentaMH'],
    [{ codPuntoVenta: 'P'.repeat(16) }, 'codPuntoVenta'],
  ])('of v1 has not %j', (changes, field) => {
    expect(placesFoundBy(lenient, { ...V1, ...changes })).toEqual([`#/${field}`]);
    expect(placesFoundBy(strict, { ...V1, ...changes })).toEqual([`#/${field}`]);
  });

  it.each([
    [{ nrc: '1' }, 'nrc'],
    [{ codActividad: '4711' }, 'codActividad'],
    [{ descActividad: 'Pan' }, 'descActividad'],
    [{ nombreComercial: 'Pan' }, 'nombreComercial'],
    [{ codEstable: 'M1' }, 'codEstable'],
  ])('of v1 has %j in some types only', (changes, field) => {
    expect(foundBy(lenient, { ...V1, ...changes })).toEqual([]);
    expect(placesFoundBy(strict, { ...V1, ...changes })).toEqual([`#/${field}`]);
  });

  it('of v1 has a name of other lengths in some types', () => {
    for (const nombre of ['Sí', 'x'.repeat(201)]) {
      expect(foundBy(strict, { ...V1, nombre })).toEqual([]);
      expect(placesFoundBy(lenient, { ...V1, nombre })).toEqual(['#/nombre']);
    }
  });

  it.each([
    [{ nrc: '1' }, 'nrc'],
    [{ nrc: '123456789' }, 'nrc'],
    [{ codActividad: '4711' }, 'codActividad'],
    [{ descActividad: 'Pan' }, 'descActividad'],
    [{ correo: 'a@b.c' }, 'correo'],
    [{ codEstable: 'M1' }, 'codEstable'],
    [{ codPuntoVenta: '' }, 'codPuntoVenta'],
  ])('of v2 has not %j', (changes, field) => {
    expect(placesFoundBy(later, { ...V2, ...changes })).toEqual([`#/${field}`]);
  });

  it('of v2 has no patterns', () => {
    const free = { nit: 'x', nrc: 'ABC', codActividad: 'ABCDE', correo: 'nadie.' };
    expect(foundBy(later, { ...V2, ...free })).toEqual([]);
  });
});
