import { describe, expect, it } from 'vitest';
import { judgeOf } from '../../../../test/structure/sample-document.ts';

const v1 = judgeOf('fe-nc-v3');
const v2 = judgeOf('fe-nc-v4');

describe('a Nota de Crédito', () => {
  it('adjusts a document', () => {
    for (const judge of [v1, v2]) {
      expect(judge({ '#/documentoRelacionado': null })).toEqual(['#/documentoRelacionado']);
      expect(judge({ '#/documentoRelacionado': [] })).toEqual(['#/documentoRelacionado']);
      expect(judge({ '#/cuerpoDocumento/0/numeroDocumento': null })).toEqual([
        '#/cuerpoDocumento/0/numeroDocumento',
      ]);
    }
  });

  it('of v1 adjusts types 03 and 07', () => {
    expect(v1({ '#/documentoRelacionado/0/tipoDocumento': '07' })).toEqual([]);
    expect(v1({ '#/documentoRelacionado/0/tipoDocumento': '01' })).toEqual([
      '#/documentoRelacionado/0/tipoDocumento',
    ]);
  });

  it('of v1 may have a negative subtotal and lines without description, of v2 not', () => {
    const odd = { '#/resumen/subTotalVentas': -1, '#/cuerpoDocumento/0/descripcion': null };
    expect(v1(odd)).toEqual([]);
    expect(v2(odd)).toEqual(['#/cuerpoDocumento/0/descripcion', '#/resumen/subTotalVentas']);
  });

  it('of v1 names fewer taxes on its lines', () => {
    const taxed = { '#/cuerpoDocumento/0/ventaGravada': 10, '#/cuerpoDocumento/0/tipoItem': 1 };
    expect(v1({ ...taxed, '#/cuerpoDocumento/0/tributos': ['20', 'C8'] })).toEqual([]);
    expect(v1({ ...taxed, '#/cuerpoDocumento/0/tributos': ['20', 'C5'] })).toEqual([
      '#/cuerpoDocumento/0/tributos/1',
    ]);
  });

  it('of v2 takes texts of any length where the file sets none that holds', () => {
    const values = { '#/resumen/observaciones': '', '#/resumen/codigoRetencionMH': 'C4-C9' };
    expect(v2(values)).toEqual([]);
    expect(v2({ '#/resumen/observaciones': 'x'.repeat(5000) })).toEqual([]);
  });

  it.each([
    ['06140101900018', true],
    ['012345678', true],
    [null, true],
    ['11111111111111', false],
    ['222222222', false],
    ['00000001234567', false],
    ['000000012', false],
    ['0614010190001', false],
    ['0614-010190-001-8', false],
  ])('of v2 names as dissolved company %j: %s', (fusion, isRight) => {
    expect(v2({ '#/identificacion/fusion': fusion })).toEqual(isRight ? [] : ['#/identificacion/fusion']);
  });
});
