import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { establishmentOf, nitOf, pointOfSaleOf } from '../../../test/support/identifiers.ts';
import { companyChangeProblems, type IssuedPlaces } from './company-change.ts';

const NOTHING: IssuedPlaces = { anyDocument: false, establishments: new Set(), pointsOfSale: new Set() };
const ISSUED: IssuedPlaces = {
  anyDocument: true,
  establishments: new Set(['M001', 'S002'].map(establishmentOf)),
  pointsOfSale: new Set(['M001/P001', 'S002/P001']),
};

const BEFORE = exampleCompany({
  establishments: [
    { code: 'M001', points_of_sale: ['P001', 'P002'] },
    { code: 'S002', points_of_sale: ['P001'] },
    { code: 'S003', points_of_sale: ['P001'] },
  ],
});

function paths(after: Parameters<typeof companyChangeProblems>[1], issued: IssuedPlaces): readonly string[] {
  return companyChangeProblems(BEFORE, after, issued).map(({ path }) => path);
}

describe('a company without documents', () => {
  it('may change everything', () => {
    const after = exampleCompany({
      environment: '01',
      nit: nitOf('012345678'),
      establishments: [{ code: 'S009', points_of_sale: ['P009'] }],
    });
    expect(paths(after, NOTHING)).toEqual([]);
  });
});

describe('a company with documents', () => {
  it('keeps NIT and environment', () => {
    const after = { ...BEFORE, nit: nitOf('06140101901000'), ambiente: '01' as const };
    expect(paths(after, ISSUED)).toEqual(['environment', 'nit']);
    const [environment] = companyChangeProblems(BEFORE, after, ISSUED);
    expect(environment?.message).toBe('no puede cambiar de 00 a 01: ya hay documentos emitidos.');
  });

  it('may change its name, address and settings, and gain places', () => {
    const after = {
      ...BEFORE,
      name: 'Otra Razón Social, S.A. de C.V.',
      establishments: [
        ...BEFORE.establishments.map((place) => ({
          ...place,
          pointsOfSale: [...place.pointsOfSale, pointOfSaleOf('P009')],
        })),
        ...exampleCompany({ establishments: [{ code: 'B001', points_of_sale: ['P001'] }] }).establishments,
      ],
    };
    expect(paths(after, ISSUED)).toEqual([]);
  });

  it('may lose only places without documents', () => {
    const establishments = [
      { code: 'M001', points_of_sale: ['P001'] },
      { code: 'S002', points_of_sale: ['P001'] },
    ];
    expect(paths(exampleCompany({ establishments }), ISSUED)).toEqual([]);
  });

  it('names the establishment and the point of sale that are missing', () => {
    const after = exampleCompany({ establishments: [{ code: 'M001', points_of_sale: ['P002'] }] });
    expect(companyChangeProblems(BEFORE, after, ISSUED)).toEqual([
      {
        path: 'establishments[0].points_of_sale',
        message: 'no se puede quitar el punto de venta P001 de M001: ya emitió documentos.',
      },
      {
        path: 'establishments',
        message: 'no se puede quitar el establecimiento S002: ya emitió documentos.',
      },
    ]);
  });

  it('may put its places in another order', () => {
    expect(paths({ ...BEFORE, establishments: BEFORE.establishments.toReversed() }, ISSUED)).toEqual([]);
  });
});
