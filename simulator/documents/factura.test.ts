import { describe, expect, it } from 'vitest';
import { shifted, withValue, withValues } from '../../test/support/simulator/edit.ts';
import { validFacturaV1, validFacturaV2 } from '../../test/support/simulator/facturas.ts';
import { fullFacturaV1, fullFacturaV2 } from '../../test/support/simulator/full-facturas.ts';
import { said } from '../../test/support/simulator/said.ts';
import { facturaV1 } from './factura-v1.ts';
import { facturaV2 } from './factura-v2.ts';
import { documentKind, isKnownType } from './table.ts';

const GENERATIONS = [
  { name: 'v1', kind: facturaV1, valid: validFacturaV1(), full: fullFacturaV1(), retention: 'ivaRete1' },
  { name: 'v2', kind: facturaV2, valid: validFacturaV2(), full: fullFacturaV2(), retention: 'ivaRete' },
];

describe.each(GENERATIONS)('the sums of the summary, $name', ({ kind, valid, full }) => {
  it('takes a tax into the total unless it only informs', () => {
    expect(said(kind, shifted(full, 'resumen.tributos.0.valor', 0.02))).toContain(
      'resumen.montoTotalOperacion',
    );
    expect(said(kind, shifted(full, 'resumen.tributos.1.valor', 50))).toBe('right');
  });

  it('takes global discounts off the subtotal', () => {
    const discounted = { 'resumen.descuExenta': 1, 'resumen.totalDescu': 1.65, 'resumen.subTotal': 36.6 };
    const rest = { 'resumen.montoTotalOperacion': 36.6, 'resumen.totalPagar': 38.1 };
    expect(said(kind, withValues(valid, { ...discounted, ...rest }))).toBe('right');
    expect(said(kind, withValues(valid, { ...discounted, ...rest, 'resumen.subTotal': 37.6 }))).toContain(
      'subTotal',
    );
  });
});

describe.each(GENERATIONS)('the amounts of a line, $name', ({ kind, valid }) => {
  const wrong = (index: number) => `16/020 [Cuerpodocumento.item.${index + 1}] CALCULO INCORRECTO`;

  it('holds exactly one cent of tolerance', () => {
    expect(said(kind, shifted(valid, 'cuerpoDocumento.0.ivaItem', 0.01))).toBe('right');
    expect(said(kind, shifted(valid, 'cuerpoDocumento.0.ivaItem', 0.01000001))).toBe(wrong(0));
  });

  it('fills one column of sale only', () => {
    const split = { 'cuerpoDocumento.0.ventaGravada': 11.3, 'cuerpoDocumento.0.ventaExenta': 11.3 };
    expect(said(kind, withValues(valid, { ...split, 'cuerpoDocumento.0.ivaItem': 1.3 }))).toBe(wrong(0));
    expect(said(kind, withValue(valid, 'cuerpoDocumento.2.ventaNoSuj', 0.01))).toBe(wrong(2));
  });

  it('has no VAT where nothing is taxed', () => {
    expect(said(kind, withValue(valid, 'cuerpoDocumento.2.ivaItem', 0.78))).toBe(wrong(2));
  });
});

describe.each(GENERATIONS)('retention of VAT, $name', ({ kind, valid, retention }) => {
  const wrong = `16/020 [resumen.${retention}] CALCULO INCORRECTO`;
  const line = { 'cuerpoDocumento.0.cantidad': 20, 'cuerpoDocumento.0.ventaGravada': 226 };
  const taxed = { 'cuerpoDocumento.0.ivaItem': 26, 'resumen.totalGravada': 231, 'resumen.totalIva': 26.58 };
  const totals = { 'resumen.subTotalVentas': 241, 'resumen.subTotal': 241 };
  const large = withValues(valid, { ...line, ...taxed, ...totals, 'resumen.montoTotalOperacion': 241 });
  const with1Percent = (amount: number, paid: number) =>
    withValues(large, { [`resumen.${retention}`]: amount, 'resumen.totalPagar': paid });

  it('is nothing or one percent of the base without VAT', () => {
    expect(said(kind, with1Percent(0, 242.5))).toBe('right');
    expect(said(kind, with1Percent(2.04, 240.46))).toBe('right');
    expect(said(kind, with1Percent(2.05, 240.45))).toBe('right');
    expect(said(kind, with1Percent(2.06, 240.44))).toBe(wrong);
    expect(said(kind, with1Percent(2.02, 240.48))).toBe(wrong);
    expect(said(kind, with1Percent(0.01, 242.49))).toBe(wrong);
  });

  it('is taken from what is paid', () => {
    expect(said(kind, with1Percent(2.04, 242.5))).toBe('16/020 [resumen.totalPagar] CALCULO INCORRECTO');
  });

  it('is nothing below a base of 100.00', () => {
    const small = withValues(valid, { [`resumen.${retention}`]: 0.24, 'resumen.totalPagar': 38.86 });
    expect(said(kind, small)).toBe(wrong);
  });
});

describe('income tax withheld, v1', () => {
  it('is taken from what is paid', () => {
    const withheld = withValue(validFacturaV1(), 'resumen.reteRenta', 3);
    expect(said(facturaV1, withheld)).toBe('16/020 [resumen.totalPagar] CALCULO INCORRECTO');
    expect(said(facturaV1, withValue(withheld, 'resumen.totalPagar', 36.1))).toBe('right');
  });
});

