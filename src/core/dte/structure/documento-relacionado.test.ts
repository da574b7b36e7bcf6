import { describe, expect, it } from 'vitest';
import { foundBy, placesFoundBy } from '../../../../test/structure/found-by.ts';
import { documentoRelacionadoV1, documentoRelacionadoV2 } from './documento-relacionado.ts';

const PRINTED = {
  tipoDocumento: '04',
  tipoGeneracion: 1,
  numeroDocumento: '123',
  fechaEmision: '2026-11-20',
};
const ELECTRONIC = { ...PRINTED, tipoGeneracion: 2, numeroDocumento: 'A1B2C3D4-0000-4000-8000-00000000000F' };

describe('related documents', () => {
  const v1 = documentoRelacionadoV1(['04', '09'], 10);

  it('are printed or electronic', () => {
    expect(foundBy(v1, [PRINTED, ELECTRONIC])).toEqual([]);
    expect(foundBy(documentoRelacionadoV2, [PRINTED, ELECTRONIC])).toEqual([]);
  });

  it.each([
    [{ tipoDocumento: '03' }, 'tipoDocumento'],
    [{ tipoGeneracion: 3 }, 'tipoGeneracion'],
    [{ tipoGeneracion: 2 }, 'numeroDocumento'],
  ])('of v1 have not %j', (changes, field) => {
    expect(placesFoundBy(v1, [{ ...PRINTED, ...changes }])).toEqual([`#/0/${field}`]);
    expect(foundBy(documentoRelacionadoV2, [{ ...PRINTED, ...changes }])).toEqual([]);
  });

  it.each([
    [{ numeroDocumento: '' }, 'numeroDocumento'],
    [{ numeroDocumento: 'x'.repeat(37) }, 'numeroDocumento'],
    [{ fechaEmision: '2026-02-30' }, 'fechaEmision'],
    [{ tipoGeneracion: 1.5 }, 'tipoGeneracion'],
  ])('have not %j', (changes, field) => {
    for (const shape of [v1, documentoRelacionadoV2])
      expect(placesFoundBy(shape, [{ ...PRINTED, ...changes }])).toEqual([`#/0/${field}`]);
  });

  it('are as many as the document admits', () => {
    expect(foundBy(v1, Array(11).fill(PRINTED))).toEqual(['# must have at most 10 entries']);
    expect(foundBy(documentoRelacionadoV2, Array(50).fill(PRINTED))).toEqual([]);
    expect(foundBy(documentoRelacionadoV2, Array(51).fill(PRINTED))).toEqual([
      '# must have at most 50 entries',
    ]);
  });
});
