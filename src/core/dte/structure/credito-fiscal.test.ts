import { describe, expect, it } from 'vitest';
import { judgeOf } from '../../../../test/structure/sample-document.ts';

const v1 = judgeOf('fe-ccf-v3');
const v2 = judgeOf('fe-ccf-v4');

describe('the summary of a Crédito Fiscal', () => {
  it.each([
    ['ivaPerci1', 'ivaPerci'],
    ['ivaRete1', 'ivaRete'],
  ])('of v1 has no %s where nothing is taxed', (field, later) => {
    const untaxed = { '#/resumen/totalGravada': 0, '#/resumen/ivaPerci1': 0, '#/resumen/ivaRete1': 0 };
    expect(v1(untaxed)).toEqual([]);
    expect(v1({ ...untaxed, [`#/resumen/${field}`]: 0.01 })).toEqual([`#/resumen/${field}`]);
    expect(v2({ '#/resumen/totalGravada': 0, [`#/resumen/${later}`]: 0.01 })).toEqual([]);
  });

  it('of v1 is cash where nothing is to be paid', () => {
    const nothing = { '#/resumen/totalPagar': 0, '#/resumen/pagos': null };
    expect(v1({ ...nothing, '#/resumen/condicionOperacion': 1 })).toEqual([]);
    expect(v1({ ...nothing, '#/resumen/condicionOperacion': 3 })).toEqual(['#/resumen/condicionOperacion']);
    expect(v2({ ...nothing, '#/resumen/condicionOperacion': 3 })).toEqual([]);
  });

  it('of v1 is of something', () => {
    expect(v1({ '#/resumen/montoTotalOperacion': 0 })).toEqual(['#/resumen/montoTotalOperacion']);
    expect(v2({ '#/resumen/montoTotalOperacion': 0 })).toEqual([]);
  });

  it('of v2 has words and remarks of some length', () => {
    expect(v2({ '#/resumen/totalLetras': 'UN DÓLAR', '#/resumen/observaciones': 'x'.repeat(4000) })).toEqual(
      [],
    );
    expect(v2({ '#/resumen/totalLetras': 'DÓLARES', '#/resumen/observaciones': '' })).toEqual([
      '#/resumen/totalLetras',
      '#/resumen/observaciones',
    ]);
  });
});

describe('the recipient of a Crédito Fiscal', () => {
  it.each([
    [{ '#/receptor/nit': '0614' }, '#/receptor/nit'],
    [{ '#/receptor/nrc': null }, '#/receptor/nrc'],
    [{ '#/receptor/correo': null }, '#/receptor/correo'],
    [{ '#/receptor/correo': 'nadie' }, '#/receptor/correo'],
    [{ '#/receptor/codActividad': '4711A' }, '#/receptor/codActividad'],
  ])('of v1 has not %j, and of v2 may', (values, place) => {
    expect(v1(values)).toEqual([place]);
    expect(v2(values)).toEqual([]);
  });

  it.each(['v1', 'v2'])('is always somebody (%s)', (generation) => {
    const judge = generation === 'v1' ? v1 : v2;
    expect(judge({ '#/receptor': null })).toEqual(['#/receptor']);
  });
});

describe('a Crédito Fiscal of v1', () => {
  it('is related to documents of types 04, 08 and 09', () => {
    const related = (tipoDocumento: string) => ({
      '#/documentoRelacionado': [
        { tipoDocumento, tipoGeneracion: 1, numeroDocumento: '1', fechaEmision: '2026-11-20' },
      ],
    });
    for (const type of ['04', '08', '09']) expect(v1(related(type))).toEqual([]);
    expect(v1(related('01'))).toEqual(['#/documentoRelacionado/0/tipoDocumento']);
    expect(v2(related('01'))).toEqual([]);
  });

  it('has an appendix that says something', () => {
    const apendice = [{ campo: 'x', etiqueta: 'xy', valor: '' }];
    expect(v1({ '#/apendice': apendice })).toHaveLength(3);
    expect(v2({ '#/apendice': apendice })).toEqual([]);
  });
});
