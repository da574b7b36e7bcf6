import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { pointOfSaleOf } from '../../../test/support/identifiers.ts';
import { type Issuer, issuerValues, longTradeName } from './emisor.ts';

function issuer(file: Readonly<Record<string, unknown>> = {}, changes: Partial<Issuer> = {}): Issuer {
  const company = exampleCompany(file);
  const [establishment] = company.establishments;
  if (establishment === undefined) throw new Error('the example has an establishment');
  return {
    company,
    establishment,
    pointOfSale: pointOfSaleOf('P001'),
    activityCode: company.activityCode,
    ...changes,
  };
}

describe('what a document says of its issuer', () => {
  it('is everything that any type asks', () => {
    expect(issuerValues(issuer({ trade_name: 'La Tienda' }), 'v2')).toEqual({
      nit: '06140101900018',
      nrc: '1234567',
      nombre: 'Tienda Ejemplo, S.A. de C.V.',
      codActividad: '47111',
      descActividad: 'Venta en supermercados',
      nombreComercial: 'La Tienda',
      tipoEstablecimiento: '02',
      direccion: {
        departamento: '06',
        municipio: '23',
        distrito: '14',
        complemento: 'Calle Ficticia 1, Colonia Ejemplo',
      },
      telefono: '2222-3333',
      correo: 'facturas@ejemplo.com',
      codEstableMH: 'M001',
      codEstable: 'M001',
      codPuntoVentaMH: 'P001',
      codPuntoVenta: 'P001',
    });
  });

  it('has the district in words in v1', () => {
    expect(issuerValues(issuer(), 'v1').direccion).toMatchObject({
      complemento: 'Calle Ficticia 1, Colonia Ejemplo, San Salvador',
    });
  });

  it.each([
    ['Cinco', 'Cinco', 'Cinco'],
    ['Ñapa', null, 'Ñapa'],
    ['👍👍👍👍', null, '👍👍👍👍'],
    ['👍👍👍👍👍', '👍👍👍👍👍', '👍👍👍👍👍'],
    ['X', null, 'X'],
  ])('trade name %s: %s in v1, %s in v2', (tradeName, v1, v2) => {
    const one = issuer({ trade_name: tradeName });
    expect(longTradeName(one, 'v1')).toBe(v1);
    expect(longTradeName(one, 'v2')).toBe(v2);
  });

  it('speaks for the establishment where that has its own place, telephone and address', () => {
    const establishments = [
      {
        code: 'S002',
        points_of_sale: ['P009'],
        address: 'Avenida Ficticia 2',
        department: '02',
        municipality: '15',
        district_code: '10',
        phone: '2444-5555',
        email: 'santa-ana@ejemplo.com',
      },
    ];
    expect(issuerValues(issuer({ establishments }), 'v2')).toMatchObject({
      direccion: { departamento: '02', municipio: '15', distrito: '10', complemento: 'Avenida Ficticia 2' },
      telefono: '2444-5555',
      correo: 'santa-ana@ejemplo.com',
      codEstable: 'S002',
    });
    expect(issuerValues(issuer({ establishments }), 'v1')).toMatchObject({ tipoEstablecimiento: '01' });
  });

  it('names the activity chosen for the document', () => {
    expect(issuerValues(issuer({}, { activityCode: '10713' }), 'v2')).toMatchObject({
      codActividad: '10713',
      descActividad: 'Fabricación de repostería',
    });
  });
});
