import { describe, expect, it } from 'vitest';
import { judgeOf } from '../../../../test/structure/sample-document.ts';

const v1 = judgeOf('fe-fse-v1');
const v2 = judgeOf('fe-fse-v2');

describe('the subject of v1', () => {
  it.each([
    ['36', '06140101900018', true],
    ['36', '0614-010190-001-8', false],
    ['13', '012345678', true],
    ['13', '01234567-8', false],
    ['37', 'A', true],
    ['37', '', false],
    ['37', 'x'.repeat(21), false],
  ])('is known by %s %j: %s', (tipoDocumento, numDocumento, isRight) => {
    const places = v1({
      '#/sujetoExcluido/tipoDocumento': tipoDocumento,
      '#/sujetoExcluido/numDocumento': numDocumento,
    });
    expect(places).toEqual(isRight ? [] : ['#/sujetoExcluido/numDocumento']);
  });

  it('is called receptor in v2', () => {
    expect(v1({ '#/receptor': null })).toEqual(['#/receptor']);
    expect(v2({ '#/sujetoExcluido': null })).toEqual(['#/sujetoExcluido']);
    expect(v2({ '#/receptor/tipoDocumento': 'x', '#/receptor/codActividad': 'x' })).toEqual([]);
    expect(v2({ '#/receptor/descActividad': 'Pan' })).toEqual(['#/receptor/descActividad']);
  });
});

describe('a line', () => {
  it.each([1, 6, 8, 27, 29, 40, 42, 47, 49, 59, 99])('of v1 is measured in %d', (uniMedida) => {
    expect(v1({ '#/cuerpoDocumento/0/uniMedida': uniMedida })).toEqual([]);
  });

  it.each([0, 7, 28, 41, 48, 60, 98, 100, 1.5, '1'])('of v1 is not measured in %j', (uniMedida) => {
    expect(v1({ '#/cuerpoDocumento/0/uniMedida': uniMedida })).toEqual(['#/cuerpoDocumento/0/uniMedida']);
  });

  it('of v2 is measured in anything from 1', () => {
    expect(v2({ '#/cuerpoDocumento/0/uniMedida': 1000 })).toEqual([]);
    expect(v2({ '#/cuerpoDocumento/0/uniMedida': 0 })).toEqual(['#/cuerpoDocumento/0/uniMedida']);
  });

  it('of v1 stands for no tax', () => {
    expect(v1({ '#/cuerpoDocumento/0/tipoItem': 4 })).toEqual(['#/cuerpoDocumento/0/tipoItem']);
  });
});

describe('the summary', () => {
  it('of v1 may leave the discount open and has terms on credit', () => {
    expect(v1({ '#/resumen/totalDescu': null })).toEqual([]);
    expect(v2({ '#/resumen/totalDescu': null })).toEqual(['#/resumen/totalDescu']);
    const pagos = [{ codigo: '01', montoPago: 1, referencia: null, plazo: null, periodo: null }];
    const onCredit = { '#/resumen/condicionOperacion': 2, '#/resumen/pagos': pagos };
    expect(v1(onCredit)).toEqual(['#/resumen/pagos/0/plazo', '#/resumen/pagos/0/periodo']);
    expect(v2(onCredit)).toEqual([]);
  });
});