describe('values beyond the schema of 2026', () => {
  it.each([
    ['identificacion.tipoModelo', 2, '11/024 [identificacion.tipoModelo] VALOR EN CAMPO NO APLICA'],
    [
      'identificacion.tipoContingencia',
      1,
      '11/024 [identificacion.tipoContingencia] VALOR EN CAMPO NO APLICA',
    ],
    ['identificacion.motivoContin', 'x', '11/024 [identificacion.motivoContin] VALOR EN CAMPO NO APLICA'],
    ['receptor.tipoDocumento', '99', '13/003 [receptor.tipoDocumento] VALOR NO VALIDO'],
    ['resumen.condicionOperacion', 4, '16/003 [resumen.condicionOperacion] VALOR NO VALIDO'],
    ['resumen.pagos.0.codigo', '10', '16/003 [resumen.pagos.codigo] VALOR NO VALIDO'],
    ['resumen.pagos.0.plazo', '04', '16/003 [resumen.pagos.plazo] VALOR NO VALIDO'],
    ['cuerpoDocumento.0.tipoItem', 5, '15/003 [Cuerpodocumento.item.1] VALOR NO VALIDO'],
    ['cuerpoDocumento.0.codTributo', 'A8', '15/024 [Cuerpodocumento.item.1] VALOR EN CAMPO NO APLICA'],
    ['cuerpoDocumento.0.tributos', ['20'], '15/024 [Cuerpodocumento.item.1] VALOR EN CAMPO NO APLICA'],
    ['cuerpoDocumento.0.tributos', ['ZZ'], '15/003 [Cuerpodocumento.item.1] VALOR NO VALIDO'],
    ['cuerpoDocumento.2.tributos', ['59'], '15/024 [Cuerpodocumento.item.3] VALOR EN CAMPO NO APLICA'],
    ['cuerpoDocumento.0.tipoItem', 4, '15/003 [Cuerpodocumento.item.1] VALOR NO VALIDO'],
  ])('%s = %j', (path, value, expected) => {
    expect(said(facturaV2, withValue(validFacturaV2(), path, value))).toBe(expected);
  });

  it.each([
    [
      'documentoRelacionado.0.tipoDocumento',
      '03',
      '14/003 [documentoRelacionado.tipoDocumento] VALOR NO VALIDO',
    ],
    [
      'documentoRelacionado.0.tipoGeneracion',
      3,
      '14/003 [documentoRelacionado.tipoGeneracion] VALOR NO VALIDO',
    ],
    [
      'identificacion.tipoContingencia',
      null,
      '11/005 [identificacion.tipoContingencia] DEBE PROPORCIONAR UN VALOR',
    ],
    ['identificacion.motivoContin', null, '11/005 [identificacion.motivoContin] DEBE PROPORCIONAR UN VALOR'],
    ['resumen.tributos.0.codigo', '20', '16/024 [resumen.tributos.codigo] VALOR EN CAMPO NO APLICA'],
    ['resumen.tributos.0.codigo', 'ZZ', '16/003 [resumen.tributos.codigo] VALOR NO VALIDO'],
    ['resumen.pagos.0.plazo', null, '16/005 [resumen.pagos.plazo] DEBE PROPORCIONAR UN VALOR'],
  ])('with every part: %s = %j', (path, value, expected) => {
    expect(said(facturaV2, withValue(fullFacturaV2(), path, value))).toBe(expected);
  });
});

describe.each(GENERATIONS)('codes of the catalogs, $name', ({ kind, valid, full }) => {
  it('hold for the receiver too', () => {
    expect(said(kind, withValue(full, 'receptor.codActividad', '00000'))).toBe(
      '13/003 [receptor.codActividad] VALOR NO VALIDO',
    );
  });

  it('holds places that exist', () => {
    const nowhere = withValue(valid, 'receptor.direccion.municipio', '77');
    expect(said(kind, nowhere)).toBe('13/003 [receptor.direccion.municipio] VALOR NO VALIDO');
    const elsewhere = withValue(valid, 'emisor.direccion.departamento', '01');
    expect(said(kind, elsewhere)).toContain('12/003 [emisor.direccion.municipio]');
  });
});

describe('the buyer of 25,000.00 or more, v2', () => {
  const line = { 'cuerpoDocumento.0.cantidad': 1, 'cuerpoDocumento.0.precioUni': 24_985 };
  const taxed = { 'cuerpoDocumento.0.ventaGravada': 24_985, 'cuerpoDocumento.0.ivaItem': 2874.38053097 };
  const sums = {
    'resumen.totalGravada': 24_990,
    'resumen.totalIva': 2874.96,
    'resumen.totalPagar': 25_001.5,
  };
  const totals = { 'resumen.subTotalVentas': 25_000, 'resumen.subTotal': 25_000 };
  const large = withValues(validFacturaV2(), {
    ...line,
    ...taxed,
    ...sums,
    ...totals,
    'resumen.montoTotalOperacion': 25_000,
  });

  it('is identified', () => {
    expect(said(facturaV2, large)).toBe('right');
    expect(said(facturaV2, withValue(large, 'receptor', null))).toBe(
      '13/005 [receptor.tipoDocumento] DEBE PROPORCIONAR UN VALOR',
    );
    expect(said(facturaV2, withValue(large, 'receptor.nombre', null))).toContain('13/005 [receptor.nombre]');
  });

  it('is nobody in particular a cent below', () => {
    const below = withValues(large, { 'resumen.montoTotalOperacion': 24_999.99, receptor: null });
    expect(said(facturaV2, below)).toBe('right');
  });
});

it('knows the documents of the table only', () => {
  expect(documentKind('01', 1)).toBe(facturaV1);
  expect(documentKind('01', 2)).toBe(facturaV2);
  expect(documentKind('01', 3)).toBeNull();
  expect([isKnownType('01'), isKnownType('08')]).toEqual([true, false]);
});
