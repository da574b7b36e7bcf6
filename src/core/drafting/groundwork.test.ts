import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import {
  exampleContext,
  exampleExportTerms,
  exampleLine,
  exampleOrder,
} from '../../../test/support/example-order.ts';
import { sentences } from '../../../test/support/example-parties.ts';
import { decimal } from '../money/decimal.ts';
import { layGroundwork, limitProblems, partyContext } from './groundwork.ts';
import type { Order } from './order.ts';

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
