import { describe, expect, it } from 'vitest';
import {
  ADJUSTED,
  fullNotaCreditoV3,
  fullNotaCreditoV4,
  validNotaCreditoV3,
  validNotaCreditoV4,
} from '../../test/support/simulator/documents-of-taxpayers.ts';
import { shifted, valueAt, withValue, withValues } from '../../test/support/simulator/edit.ts';
import { said } from '../../test/support/simulator/said.ts';
import { notaCreditoV3 } from './nota-credito-v3.ts';
import { notaCreditoV4 } from './nota-credito-v4.ts';

const OTHER = '9F8E7D6C-5B4A-4392-8170-A1B2C3D4E5F6';

const GENERATIONS = [
  { kind: notaCreditoV3, valid: validNotaCreditoV3(), full: fullNotaCreditoV3(), retention: 'ivaRete1' },
  { kind: notaCreditoV4, valid: validNotaCreditoV4(), full: fullNotaCreditoV4(), retention: 'ivaRete' },
];

const related = (tipoDocumento: string, numeroDocumento: string) => ({
  tipoDocumento,
  tipoGeneracion: 2,
  numeroDocumento,
  fechaEmision: '2026-11-01',
});

describe.each(GENERATIONS)('what a note adjusts, version $kind.version', ({ kind, valid }) => {
  it('is named by every line', () => {
    expect(said(kind, withValue(valid, 'cuerpoDocumento.1.numeroDocumento', OTHER))).toBe(
      '15/003 [Cuerpodocumento.item.2] VALOR NO VALIDO',
    );
    const both = withValues(valid, {
      documentoRelacionado: [related('03', ADJUSTED), related('03', OTHER)],
      'cuerpoDocumento.1.numeroDocumento': OTHER,
    });
    expect(said(kind, both)).toBe('right');
  });

  it('is of one type', () => {
    const mixed = [related('03', ADJUSTED), related('07', OTHER)];
    expect(said(kind, withValue(valid, 'documentoRelacionado', mixed))).toBe(
      '14/026 [documentoRelacionado.tipoDocumento] NO SE PERMITEN VALORES DIFERENTES',
    );
  });

  it('has VAT in the summary, at 13 %', () => {
    expect(said(kind, shifted(valid, 'resumen.tributos.0.valor', 0.01))).toBe('right');
    expect(said(kind, shifted(valid, 'resumen.tributos.0.valor', 0.02))).toBe(
      '16/020 [resumen.tributos.valor] CALCULO INCORRECTO',
    );
  });

  it('lists VAT in each taxed line', () => {
    expect(said(kind, withValue(valid, 'cuerpoDocumento.0.tributos', ['59']))).toContain('15/003');
    expect(said(kind, withValue(valid, 'cuerpoDocumento.3.tributos', ['20']))).toContain('15/024');
  });
});

const TOTAL = 'resumen.montoTotalOperacion';
const SMALL_LINE = { 'cuerpoDocumento.0.precioUni': 10, 'cuerpoDocumento.0.ventaGravada': 20 };
const SMALL_SUMS = {
  'resumen.totalGravada': 50,
  'resumen.subTotalVentas': 60,
  'resumen.tributos.0.valor': 6.5,
  'resumen.montoTotalOperacion': 66.5,
};

