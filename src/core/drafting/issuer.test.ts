import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { exampleContext, exampleOrder } from '../../../test/support/example-order.ts';
import { sentences } from '../../../test/support/example-parties.ts';
import { establishmentOf, pointOfSaleOf } from '../../../test/support/identifiers.ts';
import type { DraftContext } from './draft.ts';
import { readIssuer } from './issuer.ts';
import type { Order } from './order.ts';

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
  const setting = exampleContext({ company: COMPANY, ...context });
  const { value: issuer, problems } = readIssuer(exampleOrder(order), setting);
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

  it('must be the company’s', () => {
    expect(read({ establishment: 'S009' })).toMatchObject({
      place: null,
      problems: ['establishment: No es un establecimiento de la empresa.'],
    });
    expect(read({ pointOfSale: 'P007' }).problems).toEqual([
      'point_of_sale: No es un punto de venta de M001.',
    ]);
    expect(read({ establishment: 'S002', pointOfSale: 'P001' }).problems).toEqual([
      'point_of_sale: No es un punto de venta de S002.',
    ]);
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
      'activity_code: No existe en el catálogo de actividades económicas (CAT-019).',
    ]);
  });
});
