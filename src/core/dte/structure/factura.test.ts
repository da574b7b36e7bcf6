import { describe, expect, it } from 'vitest';
import { judgeOf } from '../../../../test/structure/sample-document.ts';

const v1 = judgeOf('fe-fc-v1');
const v2 = judgeOf('fe-f-v2');

const NOBODY = {
  tipoDocumento: null,
  numDocumento: null,
  nrc: null,
  nombre: null,
  codActividad: null,
  descActividad: null,
  direccion: null,
  telefono: null,
  correo: null,
};
const KNOWN = { ...NOBODY, tipoDocumento: '37', numDocumento: 'A-12', nombre: 'Ana' };
const LINE = '#/cuerpoDocumento/0';

describe('the buyer of a Factura of v1', () => {
  it.each([
    [null, 1094.99, []],
    [NOBODY, 1094.99, []],
    [null, 1095, ['#/receptor']],
    [NOBODY, 1095, ['#/receptor/tipoDocumento', '#/receptor/numDocumento', '#/receptor/nombre']],
    [KNOWN, 1095, []],
  ])('%j may buy for %d, or what is missing is said', (receptor, total, places) => {
    expect(v1({ '#/receptor': receptor, '#/resumen/montoTotalOperacion': total })).toEqual(places);
    expect(v2({ '#/receptor': receptor, '#/resumen/montoTotalOperacion': total })).toEqual([]);
  });

  it.each([
    [{ tipoDocumento: '36', numDocumento: '06140101900018', nrc: '1234567' }, []],
    [{ tipoDocumento: '36', numDocumento: '0614-010190' }, ['numDocumento']],
    [{ tipoDocumento: '36', numDocumento: null }, ['numDocumento']],
    [{ tipoDocumento: '13', numDocumento: '01234567-8' }, []],
    [{ tipoDocumento: '13', numDocumento: '012345678' }, ['numDocumento']],
    [{ tipoDocumento: '37', nrc: '1234567' }, ['nrc']],
    [{ tipoDocumento: null, nrc: '1234567' }, ['nrc']],
    [{ tipoDocumento: '99' }, ['tipoDocumento']],
  ])('with %j', (changes, fields) => {
    const places = v1({ '#/receptor': { ...KNOWN, ...changes }, '#/resumen/montoTotalOperacion': 1 });
    expect(places).toEqual(fields.map((field) => `#/receptor/${field}`));
  });
});

describe('a line of a Factura of v1', () => {
  const taxed = { [`${LINE}/ventaGravada`]: 10, [`${LINE}/ivaItem`]: 1.15, [`${LINE}/tributos`]: null };

  it.each([
    [{ ...taxed, [`${LINE}/tributos`]: ['C3', 'D4'] }, []],
    [{ ...taxed, [`${LINE}/tributos`]: ['20'] }, ['/tributos/0']],
    [{ ...taxed, [`${LINE}/codTributo`]: 'A8' }, ['/codTributo']],
    [{ ...taxed, [`${LINE}/ventaGravada`]: 0 }, ['/ivaItem']],
    [{ [`${LINE}/ventaGravada`]: 0, [`${LINE}/ivaItem`]: 0, [`${LINE}/tributos`]: ['C3'] }, ['/tributos']],
  ])('%j', (values, fields) => {
    expect(v1({ [`${LINE}/tipoItem`]: 1, ...values })).toEqual(fields.map((field) => LINE + field));
  });

  it('that stands for a tax names it alone', () => {
    const tax = {
      ...taxed,
      [`${LINE}/tipoItem`]: 4,
      [`${LINE}/uniMedida`]: 99,
      [`${LINE}/codTributo`]: 'A8',
    };
    expect(v1(tax)).toEqual([]);
    expect(v1({ ...tax, [`${LINE}/uniMedida`]: 59 })).toEqual([`${LINE}/uniMedida`]);
    expect(v1({ ...tax, [`${LINE}/tributos`]: ['C3'] })).toEqual([`${LINE}/tributos`]);
  });
});

describe('the summary of a Factura', () => {
  it('of v1 names special taxes only, and D4 not', () => {
    const tax = (codigo: string) => ({
      '#/resumen/tributos': [{ codigo, descripcion: 'Turismo', valor: 1 }],
    });
    expect(v1(tax('59'))).toEqual([]);
    expect(v1(tax('D4'))).toEqual(['#/resumen/tributos/0/codigo']);
    expect(v1(tax('20'))).toEqual(['#/resumen/tributos/0/codigo']);
    expect(v2(tax('20'))).toEqual([]);
  });

  it('of v1 retains nothing where nothing is taxed', () => {
    expect(v1({ '#/resumen/totalGravada': 0, '#/resumen/ivaRete1': 0.01 })).toEqual(['#/resumen/ivaRete1']);
    expect(v2({ '#/resumen/totalGravada': 0, '#/resumen/ivaRete': 0.01 })).toEqual([]);
  });

  it('owes nobody a positive credit', () => {
    for (const judge of [v1, v2]) {
      expect(judge({ '#/resumen/saldoFavor': -5 })).toEqual([]);
      expect(judge({ '#/resumen/saldoFavor': 0.01 })).toEqual(['#/resumen/saldoFavor']);
    }
    expect(v1({ '#/resumen/saldoFavor': -1e11 })).toEqual([]);
    expect(v2({ '#/resumen/saldoFavor': -1e11 })).toEqual(['#/resumen/saldoFavor']);
  });
});
