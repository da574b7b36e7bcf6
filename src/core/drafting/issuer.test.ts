import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { exampleIssuer } from '../../../test/support/example-issuer.ts';
import { exampleContext, exampleOrder } from '../../../test/support/example-order.ts';
import { sentences } from '../../../test/support/example-parties.ts';
import { establishmentOf, pointOfSaleOf } from '../../../test/support/identifiers.ts';
import { issuerValues, longTradeName, readIssuer } from './issuer.ts';
import type { DraftContext, Order } from './order.ts';

const COMPANY = exampleCompany({
  schema_generation: 'v1',
  establishments: [
    { code: 'M001', points_of_sale: ['P001', 'P002'] },
    { code: 'S002', points_of_sale: ['P007', 'P008'] },
    { code: 'A003', points_of_sale: ['P001'] },
  ],
  default_point_of_sale: 'P002',
});

function read(order: Partial<Order>, context: Partial<DraftContext> = {}) {
  const { value: issuer, problems } = readIssuer(
    exampleOrder(order),
    exampleContext({ company: COMPANY, ...context }),
  );
  const place = issuer === null ? null : `${issuer.establishment.code}${issuer.pointOfSale}`;
  return { place, activityCode: issuer?.activityCode, problems: sentences(problems) };
}

describe('the place of issue', () => {
  it.each([
    [null, null, 'M001P002'],
    ['M001', null, 'M001P002'],
    [null, 'P001', 'M001P001'],
    ['S002', null, 'S002P007'],
    ['S002', 'P008', 'S002P008'],
  ])('establishment %s and point of sale %s: %s', (establishment, pointOfSale, place) => {
    expect(read({ establishment, pointOfSale })).toEqual({ place, activityCode: '47111', problems: [] });
  });

  it('is the document’s own once it has a number, whatever the order says', () => {
    const place = { establishment: establishmentOf('S002'), pointOfSale: pointOfSaleOf('P008') };
    expect(read({ establishment: 'M001', pointOfSale: 'P001' }, { place }).place).toBe('S002P008');
    expect(read({ establishment: 'X999', pointOfSale: 'nada' }, { place }).problems).toEqual([]);
  });

  it.each([
    [
      { establishment: 'S009' },
      null,
      'establishment: No es un establecimiento de la empresa, que tiene M001, S002 y A003.',
    ],
    [
      { establishment: 'Casa matriz' },
      null,
      'establishment: No es un establecimiento de la empresa: use "M001" (Casa Matriz).',
    ],
    [
      { pointOfSale: 'P007' },
      'M001P002',
      'point_of_sale: No es un punto de venta de M001, que tiene P001 y P002.',
    ],
    [
      { establishment: 'S002', pointOfSale: 'P001' },
      'S002P002',
      'point_of_sale: No es un punto de venta de S002, que tiene P007 y P008.',
    ],
  ])('must be the company’s: %j', (order, place, problem) => {
    expect(read(order)).toMatchObject({ place, problems: [problem] });
  });

  it('must fit the control number of the generation', () => {
    expect(read({ establishment: 'A003' }, { generation: 'v1' }).problems).toEqual([]);
    expect(read({ establishment: 'A003' }, { generation: 'v2' }).problems).toEqual([
      'establishment: Su código no es admitido por el esquema v2 (M001, P001).',
    ]);
  });
});

describe('the activity', () => {
  it('is the company’s, or the one chosen for the document', () => {
    expect(read({}).activityCode).toBe('47111');
    expect(read({ activityCode: '10713' })).toMatchObject({ activityCode: '10713', problems: [] });
  });

  it.each(['99999', '4711', '', '__proto__'])('%j does not exist', (activityCode) => {
    expect(read({ activityCode }).problems).toEqual([
      `activity_code: No existe el código «${activityCode}»; vea /catalogs/activities.`,
    ]);
  });
});

describe('what a document says of its issuer', () => {
  it('is everything that any type asks', () => {
    expect(issuerValues(exampleIssuer({ trade_name: 'La Tienda' }), 'v2')).toEqual({
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
    expect(issuerValues(exampleIssuer(), 'v1').direccion).toMatchObject({
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
    const one = exampleCompany({ trade_name: tradeName });
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
    expect(issuerValues(exampleIssuer({ establishments }), 'v2')).toMatchObject({
      direccion: { departamento: '02', municipio: '15', distrito: '10', complemento: 'Avenida Ficticia 2' },
      telefono: '2444-5555',
      correo: 'santa-ana@ejemplo.com',
      codEstable: 'S002',
    });
    expect(issuerValues(exampleIssuer({ establishments }), 'v1')).toMatchObject({
      tipoEstablecimiento: '01',
    });
  });

  it('names the activity chosen for the document', () => {
    expect(issuerValues({ ...exampleIssuer(), activityCode: '10713' }, 'v2')).toMatchObject({
      codActividad: '10713',
      descActividad: 'Fabricación de repostería',
    });
  });
});
