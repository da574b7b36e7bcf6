import { describe, expect, it } from 'vitest';
import { judgeOf } from '../../../../test/structure/sample-document.ts';

const v1 = judgeOf('fe-fex-v1');
const v2 = judgeOf('fe-fex-v3');

describe('a Factura de Exportación of v1', () => {
  it.each([
    [9999.99, null, []],
    [10_000, null, ['#/receptor']],
  ])('for %d names its customer or not', (total, receptor, places) => {
    expect(v1({ '#/resumen/montoTotalOperacion': total, '#/receptor': receptor })).toEqual(places);
  });

  it('has an address to write to from 10,000 on', () => {
    const from = (total: number) => v1({ '#/resumen/montoTotalOperacion': total, '#/receptor/correo': null });
    expect(from(9999.99)).toEqual([]);
    expect(from(10_000)).toEqual(['#/receptor/correo']);
  });

  it('of services has neither precinct nor regime', () => {
    const services = {
      '#/emisor/tipoItemExpor': 2,
      '#/emisor/recintoFiscal': null,
      '#/emisor/regimen': null,
    };
    expect(v1(services)).toEqual([]);
    expect(v1({ ...services, '#/emisor/recintoFiscal': '01' })).toEqual(['#/emisor/recintoFiscal']);
    expect(v1({ ...services, '#/emisor/regimen': 'EX-1' })).toEqual(['#/emisor/regimen']);
    expect(v1({ ...services, '#/emisor/tipoItemExpor': 1, '#/emisor/regimen': 'EX-1' })).toEqual([]);
  });

  it('goes to a country of the old list', () => {
    expect(v1({ '#/receptor/codPais': '9450' })).toEqual([]);
    expect(v1({ '#/receptor/codPais': 'US' })).toEqual(['#/receptor/codPais']);
    expect(v2({ '#/receptor/codPais': 'US' })).toEqual([]);
  });

  it('bears VAT of 0 % on what is income', () => {
    const line = '#/cuerpoDocumento/0';
    expect(v1({ [`${line}/noGravado`]: 0, [`${line}/tributos`]: ['59'] })).toEqual([`${line}/tributos/0`]);
    expect(v1({ [`${line}/noGravado`]: 2, [`${line}/tributos`]: ['59'] })).toEqual([]);
    expect(v1({ [`${line}/noGravado`]: 0, [`${line}/tributos`]: null })).toEqual([]);
  });

  it.each([
    [{}, []],
    [{ codDocAsociado: 4 }, ['placaTrans', 'modoTransp', 'nombreConductor']],
    [{ codDocAsociado: 3, descDocumento: null, detalleDocumento: null }, []],
    [{ descDocumento: null }, ['descDocumento']],
    [{ modoTransp: 2 }, ['modoTransp']],
    [{ numConductor: '01234567-8' }, []],
    [{ codDocAsociado: 4, placaTrans: 'P12345', modoTransp: 4, nombreConductor: 'Quien Conduce' }, []],
    [
      { codDocAsociado: 4, placaTrans: 'P12345', modoTransp: 5, nombreConductor: 'Quien Conduce' },
      ['modoTransp'],
    ],
  ])('with other documents: %j', (changes, fields) => {
    const none = { placaTrans: null, modoTransp: null, numConductor: null, nombreConductor: null };
    const described = { codDocAsociado: 1, descDocumento: 'Contrato', detalleDocumento: 'Número 7' };
    const places = v1({ '#/otrosDocumentos': [{ ...described, ...none, ...changes }] });
    expect(places.toSorted()).toEqual(fields.map((field) => `#/otrosDocumentos/0/${field}`).toSorted());
  });
});

describe('a Factura de Exportación of v2', () => {
  const sale = { '#/ventaTercero': { nit: null, nombre: 'Mandante', codDomiciliado: null } };
  const purchase = { '#/compraTercero': { numDocumento: '1', nombre: 'Comitente' } };

  it('is on behalf of one side at most', () => {
    expect(v2(sale)).toEqual([]);
    expect(v2(purchase)).toEqual([]);
    expect(v2({ ...sale, ...purchase })).toEqual(['#']);
  });

  it('always has a customer, of any address or none', () => {
    expect(v2({ '#/receptor': null })).toEqual(['#/receptor']);
    expect(v2({ '#/receptor/correo': null, '#/resumen/montoTotalOperacion': 20_000 })).toEqual([]);
  });

  it('may owe or be owed', () => {
    expect(v2({ '#/resumen/saldoFavor': 5 })).toEqual([]);
    expect(v2({ '#/resumen/saldoFavor': -5 })).toEqual([]);
    expect(v2({ '#/resumen/saldoFavor': 1e11 })).toEqual(['#/resumen/saldoFavor']);
  });

  it('names freight or leaves it open, but always insurance', () => {
    expect(v2({ '#/resumen/flete': null })).toEqual([]);
    expect(v2({ '#/resumen/seguro': null })).toEqual(['#/resumen/seguro']);
    expect(v1({ '#/resumen/flete': null, '#/resumen/seguro': null })).toEqual([]);
  });
});