describe('1 % of a note', () => {
  it('is given back however small the note is, version 3', () => {
    const small = withValues(validNotaCreditoV3(), { ...SMALL_LINE, ...SMALL_SUMS, 'resumen.subTotal': 60 });
    const withShare = (key: string, share: number, total: number) =>
      said(notaCreditoV3, withValues(small, { [`resumen.${key}`]: share, [TOTAL]: total }));
    expect(withShare('ivaRete1', 0.5, 66)).toBe('right');
    expect(withShare('ivaPerci1', 0.5, 67)).toBe('right');
    expect(withShare('ivaRete1', 0.52, 65.98)).toBe('16/020 [resumen.ivaRete1] CALCULO INCORRECTO');
    expect(withShare('ivaPerci1', 0.48, 66.98)).toBe('16/020 [resumen.ivaPerci1] CALCULO INCORRECTO');
  });

  it('is in the total of version 3, within a cent', () => {
    const wrong = `16/020 [${TOTAL}] CALCULO INCORRECTO`;
    const withTotal = (key: string, total: number) =>
      said(notaCreditoV3, withValues(validNotaCreditoV3(), { [`resumen.${key}`]: 1.3, [TOTAL]: total }));
    expect([155.6, 155.59, 155.61].map((total) => withTotal('ivaRete1', total))).toEqual([
      'right',
      'right',
      'right',
    ]);
    expect([156.9, 155.58, 155.62].map((total) => withTotal('ivaRete1', total))).toEqual([
      wrong,
      wrong,
      wrong,
    ]);
    expect([158.2, 156.9, 155.6].map((total) => withTotal('ivaPerci1', total))).toEqual([
      'right',
      wrong,
      wrong,
    ]);
  });

  it.each([
    [1, 137.55, 121.73, 15.82, 1.22, 136.33],
    [55, 2.26, 110, 14.3, 1.1, 123.2],
  ])('of %d x %d on a CCF with retention is taken off what was asked for', (units, price, ...amounts) => {
    const [base, vat, share, total] = amounts;
    const note = validNotaCreditoV3();
    const precioUni = Number((price / 1.13).toFixed(8));
    const ventaGravada = Number((precioUni * units).toFixed(8));
    const line = { ...Object(valueAt(note, 'cuerpoDocumento.0')), cantidad: units, precioUni, ventaGravada };
    const sums = { totalNoSuj: 0, totalExenta: 0, totalGravada: base, subTotalVentas: base, subTotal: base };
    const tributos = [{ codigo: '20', descripcion: 'Impuesto al Valor Agregado 13%', valor: vat }];
    const resumen = {
      ...Object(valueAt(note, 'resumen')),
      ...sums,
      totalDescu: 0,
      tributos,
      ivaRete1: share,
    };
    const saidOf = (montoTotalOperacion: number | undefined) =>
      said(notaCreditoV3, {
        ...note,
        cuerpoDocumento: [line],
        resumen: { ...resumen, montoTotalOperacion },
      });
    expect(saidOf(total)).toBe('right');
    expect(saidOf(price * units)).toBe(`16/020 [${TOTAL}] CALCULO INCORRECTO`);
  });

  it('is given back however small the note is, version 4', () => {
    const shares = { 'cuerpoDocumento.0.ivaRete': 0.2, 'cuerpoDocumento.1.ivaRete': 0.3 };
    const paid = { 'resumen.ivaRete': 0.5, 'resumen.totalPagar': 67.5 };
    const small = withValues(validNotaCreditoV4(), { ...SMALL_LINE, ...SMALL_SUMS, ...shares, ...paid });
    expect(said(notaCreditoV4, small)).toBe('right');
  });

  it('is the sum of the lines in version 4', () => {
    const full = fullNotaCreditoV4();
    const wrong = (key: string) => `16/020 [resumen.${key}] CALCULO INCORRECTO`;
    expect(said(notaCreditoV4, shifted(full, 'resumen.ivaRete', 0.01))).toBe('right');
    expect(said(notaCreditoV4, shifted(full, 'resumen.ivaRete', 0.02))).toBe(wrong('ivaRete'));
    expect(said(notaCreditoV4, withValue(full, 'resumen.ivaPerci', 1.3))).toBe(wrong('ivaPerci'));
    const half = withValues(full, { 'cuerpoDocumento.1.ivaRete': 0, 'resumen.ivaRete': 1 });
    expect(said(notaCreditoV4, withValue(half, 'resumen.totalPagar', 158.53))).toBe(wrong('ivaRete'));
  });

  it.each(['ivaPerci', 'ivaRete'])('is 1 %% of each line in version 4: %s', (key) => {
    const path = `cuerpoDocumento.0.${key}`;
    expect(said(notaCreditoV4, withValue(fullNotaCreditoV4(), path, 1.02))).toBe(
      '16/020 [Cuerpodocumento.item.1] CALCULO INCORRECTO',
    );
  });
});

describe('the adjusted CCF, version 4', () => {
  const note = validNotaCreditoV4();

  it('leaves totalIva at 0', () => {
    expect(said(notaCreditoV4, withValue(note, 'resumen.totalIva', 0.01))).toBe(
      '16/020 [resumen.totalIva] CALCULO INCORRECTO',
    );
    expect(said(notaCreditoV4, withValue(note, 'resumen.totalIva', 16.9))).toContain('[resumen.totalIva]');
    expect(said(notaCreditoV4, withValue(note, 'cuerpoDocumento.1.totalIva', 0.01))).toBe(
      '16/020 [Cuerpodocumento.item.2] CALCULO INCORRECTO',
    );
  });

  it('has no code of retention', () => {
    expect(said(notaCreditoV4, withValue(note, 'resumen.codigoRetencionMH', '22'))).toBe(
      '16/024 [resumen.codigoRetencionMH] VALOR EN CAMPO NO APLICA',
    );
  });

  it('is no factura', () => {
    expect(said(notaCreditoV4, withValue(note, 'documentoRelacionado', [related('01', ADJUSTED)]))).toBe(
      '14/003 [documentoRelacionado.tipoDocumento] VALOR NO VALIDO',
    );
  });

  it.each([
    ['documentoRelacionado.0.numeroDocumento', '123', '14/003 [documentoRelacionado.numeroDocumento]'],
    ['receptor.nrc', null, '13/005 [receptor.nrc]'],
    ['receptor.tipoDocumento', '99', '13/003 [receptor.tipoDocumento]'],
    ['identificacion.motivoContin', 'x', '11/024 [identificacion.motivoContin]'],
    ['resumen.condicionOperacion', 4, '16/003 [resumen.condicionOperacion]'],
    ['receptor.direccion.distrito', '01', '13/003 [receptor.direccion.distrito]'],
  ])('%s = %j', (path, value, expected) => {
    expect(said(notaCreditoV4, withValue(note, path, value))).toContain(expected);
  });
});

describe('an adjusted comprobante de retencion, version 4', () => {
  const note = withValue(validNotaCreditoV4(), 'documentoRelacionado.0.tipoDocumento', '07');

  it('has a code of retention that exists', () => {
    expect(said(notaCreditoV4, note)).toBe('16/005 [resumen.codigoRetencionMH] DEBE PROPORCIONAR UN VALOR');
    expect(said(notaCreditoV4, withValue(note, 'resumen.codigoRetencionMH', 'ZZ'))).toContain('16/003');
    expect(said(notaCreditoV4, withValue(note, 'resumen.codigoRetencionMH', '22'))).toBe('right');
  });

  it('sums totalIva', () => {
    const lines = { 'resumen.codigoRetencionMH': '22', 'cuerpoDocumento.0.totalIva': 13 };
    expect(said(notaCreditoV4, withValues(note, { ...lines, 'resumen.totalIva': 13.01 }))).toBe('right');
    expect(said(notaCreditoV4, withValues(note, { ...lines, 'resumen.totalIva': 13.02 }))).toContain(
      'totalIva',
    );
  });
});
