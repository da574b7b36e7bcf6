import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import {
  exampleContext,
  exampleExportTerms,
  exampleLine,
  exampleOrder,
} from '../../../test/support/example-order.ts';
import { sentences } from '../../../test/support/example-parties.ts';
import { establishmentOf, pointOfSaleOf } from '../../../test/support/identifiers.ts';
import { decimal } from '../money/decimal.ts';
import { layGroundwork, limitProblems, partyContext, readIssuer } from './groundwork.ts';
import type { DraftContext, Order } from './order.ts';

function lay(changes: Partial<Order>) {
  const { value: groundwork, problems } = layGroundwork(exampleOrder(changes), exampleContext());
  return { groundwork, problems: sentences(problems) };
}

const SILENT = exampleExportTerms();

describe('the groundwork', () => {
  it('is an issuer and priced lines', () => {
    const { groundwork, problems } = lay({ lines: [exampleLine(), exampleLine()] });
    expect(problems).toEqual([]);
    expect(groundwork).toMatchObject({ complete: true, issuer: { pointOfSale: 'P001' } });
    expect(groundwork.lines).toHaveLength(2);
  });

  it('names what is wrong with issuer, lines and units at once', () => {
    const lines = [exampleLine({ unit: '98' }), exampleLine({ quantity: 0 }), exampleLine({ unit: '' })];
    const { groundwork, problems } = lay({ establishment: 'M999', lines });
    expect(problems).toEqual([
      'establishment: No es un establecimiento de la empresa.',
      'lines[0].unit: No existe en el catálogo de unidades (CAT-014).',
      'lines[1].quantity: Debe ser mayor que cero; se redondea a 8 decimales.',
      'lines[2].unit: No existe en el catálogo de unidades (CAT-014).',
    ]);
    expect(groundwork).toMatchObject({ complete: false, issuer: null });
  });

  it.each(['01', '03', '14'] as const)('of type %s has no export terms', (tipoDte) => {
    expect(lay({ tipoDte, exportTerms: SILENT }).problems).toEqual([
      'export: Solo se envía con doc_type 11.',
    ]);
    expect(lay({ tipoDte, exportTerms: null }).problems).toEqual([]);
  });

  it('of type 11 may have them', () => {
    expect(lay({ tipoDte: '11', exportTerms: SILENT }).problems).toEqual([]);
  });
});

describe('the limits', () => {
  const LIMIT = decimal('100000000000');
  const CENT = decimal('0.01');

  it.each([
    [LIMIT - CENT, LIMIT - CENT, []],
    [LIMIT, 0n, ['lines: El total debe ser menor que 100,000,000,000.']],
    [0n, LIMIT, ['lines: El total de descuentos debe ser menor que 100,000,000,000.']],
  ])('for a total of %s and discounts of %s', (total, discounts, expected) => {
    expect(sentences(limitProblems({ total, discounts }))).toEqual(expected);
  });
});

describe('the context of a party', () => {
  const context = exampleContext({
    company: exampleCompany({
      establishments: [
        { code: 'M001', points_of_sale: ['P001'] },
        {
          code: 'S002',
          points_of_sale: ['P001'],
          address: 'Calle 2',
          department: '02',
          municipality: '15',
          district_code: '10',
        },
      ],
    }),
  });

  it.each([
    ['M001', { departamento: '06', municipio: '23', distrito: '14' }],
    ['S002', { departamento: '02', municipio: '15', distrito: '10' }],
  ])('has the place of %s', (establishment, territory) => {
    const { issuer } = layGroundwork(exampleOrder({ establishment }), context).value;
    expect(partyContext('subject', context, issuer)).toMatchObject({
      path: 'subject',
      generation: 'v2',
      issuerTerritory: territory,
    });
  });

  it('has the company’s where there is no issuer', () => {
    const { issuerTerritory } = partyContext('customer', context, null);
    expect(issuerTerritory).toMatchObject({ distrito: '14' });
  });
});

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
